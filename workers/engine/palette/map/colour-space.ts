import { BLUE, GREEN, RED } from './nearest-colours.ts';

/** Numbers of a place: red, green, blue and alpha as they are weighed, then what red and blue have beside the lightness. */
export const AXES = 6;

/**
 * Where a colour lies: squared distances of places are those of samples, as nearest colours are found, and those of hues
 * beside them.
 * @param colour red, green and blue as far as it is opaque, and alpha
 * @param hue    what a squared level of hue counts beside one of samples
 * @param to     place of six numbers
 * @param at     first of them
 */
export function writePlace(colour: ArrayLike<number>, hue: number, to: Float64Array, at: number): void {
  const [r, g, b] = [colour[0]!, colour[1]!, colour[2]!];
  const lightness = 0.3 * r + 0.59 * g + 0.11 * b;
  to[at] = SAMPLE_SCALES[0] * r;
  to[at + 1] = SAMPLE_SCALES[1] * g;
  to[at + 2] = SAMPLE_SCALES[2] * b;
  to[at + 3] = colour[3]!;
  to[at + 4] = Math.sqrt(hue) * (r - lightness);
  to[at + 5] = Math.sqrt(hue) * (b - lightness);
}

const SAMPLE_SCALES = [Math.sqrt(RED), Math.sqrt(GREEN), Math.sqrt(BLUE)] as const;

/** A colour as far as it is opaque. @param colour RGBA */
export function premultiplied([r, g, b, a]: Uint8Array): number[] {
  const share = a! / 255;
  return [r! * share, g! * share, b! * share, a!];
}

/** RGBA of a colour that counts as far as it is opaque. */
export function straight([r, g, b, a]: readonly number[]): number[] {
  const scale = a! > 0 ? 255 / a! : 0;
  return [r! * scale, g! * scale, b! * scale, a!].map((sample) => Math.min(255, Math.round(sample)));
}
