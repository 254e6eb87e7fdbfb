/**
 * XYB, the opponent colour space of JPEG XL, from 8-bit sRGB, scaled as SSIMULACRA2 wants it.
 * Scaling down happens in linear light. The mixing to cone responses is linear too, so one may halve after mixing:
 * planes are kept as cone responses and halved as such.
 * Source: libjxl, opsin_params.h and the description of SSIMULACRA 2.0.
 */
export interface Cones {
  readonly width: number;
  readonly height: number;
  readonly long: Float32Array;
  readonly medium: Float32Array;
  readonly short: Float32Array;
}

const BIAS = 0.0037930732552754493;
const LONG = [0.3, 0.622, 0.078] as const;
const MEDIUM = [0.23, 0.692, 0.078] as const;
const SHORT = [0.24342268924547819, 0.20476744424496821, 0.55180986650955] as const;

/** Linear light of an sRGB sample, IEC 61966-2-1. */
const LINEAR = Float32Array.from({ length: 256 }, (_, i) => {
  const v = i / 255;
  return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
});

/** Cube roots less that of the bias; linear between entries, off by less than 1e-7 above the bias. */
const ROOT_STEPS = 16384;
const ROOTS = Float32Array.from(
  { length: ROOT_STEPS + 130 },
  (_, i) => Math.cbrt(i / ROOT_STEPS) - Math.cbrt(BIAS),
);

/** @param rgb 8-bit samples, three a pixel, at least width * height * 3 of them */
export function conesFromRgb(rgb: Uint8Array, width: number, height: number): Cones {
  const count = width * height;
  const long = new Float32Array(count);
  const medium = new Float32Array(count);
  const short = new Float32Array(count);
  for (let i = 0, at = 0; i < count; i++, at += 3) {
    const r = LINEAR[rgb[at]!]!;
    const g = LINEAR[rgb[at + 1]!]!;
    const b = LINEAR[rgb[at + 2]!]!;
    long[i] = LONG[0] * r + LONG[1] * g + LONG[2] * b + BIAS;
    medium[i] = MEDIUM[0] * r + MEDIUM[1] * g + MEDIUM[2] * b + BIAS;
    short[i] = SHORT[0] * r + SHORT[1] * g + SHORT[2] * b + BIAS;
  }
  return { width, height, long, medium, short };
}

/** Halves both sides, rounding up; the last row and column count twice where the side is odd. */
export function halve(cones: Cones): Cones {
  const width = (cones.width + 1) >> 1;
  const height = (cones.height + 1) >> 1;
  const side = (plane: Float32Array): Float32Array =>
    halvePlane(plane, cones.width, cones.height, width, height);
  return { width, height, long: side(cones.long), medium: side(cones.medium), short: side(cones.short) };
}

function halvePlane(
  from: Float32Array,
  fromWidth: number,
  fromHeight: number,
  width: number,
  height: number,
) {
  const to = new Float32Array(width * height);
  for (let y = 0; y < height; y++) {
    const top = 2 * y * fromWidth;
    const bottom = Math.min(2 * y + 1, fromHeight - 1) * fromWidth;
    const row = y * width;
    const pairs = fromWidth >> 1;
    for (let x = 0, at = 0; x < pairs; x++, at += 2) {
      to[row + x] =
        0.25 * (from[top + at]! + from[top + at + 1]! + from[bottom + at]! + from[bottom + at + 1]!);
    }
    if (pairs < width) to[row + pairs] = 0.5 * (from[top + fromWidth - 1]! + from[bottom + fromWidth - 1]!);
  }
  return to;
}

/** One plane of XYB as SSIMULACRA2 scales it, all about 0 to 1. */
export function opsinPlane(cones: Cones, channel: 'x' | 'y' | 'b'): Float32Array {
  const { long, medium, short } = cones;
  const plane = new Float32Array(long.length);
  if (channel === 'x') {
    for (let i = 0; i < plane.length; i++) plane[i] = 0.5 * (root(long[i]!) - root(medium[i]!)) + 0.5;
  } else if (channel === 'y') {
    for (let i = 0; i < plane.length; i++) plane[i] = 0.5 * (root(long[i]!) + root(medium[i]!)) + 0.05;
  } else {
    for (let i = 0; i < plane.length; i++) {
      plane[i] = root(short[i]!) - 0.5 * (root(long[i]!) + root(medium[i]!)) + 1.1;
    }
  }
  return plane;
}

function root(cone: number): number {
  const at = cone * ROOT_STEPS;
  const index = at | 0;
  const low = ROOTS[index]!;
  return low + (at - index) * (ROOTS[index + 1]! - low);
}
