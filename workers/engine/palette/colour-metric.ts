/**
 * The one metric of palettes: squared levels of premultiplied samples, green counted most, and where hues must stay what red and
 * blue have beside the lightness. Colours are made, mapped and mended by it. What people see of the result is judged in CIELAB
 * (`quality/`), which costs a cube root a sample.
 */
import { HUE_WEIGHTS, SAMPLE_WEIGHTS } from './tuning.ts';

/** Numbers of a place: red, green, blue and alpha as they are weighed, then what red and blue have beside the lightness. */
export const AXES = 6;

const [RED, GREEN, BLUE] = SAMPLE_WEIGHTS;
const RED_SCALE = Math.sqrt(RED);
const GREEN_SCALE = Math.sqrt(GREEN);
const BLUE_SCALE = Math.sqrt(BLUE);
const [LIGHT_RED, LIGHT_GREEN, LIGHT_BLUE] = HUE_WEIGHTS;

/**
 * Where a colour lies: the metric is the squared distance of places.
 * @param colour red, green and blue as far as it is opaque, and alpha
 * @param hue    what a squared level of hue counts beside one of samples
 * @param to     place of six numbers
 * @param at     first of them
 */
export function writePlace(colour: ArrayLike<number>, hue: number, to: Float64Array, at = 0): void {
  const r = colour[0]!;
  const g = colour[1]!;
  const b = colour[2]!;
  const lightness = LIGHT_RED * r + LIGHT_GREEN * g + LIGHT_BLUE * b;
  const scale = Math.sqrt(hue);
  to[at] = RED_SCALE * r;
  to[at + 1] = GREEN_SCALE * g;
  to[at + 2] = BLUE_SCALE * b;
  to[at + 3] = colour[3]!;
  to[at + 4] = scale * (r - lightness);
  to[at + 5] = scale * (b - lightness);
}

/** The places of a palette's colours, one after the other. @param palette RGBA @param hue as of {@link writePlace} */
export function placesOf(palette: Uint8Array, hue: number): Float64Array {
  const places = new Float64Array((palette.length / 4) * AXES);
  for (let i = 0; i * 4 < palette.length; i++)
    writePlace(premultiplied(palette.subarray(i * 4, i * 4 + 4)), hue, places, i * AXES);
  return places;
}

/** The squared distance of two places without their hues. @param atA first number of the one @param atB of the other */
export function sampleDistance(a: Float64Array, atA: number, b: Float64Array, atB: number): number {
  const d0 = a[atA]! - b[atB]!;
  const d1 = a[atA + 1]! - b[atB + 1]!;
  const d2 = a[atA + 2]! - b[atB + 2]!;
  const d3 = a[atA + 3]! - b[atB + 3]!;
  return d0 * d0 + d1 * d1 + d2 * d2 + d3 * d3;
}

/** The squared distance of the hues of two places. */
export function hueDistance(a: Float64Array, atA: number, b: Float64Array, atB: number): number {
  return (a[atA + 4]! - b[atB + 4]!) ** 2 + (a[atA + 5]! - b[atB + 5]!) ** 2;
}

/** A colour as far as it is opaque. @param colour RGBA */
export function premultiplied([r, g, b, a]: ArrayLike<number> & Iterable<number>): number[] {
  const share = a! / 255;
  return [r! * share, g! * share, b! * share, a!];
}

/** RGBA of a colour that counts as far as it is opaque. */
export function straight([r, g, b, a]: readonly number[]): number[] {
  const scale = a! > 0 ? 255 / a! : 0;
  return [r! * scale, g! * scale, b! * scale, a!].map((sample) => Math.min(255, Math.round(sample)));
}
