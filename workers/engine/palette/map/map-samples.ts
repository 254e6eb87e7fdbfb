import type { FrameOptions, MapOptions, SampleRows } from './map-options.ts';
import type { NearestColours } from './nearest-colours.ts';
import { SerpentineRows } from './serpentine-rows.ts';

/**
 * Maps samples to a palette without diffusion, in serpentine rows.
 * @param indexes of the nearest colour for each pixel; then of those that were chosen
 * @param options lambda above 0
 */
export function mapByCost(
  samples: SampleRows,
  colours: NearestColours,
  indexes: Uint8Array,
  { previous = null, ...options }: Omit<MapOptions, 'dither'> & FrameOptions,
): Uint8Array {
  const rows = new SerpentineRows(samples, colours, { ...options, indexes }, previous);
  while (rows.next()) mapRow(rows, samples.width);
  return rows.indexes;
}

function mapRow(rows: SerpentineRows, width: number): void {
  const { indexes, row, step, start } = rows;
  for (let i = 0, x = step > 0 ? 0 : width - 1; i < width; i++, x += step) {
    const at = start + x;
    if (rows.isUnchanged(at)) continue;
    const known = indexes[at]!;
    // Nothing is nearer, and nothing takes fewer bits: most pixels of drawings and screens.
    if (i > 0 && indexes[at - step] === known) continue;
    // Over transparent pixels a run that goes on would leave a patch of haze, which no meter of structure finds.
    const isKept = row[x * 4 + 3] === 0 || rows.isAreaOf(known, x * 4);
    indexes[at] = isKept ? known : rows.cheapest(known, x, row);
  }
}

/**
 * Maps samples to a palette with error diffusion (Floyd and Steinberg, in serpentine rows).
 * @returns one index a pixel, in an array of its own
 */
export function mapDiffused(
  samples: SampleRows,
  colours: NearestColours,
  { previous = null, dither, ...options }: MapOptions & FrameOptions,
): Uint8Array {
  const rows = new SerpentineRows(samples, colours, options, previous);
  const diffusion = new Diffusion(samples, dither);
  while (rows.next()) diffuseRow(rows, colours, diffusion, options.lambda);
  return rows.indexes;
}

function diffuseRow(
  rows: SerpentineRows,
  colours: NearestColours,
  diffusion: Diffusion,
  lambda: number,
): void {
  const { indexes, row, step, start } = rows;
  const { wanted, width } = diffusion;
  for (let i = 0, x = step > 0 ? 0 : width - 1; i < width; i++, x += step) {
    const at = start + x;
    if (rows.isUnchanged(at)) continue;
    const p = x * 4;
    // No error makes up for one beyond white or black: areas of them would keep the shade that leads to them.
    if (isExtreme(row, p)) {
      const known = colours.find(row, p);
      if (rows.isAreaOf(known, p)) {
        indexes[at] = known;
        continue;
      }
    }
    diffusion.want(row, p);
    const nearest = colours.find(wanted, p);
    const chosen = lambda > 0 ? rows.cheapest(nearest, x, wanted) : nearest;
    indexes[at] = chosen;
    diffusion.spread(colours.weighted, chosen * 4, p, step * 4);
  }
  diffusion.nextRow();
}

/** Shares of an error that go to neighbours: 7, 3, 5 and 1 sixteenths. Source: Floyd and Steinberg, 1976. */
const AHEAD = 0.4375;
const BELOW_BEHIND = 0.1875;
const BELOW = 0.3125;
const BELOW_AHEAD = 0.0625;

/** The errors of a row that its neighbours make up for. */
class Diffusion {
  /** px */
  readonly width: number;
  /** What pixels are to show: their samples and the errors of their neighbours. */
  readonly wanted: Float32Array;
  private readonly share: number;
  private readonly keepsOpaque: boolean;
  /** Errors of the row and of the one below, with a pixel to spare at both ends. */
  private here: Float32Array;
  private below: Float32Array;

  /** @param share of an error that is handed on, 0 to 1 */
  constructor({ width, keepsOpaque }: SampleRows, share: number) {
    this.width = width;
    this.share = share;
    this.keepsOpaque = keepsOpaque;
    this.wanted = new Float32Array(width * 4);
    this.here = new Float32Array((width + 2) * 4);
    this.below = new Float32Array((width + 2) * 4);
  }

  /** Puts into `wanted` what a pixel is to show. @param p place of its first sample */
  want(row: Float32Array, p: number): void {
    for (let c = p; c < p + 4; c++) this.wanted[c] = clampSample(row[c]! + this.here[c + 4]!);
    if (this.keepsOpaque && row[p + 3] === 255) this.wanted[p + 3] = 255;
  }

  /**
   * Hands on what a colour lacks.
   * @param colour place of the colour's first sample
   * @param ahead  from a sample to the same one of the next pixel
   */
  spread(colours: Float32Array, colour: number, p: number, ahead: number): void {
    const { here, below, wanted, share } = this;
    for (let c = 0, at = p + 4; c < 4; c++, at++) {
      const error = (wanted[p + c]! - colours[colour + c]!) * share;
      here[at + ahead]! += error * AHEAD;
      below[at - ahead]! += error * BELOW_BEHIND;
      below[at]! += error * BELOW;
      below[at + ahead]! += error * BELOW_AHEAD;
    }
  }

  nextRow(): void {
    [this.here, this.below] = [this.below, this.here];
    this.below.fill(0);
  }
}

function clampSample(value: number): number {
  return value < 0 ? 0 : value > 255 ? 255 : value;
}

/** Whether a pixel is white or black. */
function isExtreme(row: Float32Array, at: number): boolean {
  const sample = row[at]!;
  return (sample === 0 || sample === 255) && row[at + 1] === sample && row[at + 2] === sample;
}
