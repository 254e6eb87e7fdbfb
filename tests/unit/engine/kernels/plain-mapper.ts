import type { MapOptions, PreviousFrame } from '#engine/palette/map/map-options.ts';
import { KERNELS_TUNING as TUNING } from '#engine/palette/map/palette-mapper.ts';

const f = Math.fround;
const WEIGHTS = [TUNING.red, TUNING.green, TUNING.blue, TUNING.alpha].map(f);

/** Four samples of single precision. */
type Pixel = readonly number[];

/** A picture of pixels, row by row, with its options. */
export interface PlainPicture extends MapOptions {
  readonly width: number;
  readonly pixels: readonly Pixel[];
  readonly previous: PreviousFrame | null;
  readonly keepsOpaque: boolean;
}

function distance(a: Pixel, b: Pixel): number {
  const [red, green, blue, alpha] = WEIGHTS.map((weight, c) => {
    const apart = f(a[c]! - b[c]!);
    return f(f(apart * apart) * weight);
  }) as [number, number, number, number];
  return f(f(red + blue) + f(green + alpha));
}

/** What the kernels of mapping compute, one pixel after the other. */
export class PlainMapper {
  private readonly colours: readonly Pixel[];

  /** @param colours as seen over middle grey, and alpha */
  constructor(colours: readonly Pixel[]) {
    this.colours = colours;
  }

  nearest(pixel: Pixel): number {
    const distances = this.colours.map((colour) => distance(colour, pixel));
    return distances.indexOf(Math.min(...distances));
  }

  /** @param known nearest colours to begin with; without them errors are diffused */
  map(picture: PlainPicture, known: Uint8Array | null): Uint8Array {
    const { width, pixels, previous, dither, keepsOpaque } = picture;
    const indexes = known?.slice() ?? new Uint8Array(pixels.length);
    const errors = pixels.map(() => [0, 0, 0, 0]);
    for (let i = 0; i < pixels.length; i++) {
      const y = Math.floor(i / width);
      const step = y % 2 === 0 ? 1 : -1;
      const x = step > 0 ? i % width : width - 1 - (i % width);
      const at = y * width + x;
      if (previous?.unchanged[at] === 1) {
        indexes[at] = previous.indexes[at]!;
        continue;
      }
      const pixel = pixels[at]!;
      if (known) {
        const isKept = pixel[3] === 0 || this.isAreaOf(known[at]!, picture, at);
        if (!isKept) indexes[at] = this.cheapest(known[at]!, pixel, picture, at, step, indexes);
        continue;
      }
      const isGrey = pixel[1] === pixel[0] && pixel[2] === pixel[0];
      if (pixel[3] === 0 || (isGrey && (pixel[0] === 0 || pixel[0] === 255))) {
        const exact = this.nearest(pixel);
        if (this.isAreaOf(exact, picture, at)) {
          indexes[at] = exact;
          continue;
        }
      }
      const wanted = pixel.map((sample, c) => Math.min(255, Math.max(0, f(sample + errors[at]![c]!))));
      if (keepsOpaque && pixel[3] === 255) wanted[3] = 255;
      indexes[at] = this.cheapest(this.nearest(wanted), wanted, picture, at, step, indexes);
      const lacking = wanted.map((sample, c) => f(f(sample - this.colours[indexes[at]!]![c]!) * f(dither)));
      const share = (to: number, part: number): void => {
        if (errors[to]) errors[to] = errors[to].map((error, c) => f(error + f(lacking[c]! * part)));
      };
      const [isFirst, isLast] = [x - step < 0 || x - step >= width, x + step < 0 || x + step >= width];
      if (!isLast) share(at + step, 7 / 16);
      if (!isFirst) share(at + width - step, 3 / 16);
      share(at + width, 5 / 16);
      if (!isLast) share(at + width + step, 1 / 16);
    }
    return indexes;
  }

  private isAreaOf(colour: number, { width, pixels }: PlainPicture, at: number): boolean {
    const x = at % width;
    if (x < 2 || x >= width - 2) return false;
    // Above the first row nothing shows.
    const near = [at - width, at - 2, at - 1, at + 1, at + 2].map((other) => pixels[other] ?? [0, 0, 0, 0]);
    const isSame = near.every((pixel) => pixel.every((sample, c) => sample === pixels[at]![c]));
    return isSame && distance(this.colours[colour]!, pixels[at]!) === 0;
  }

  private cheapest(
    nearest: number,
    wanted: Pixel,
    { width, lambda, locked, previous }: PlainPicture,
    at: number,
    step: number,
    indexes: Uint8Array,
  ): number {
    const [x, y] = [at % width, Math.floor(at / width)];
    const [isFirst, isLast] = [x - step < 0 || x - step >= width, x + step < 0 || x + step >= width];
    if (lambda === 0 || (!isFirst && indexes[at - step] === nearest)) return nearest;
    const isLocked = locked?.marks[(y >> TUNING.blockBits) * locked.columns + (x >> TUNING.blockBits)] === 1;
    const price = f(isLocked ? Math.min(lambda, TUNING.lockedLambda) : lambda);
    const offers: [colour: number, bits: number][] = [];
    if (!isFirst) offers.push([indexes[at - step]!, TUNING.runBits]);
    if (previous) {
      const goesOn = !isFirst && indexes[at - step] === previous.indexes[at - step];
      offers.push([previous.indexes[at]!, goesOn ? TUNING.runBits : TUNING.diagonalBits]);
    }
    if (y > 0) {
      offers.push([indexes[at - width]!, TUNING.aboveBits]);
      if (!isLast) offers.push([indexes[at - width + step]!, TUNING.diagonalBits]);
      if (!isFirst) offers.push([indexes[at - width - step]!, TUNING.diagonalBits]);
    }
    const costOf = (colour: number, bits: number): number =>
      f(f(price * bits) + distance(this.colours[colour]!, wanted));
    let [chosen, cost] = [nearest, costOf(nearest, TUNING.literalBits)];
    for (const [colour, bits] of offers)
      if (colour !== chosen && costOf(colour, bits) < cost) [chosen, cost] = [colour, costOf(colour, bits)];
    return chosen;
  }
}
