import type { Raster } from '../../../base/raster.ts';
import { sampleKernels } from '../../../kernels/sample-kernels.ts';
import type { Tile } from './sample-tiles.ts';

/** 8-bit sRGB samples, three a pixel. */
export interface RgbTile {
  readonly rgb: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/**
 * A tile of a raster as 8-bit RGB over a background, as it would be shown.
 * CMYK is converted by the plain rule of device colours: for exact looks decode as sRGB first.
 * @param background grey level behind transparent samples
 * @param rgb        where it is written, of its size [an array of its own]
 */
export function rgbTile(
  raster: Raster,
  tile: Tile,
  background: 0 | 255,
  rgb: Uint8Array = new Uint8Array(tile.width * tile.height * 3),
): Uint8Array {
  const { channels, data, width } = raster;
  const row =
    raster.space === 'cmyk' ? inkRow : channels === 3 ? copyRow : channels === 4 ? overRow : greyRow;
  for (let y = 0; y < tile.height; y++) {
    const from = ((tile.y + y) * width + tile.x) * channels;
    const samples = data.subarray(from, from + tile.width * channels);
    row(samples, rgb.subarray(y * tile.width * 3, (y + 1) * tile.width * 3), channels, background);
  }
  return rgb;
}

/** Whole rows of a raster as {@link rgbTile} shows them: its own samples where they are shown as they are. */
export function rgbRows(
  raster: Raster,
  { y, height }: Pick<Tile, 'y' | 'height'>,
  background: 0 | 255,
  rgb: Uint8Array,
): Uint8Array {
  const { channels, data, width } = raster;
  if (channels === 3) return data.subarray(y * width * 3, (y + height) * width * 3);
  return rgbTile(raster, { x: 0, y, width, height }, background, rgb);
}

function copyRow(samples: Uint8Array, rgb: Uint8Array): void {
  rgb.set(samples);
}

function overRow(samples: Uint8Array, rgb: Uint8Array, _channels: number, background: number): void {
  const kernels = sampleKernels();
  const at = kernels.room(samples.length + rgb.length);
  const to = at + samples.length;
  const memory = new Uint8Array(kernels.memory.buffer);
  memory.set(samples, at);
  kernels.over(at, to, rgb.length / 3, background);
  rgb.set(memory.subarray(to, to + rgb.length));
}

function greyRow(samples: Uint8Array, rgb: Uint8Array, channels: number, background: number): void {
  for (let from = 0, to = 0; to < rgb.length; from += channels, to += 3) {
    const grey = channels === 2 ? over(samples[from]!, samples[from + 1]!, background) : samples[from]!;
    rgb[to] = rgb[to + 1] = rgb[to + 2] = grey;
  }
}

function inkRow(samples: Uint8Array, rgb: Uint8Array): void {
  for (let from = 0, to = 0; to < rgb.length; from += 4, to += 3) {
    const light = 255 - samples[from + 3]!;
    for (let c = 0; c < 3; c++) rgb[to + c] = ((255 - samples[from + c]!) * light + HALF) / 255;
  }
}

function over(sample: number, alpha: number, background: number): number {
  return divided(sample * alpha + background * (255 - alpha) + HALF);
}

/** Of 255, so that what is divided by that is rounded to the nearest. */
const HALF = 127;

/** A sum divided by 255 and rounded down, without a division: exact below 65 535. */
function divided(sum: number): number {
  return (sum + 1 + (sum >> 8)) >> 8;
}

/** Whether any pixel of a tile lets the background through. */
export function isSeeThrough({ channels, data, width }: Raster, tile: Tile): boolean {
  if (channels === 1 || channels === 3) return false;
  for (let y = tile.y; y < tile.y + tile.height; y++) {
    const end = (y * width + tile.x + tile.width) * channels;
    for (let at = (y * width + tile.x + 1) * channels - 1; at < end; at += channels)
      if (data[at] !== 255) return true;
  }
  return false;
}
