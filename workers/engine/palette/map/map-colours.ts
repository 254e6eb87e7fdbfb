import type { Raster } from '../../base/raster.ts';
import { releaseBytes } from '../../base/release-raster.ts';
import { isOpaquePalette } from './indexed-picture.ts';
import type { MapOptions, SampleRows } from './map-options.ts';
import { mapByCost, mapDiffused } from './map-samples.ts';
import { NearestColours } from './nearest-colours.ts';
import { LARGE_PIXELS } from '../tuning.ts';

/**
 * Maps a picture to a palette with an eye on what packs well: of the colours near enough it takes the one that goes on
 * with the run or the row above; error diffusion makes up for it nearby.
 * One mapper serves many options: without diffusion the nearest colours are found once, but for large pictures, whose memory they take.
 */
export class ColourMapper {
  private readonly raster: Raster;
  private readonly samples: SampleRows;
  private readonly colours: NearestColours;
  private nearest: Uint8Array | null = null;

  /**
   * @param raster RGB, RGBA or grey, 8 bits
   * @param palette RGBA, at most 256 colours
   */
  constructor(raster: Raster, palette: Uint8Array) {
    const { width, height } = raster;
    this.raster = raster;
    this.samples = { width, height, keepsOpaque: false, readRow: (y, to) => readRow(raster, y, to) };
    const isOpaque = raster.channels % 2 === 1 && isOpaquePalette(palette);
    this.colours = new NearestColours(palette, isOpaque, width * height);
  }

  /** @returns one index a pixel, in an array of its own */
  map(options: MapOptions): Uint8Array {
    if (options.dither > 0) return mapDiffused(this.samples, this.colours, options);
    const nearest = this.nearestIndexes();
    const isKept = nearest.length <= LARGE_PIXELS;
    if (!isKept) this.nearest = null;
    const indexes = isKept ? nearest.slice() : nearest;
    return options.lambda > 0 ? mapByCost(this.samples, this.colours, indexes, options) : indexes;
  }

  /** Frees what is kept for further options. */
  release(): void {
    if (this.nearest) releaseBytes(this.nearest);
    this.nearest = null;
  }

  /** The nearest colour of each pixel; shared, so not to be written to. */
  nearestIndexes(): Uint8Array {
    if (this.nearest) return this.nearest;
    const { width, height, channels, data } = this.raster;
    const nearest = new Uint8Array(width * height);
    const row = new Float32Array(width * 4);
    for (let y = 0, at = 0, from = 0; y < height; y++) {
      this.samples.readRow(y, row);
      for (let x = 0, i = 0; x < width; x++, at++, from += channels, i += 4) {
        // Runs of one colour are common, down as well as across, and cheaper to see than to look up.
        if (x > 0 && isEqual(data, from, from - channels, channels)) nearest[at] = nearest[at - 1]!;
        else if (y > 0 && isEqual(data, from, from - width * channels, channels))
          nearest[at] = nearest[at - width]!;
        else nearest[at] = this.colours.find(row, i);
      }
    }
    return (this.nearest = nearest);
  }
}

function isEqual(data: Uint8Array, a: number, b: number, channels: number): boolean {
  if (data[a] !== data[b]) return false;
  for (let c = 1; c < channels; c++) if (data[a + c] !== data[b + c]) return false;
  return true;
}

/** Premultiplied samples: colour under transparency does not count. */
function readRow({ data, channels, width }: Raster, y: number, to: Float32Array): void {
  const isGrey = channels < 3;
  const hasAlpha = channels === 2 || channels === 4;
  for (let x = 0, from = y * width * channels, at = 0; x < width; x++, from += channels, at += 4) {
    const alpha = hasAlpha ? data[from + channels - 1]! : 255;
    const scale = alpha / 255;
    to[at] = data[from]! * scale;
    to[at + 1] = data[isGrey ? from : from + 1]! * scale;
    to[at + 2] = data[isGrey ? from : from + 2]! * scale;
    to[at + 3] = alpha;
  }
}
