import type { Raster } from '../../../base/raster.ts';
import { inkPlane } from './ink.ts';
import type { Plane } from './planes.ts';
import type { PageLayers } from './take-apart.ts';

/** What a reader shows of the layers of a page, at the scan's resolution. */
export class ShownPage {
  private readonly scan: Raster;
  private readonly background: Raster;
  private readonly layers: PageLayers;
  private readonly inkOf: Plane;
  private readonly colours: readonly (readonly number[])[];

  /** @param background as it was decoded */
  constructor(scan: Raster, background: Raster, layers: PageLayers) {
    this.scan = scan;
    this.background = background;
    this.layers = layers;
    this.colours = layers.inks.map(({ colour }) => colour.map(Math.round));
    this.inkOf = inkPlane(layers.inks, scan.width * layers.times, scan.height * layers.times);
  }

  /** The rows from `top` up to `bottom`. */
  rows(top: number, bottom: number): Raster {
    const { width, channels } = this.scan;
    const data = new Uint8Array((bottom - top) * width * channels);
    for (let y = top; y < bottom; y++) {
      const row = data.subarray((y - top) * width * channels, (y - top + 1) * width * channels);
      this.paintBackground(row, y);
      this.paintInks(row, y);
    }
    return { ...this.scan, height: bottom - top, data };
  }

  /** As readers do that do not smooth it. */
  private paintBackground(row: Uint8Array, y: number): void {
    const { width, channels, data } = this.background;
    const { factor } = this.layers;
    const from = Math.floor(y / factor) * width * channels;
    for (let channel = 0; channel < channels; channel++)
      for (let at = from + channel, to = channel; to < row.length; at += channels)
        for (const end = Math.min(row.length, to + factor * channels); to < end; to += channels)
          row[to] = data[at]!;
  }

  /** A pixel gets as much of an ink as the mask covers of it. */
  private paintInks(row: Uint8Array, y: number): void {
    const { width, channels } = this.scan;
    const { times } = this.layers;
    const { data } = this.inkOf;
    const [across, parts] = [width * times, times * times];
    const shares = new Float32Array(channels);
    for (let x = 0; x < width; x++) {
      let covered = 0;
      for (let line = y * times; line < (y + 1) * times; line++)
        for (let at = line * across + x * times, end = at + times; at < end; at++) {
          if (data[at] === 0) continue;
          covered++;
          const colour = this.colours[data[at]! - 1]!;
          for (let channel = 0; channel < channels; channel++) shares[channel]! += colour[channel]!;
        }
      if (covered === 0) continue;
      for (let channel = 0, to = x * channels; channel < channels; channel++, to++)
        row[to] = (shares[channel]! + row[to]! * (parts - covered)) / parts;
      shares.fill(0);
    }
  }
}
