import { srgbToLinear } from '../../base/srgb.ts';

/** A colour in CIELAB under D65: lightness from 0 to 100, then green to red and blue to yellow. */
export type Lab = readonly [lightness: number, a: number, b: number];

/** @param red sRGB samples of 0 to 255, fractions as well */
export function labOf(red: number, green: number, blue: number): Lab {
  const [r, g, b] = [srgbToLinear(red), srgbToLinear(green), srgbToLinear(blue)];
  const x = compressed((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505);
  const y = compressed(0.2126 * r + 0.7152 * g + 0.0722 * b);
  const z = compressed((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/**
 * How far a colour has moved, as the eye sees it: one is just noticeable, side by side. Strong colours count for less; near
 * grey it is the plain distance.
 * Source: CIE 116-1995 (CIE94).
 * @param move from the colour to what it has become
 */
export function cie94([, a, b]: Lab, [lightness, moveA, moveB]: Lab): number {
  const chroma = Math.hypot(a, b);
  const moreChroma = Math.hypot(a + moveA, b + moveB) - chroma;
  const hue = Math.max(0, moveA ** 2 + moveB ** 2 - moreChroma ** 2);
  return Math.sqrt(
    lightness ** 2 + (moreChroma / (1 + 0.045 * chroma)) ** 2 + hue / (1 + 0.015 * chroma) ** 2,
  );
}

function compressed(share: number): number {
  return share > 0.008856 ? Math.cbrt(share) : 7.787 * share + 16 / 116;
}
