import type { JpegHeader } from '../read/jpeg-header.ts';
import type { Picture } from '../read/picture.ts';
import { LEAST_JPEG_QUALITY, NEAR_ENOUGH } from '../../../../search/target/tuning.ts';
import { RESIZING_SCALE } from '../../../pictures/tuning.ts';
import { KEPT_QUALITY, MIN_LOSSY_BYTES } from '../../tuning.ts';

/** How far a picture may be reduced. */
export interface PictureSettings {
  /** Lowest visual score of a lossy picture; 100 means lossless only. */
  readonly floor: number;
  /** Pictures well above this resolution are brought down to it. */
  readonly dpi: number;
  /** A target size was asked for: small savings count, and all qualities are tried [false]. */
  readonly isForTarget?: boolean;
}

/** The factor by which a picture's sides are scaled down; 1 where they stay, as where its resolution is not known. */
export function scaleFor({ isMatte }: Picture, dpi: number | undefined, settings: PictureSettings): number {
  const scale = isMatte || dpi === undefined ? 1 : settings.dpi / dpi;
  // A few percent of its sides cost a picture sharpness and say little of its bytes, for a target too.
  return scale < (settings.isForTarget ? NEAR_ENOUGH : RESIZING_SCALE) ? scale : 1;
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
  return scale < 1 || jpeg.quality > (settings.isForTarget ? LEAST_JPEG_QUALITY : KEPT_QUALITY);
}
