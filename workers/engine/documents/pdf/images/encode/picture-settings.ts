import type { JpegHeader } from '../read/jpeg-header.ts';
import { codecOf, type Picture } from '../read/picture.ts';

/** How far a picture may be reduced. */
export interface PictureSettings {
  /** Lowest score of a lossy picture, SSIMULACRA2 scale; 100 means lossless only. */
  readonly floor: number;
  /** Pictures well above this resolution are brought down to it. */
  readonly dpi: number;
  /** A target size was asked for: small savings count, and all qualities are tried [false]. */
  readonly isForTarget?: boolean;
}

/** A picture is brought down when it is above the resolution asked for by more than this. */
const DOWNSAMPLE_FROM = 1.2;
/** The same for a target size: with 1.2, documents of pictures of one resolution leap by a quarter of their size. */
const DOWNSAMPLE_FOR_TARGET_FROM = 1.05;

/** The factor by which a picture's sides are scaled down; 1 where they stay, as where its resolution is not known. */
export function scaleFor({ isMatte }: Picture, dpi: number | undefined, settings: PictureSettings): number {
  const from = settings.isForTarget ? DOWNSAMPLE_FOR_TARGET_FROM : DOWNSAMPLE_FROM;
  const isLarge = !isMatte && dpi !== undefined && dpi > settings.dpi * from;
  return isLarge ? settings.dpi / dpi : 1;
}

const MIN_LOSSY_PX = 16;
/** Shorter pictures save too little to change their samples. */
export const MIN_LOSSY_BYTES = 1500;

/** Whether the samples of a picture may change at all. */
export function allowsLossy(picture: Picture, settings: PictureSettings): boolean {
  if (settings.floor >= 100 || picture.hasColourKey || picture.hasMatte) return false;
  return (
    Math.min(picture.width, picture.height) >= MIN_LOSSY_PX && picture.stream.data.length >= MIN_LOSSY_BYTES
  );
}

/** A JPEG at or below this quality is not encoded again at its own size. */
const LOW_QUALITY = 62;
/** The same where a target size was asked for. */
const LOWEST_QUALITY = 20;

/** Whether a JPEG may be decoded and encoded again; else only its Huffman codes change. */
export function allowsReencoding(
  picture: Picture,
  jpeg: JpegHeader,
  scale: number,
  settings: PictureSettings,
): boolean {
  if (!allowsLossy(picture, settings) || picture.decode === 'other') return false;
  // What single inks look like beside others is known to who prints them.
  if (picture.space?.family === 'other') return false;
  const lowQuality = settings.isForTarget ? LOWEST_QUALITY : LOW_QUALITY;
  return scale < 1 || jpeg.quality > lowQuality;
}

/** At such a rate JPEG 2000 is not beaten by JPEG at the same size. */
const LOW_BITS_PER_PX = 1.5;

/** Whether a picture is a JPEG 2000 that stays as it is. */
export function keepsJpx(picture: Picture, scale: number, settings: PictureSettings): boolean {
  if (codecOf(picture) !== 'jpx') return false;
  const { stream, width, height } = picture;
  const isLowRate = stream.data.length * 8 < width * height * LOW_BITS_PER_PX;
  return settings.floor >= 100 || (scale === 1 && !settings.isForTarget && isLowRate);
}
