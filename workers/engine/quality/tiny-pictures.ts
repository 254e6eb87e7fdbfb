/**
 * Icons: every pixel shows, and a score over so few says less. They cost few bytes, so that caution is cheap, unless it
 * rules out palettes altogether.
 */
const TINY_PIXELS = 20_000;
const TINY_CAUTION = 10;

/** Least MS-SSIM of an icon: faint contrast on transparent ground may be lost even at a score of 93. */
export const TINY_STRUCTURE = 0.98;

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Whether a picture is an icon. */
export function isTiny({ width, height }: Size): boolean {
  return width * height < TINY_PIXELS;
}

/** The visual score to ask of a picture: ten points more of an icon. */
export function cautiousFloor(floor: number, size: Size): number {
  return isTiny(size) ? floor + TINY_CAUTION : floor;
}
