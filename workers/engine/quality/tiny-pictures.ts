import { TINY_EXTRA_POINTS, TINY_PIXELS } from './thresholds.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Whether a picture is an icon. */
export function isTiny({ width, height }: Size): boolean {
  return width * height < TINY_PIXELS;
}

/** The visual score to ask of a picture: ten points more of an icon. */
export function floorForSize(floor: number, size: Size): number {
  return isTiny(size) ? floor + TINY_EXTRA_POINTS : floor;
}
