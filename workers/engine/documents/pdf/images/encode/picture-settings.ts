import type { JpegHeader } from '../read/jpeg-header.ts';
import { codecOf, type Picture } from '../read/picture.ts';
import {
  DOWNSAMPLE_FOR_TARGET_FROM,
  DOWNSAMPLE_FROM,
  KEPT_JPX_BITS_PER_PX,
  KEPT_QUALITY,
  KEPT_QUALITY_FOR_TARGET,
  MIN_LOSSY_BYTES,
} from '../../tuning.ts';

/** How far a picture may be reduced. */
export interface PictureSettings {
  /** Lowest score of a lossy picture, SSIMULACRA2 scale; 100 means lossless only. */
  readonly floor: number;
  /** Pictures well above this resolution are brought down to it. */
  readonly dpi: number;
  /** A target size was asked for: small savings count, and all qualities are tried [false]. */
  readonly isForTarget?: boolean;
}

/** The factor by which a picture's sides are scaled down; 1 where they stay, as where its resolution is not known. */
export function scaleFor({ isMatte }: Picture, dpi: number | undefined, settings: PictureSettings): number {
  const from = settings.isForTarget ? DOWNSAMPLE_FOR_TARGET_FROM : DOWNSAMPLE_FROM;
  const isLarge = !isMatte && dpi !== undefined && dpi > settings.dpi * from;
  return isLarge ? settings.dpi / dpi : 1;
}

/** Whether the samples of a picture may change at all. */
export function allowsLossy(picture: Picture, settings: PictureSettings): boolean {
  if (settings.floor >= 100 || picture.hasColourKey || picture.hasMatte) return false;
  return picture.stream.data.length >= MIN_LOSSY_BYTES;
}

/** Whether a JPEG may be decoded and encoded again; else only its Huffman codes change. */
export function allowsReencoding(
  picture: Picture,
  jpeg: JpegHeader,
  scale: number,
  settings: PictureSettings,
): boolean {
  if (!allowsLossy(picture, settings) || picture.decode === 'other') return false;
  // How single inks look beside others is known only to the printer.
  if (picture.space?.family === 'other') return false;
  const lowQuality = settings.isForTarget ? KEPT_QUALITY_FOR_TARGET : KEPT_QUALITY;
  return scale < 1 || jpeg.quality > lowQuality;
}

/** Whether a picture is a JPEG 2000 that stays as it is. */
export function keepsJpx(picture: Picture, scale: number, settings: PictureSettings): boolean {
  if (codecOf(picture) !== 'jpx') return false;
  const { stream, width, height } = picture;
  const isLowRate = stream.data.length * 8 < width * height * KEPT_JPX_BITS_PER_PX;
  return settings.floor >= 100 || (scale === 1 && !settings.isForTarget && isLowRate);
}
