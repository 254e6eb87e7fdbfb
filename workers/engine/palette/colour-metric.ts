/**
 * The one metric of palettes: the mean of squared levels over black and over white, green counted most; where hues must stay, also
 * red and blue less the lightness. Palettes are made, mapped and mended by it. The judge compares results in CIELAB (`quality/`), which
 * costs a cube root a sample.
 */
import { HUE_WEIGHTS, SAMPLE_WEIGHTS } from './tuning.ts';

/** Coordinates of a colour: weighted red, green, blue and alpha, then red and blue less the lightness. */
export const AXES = 6;

const [RED, GREEN, BLUE] = SAMPLE_WEIGHTS;
/** What a squared level of alpha counts where samples are those over middle grey: so distances are the mean of those over black and over white. */
export const ALPHA_WEIGHT = (RED + GREEN + BLUE) / 4;
const RED_SCALE = Math.sqrt(RED);
const GREEN_SCALE = Math.sqrt(GREEN);
const BLUE_SCALE = Math.sqrt(BLUE);
const ALPHA_SCALE = Math.sqrt(ALPHA_WEIGHT);
const [LIGHT_RED, LIGHT_GREEN, LIGHT_BLUE] = HUE_WEIGHTS;

/**
 * Writes the coordinates of a colour: the metric is the squared distance of two colours by them.
 * @param colour red, green and blue as far as it is opaque, and alpha
 * @param hue    what a squared level of hue counts beside one of samples
 * @param to     gets six numbers
 * @param at     where they begin
 */
export function writeCoordinates(colour: ArrayLike<number>, hue: number, to: Float64Array, at = 0): void {
  const grey = (255 - colour[3]!) / 2;
  const r = colour[0]! + grey;
  const g = colour[1]! + grey;
  const b = colour[2]! + grey;
  const lightness = LIGHT_RED * r + LIGHT_GREEN * g + LIGHT_BLUE * b;
  const scale = Math.sqrt(hue);
  to[at] = RED_SCALE * r;
  to[at + 1] = GREEN_SCALE * g;
  to[at + 2] = BLUE_SCALE * b;
  to[at + 3] = ALPHA_SCALE * colour[3]!;
  to[at + 4] = scale * (r - lightness);
  to[at + 5] = scale * (b - lightness);
}

/** The coordinates of the colours of a palette, in order. @param palette RGBA @param hue see {@link writeCoordinates} */
export function coordinatesOf(palette: Uint8Array, hue: number): Float64Array {
  const coordinates = new Float64Array((palette.length / 4) * AXES);
  for (let i = 0; i * 4 < palette.length; i++)
    writeCoordinates(premultiplied(palette.subarray(i * 4, i * 4 + 4)), hue, coordinates, i * AXES);
  return coordinates;
}

/** The coordinates of colours as far as they are opaque, in order. @param hue see {@link writeCoordinates} */
export function coordinatesOfColours(colours: readonly ArrayLike<number>[], hue: number): Float64Array {
  const coordinates = new Float64Array(colours.length * AXES);
  colours.forEach((colour, at) => writeCoordinates(colour, hue, coordinates, at * AXES));
  return coordinates;
}

/** The squared distance of two colours without their hues. @param atA first number of the one @param atB of the other */
export function sampleDistance(a: Float64Array, atA: number, b: Float64Array, atB: number): number {
  const d0 = a[atA]! - b[atB]!;
  const d1 = a[atA + 1]! - b[atB + 1]!;
  const d2 = a[atA + 2]! - b[atB + 2]!;
  const d3 = a[atA + 3]! - b[atB + 3]!;
  return d0 * d0 + d1 * d1 + d2 * d2 + d3 * d3;
}

/** The squared distance of the hues of two colours. */
export function hueDistance(a: Float64Array, atA: number, b: Float64Array, atB: number): number {
  return (a[atA + 4]! - b[atB + 4]!) ** 2 + (a[atA + 5]! - b[atB + 5]!) ** 2;
}

/** A colour as far as it is opaque. @param colour RGBA */
function premultiplied([r, g, b, a]: ArrayLike<number> & Iterable<number>): number[] {
  const share = a! / 255;
  return [r! * share, g! * share, b! * share, a!];
}

/** RGBA of a colour that counts as far as it is opaque. */
export function straight([r, g, b, a]: readonly number[]): number[] {
  const scale = a! > 0 ? 255 / a! : 0;
  return [r! * scale, g! * scale, b! * scale, a!].map((sample) => Math.min(255, Math.round(sample)));
}
