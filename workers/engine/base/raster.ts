import { equalBytes } from './bytes.ts';

/**
 * A decoded picture: samples interleaved by pixel, rows top to bottom without padding.
 * `data.length === width * height * channels`.
 */
export interface Raster {
  readonly width: number;
  readonly height: number;
  /** 1 grey, 2 grey + alpha, 3 RGB, 4 RGBA (or CMYK when `space` says so). */
  readonly channels: 1 | 2 | 3 | 4;
  readonly space: 'grey' | 'rgb' | 'cmyk';
  readonly data: Uint8Array;
}

/** A decoded picture with 16 bits a sample; same layout as {@link Raster}. */
export interface Raster16 extends Omit<Raster, 'data'> {
  readonly data: Uint16Array;
}

/** Whether the last channel is alpha. */
export function hasAlpha({ channels, space }: Pick<Raster, 'channels' | 'space'>): boolean {
  return channels === 2 || (channels === 4 && space !== 'cmyk');
}

/** Rows of a raster from `y` on, without a copy. */
export function bandOf(raster: Raster, y: number, height: number): Raster {
  const rowBytes = raster.width * raster.channels;
  return { ...raster, height, data: raster.data.subarray(y * rowBytes, (y + height) * rowBytes) };
}

/** Whether two rasters have the same layout and samples. */
export function equalRasters(a: Raster, b: Raster): boolean {
  return hasSameSize(a, b) && a.channels === b.channels && equalBytes(a.data, b.data);
}

/**
 * Whether two rasters show the same: the colour of fully transparent samples may differ, and an alpha channel that is
 * opaque throughout may be missing in one of them.
 */
export function equalWhereVisible(a: Raster, b: Raster): boolean {
  const colours = coloursOf(a);
  if (!hasSameSize(a, b) || colours !== coloursOf(b)) return false;
  const [alphaA, alphaB] = [hasAlpha(a), hasAlpha(b)];
  for (let i = 0, j = 0; i < a.data.length; i += a.channels, j += b.channels) {
    const alpha = alphaA ? a.data[i + colours] : OPAQUE;
    if (alpha !== (alphaB ? b.data[j + colours] : OPAQUE)) return false;
    if (alpha === 0) continue;
    for (let c = 0; c < colours; c++) if (a.data[i + c] !== b.data[j + c]) return false;
  }
  return true;
}

const OPAQUE = 255;

function coloursOf(raster: Raster): number {
  return raster.channels - (hasAlpha(raster) ? 1 : 0);
}

/** Whether two rasters have the same width and height. */
export function hasSameSize(a: Raster, b: Raster): boolean {
  return a.width === b.width && a.height === b.height;
}
