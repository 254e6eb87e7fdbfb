/** Linear light of an sRGB sample: 0 to 1. @param sample 0 to 255, fractions as well. Source: IEC 61966-2-1. */
export function srgbToLinear(sample: number): number {
  const v = sample / 255;
  return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
}

/** The sRGB sample of linear light, both 0 to 1. Source: IEC 61966-2-1. */
export function linearToSrgb(linear: number): number {
  return linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055;
}

/** Luma of sRGB samples, on their scale. Source: ITU-R BT.601. */
export function luma(red: number, green: number, blue: number): number {
  return 0.299 * red + 0.587 * green + 0.114 * blue;
}

/** Four times the luma, near enough for sums over many pixels: whole numbers stay whole. */
export function fourfoldLuma(red: number, green: number, blue: number): number {
  return red + 2 * green + blue;
}

/** {@link fourfoldLuma} of a pixel. @param at its first sample, of three */
export function fourfoldLumaAt(rgb: Uint8Array, at: number): number {
  return fourfoldLuma(rgb[at]!, rgb[at + 1]!, rgb[at + 2]!);
}
