import type { ImageInfo } from '../../codecs/image-codec.ts';
import type { EngineContext } from '../../context.ts';
import { checkPixels } from '../../limits.ts';
import { compressPicture } from '../../pictures/compress-picture.ts';
import { readChunks } from '../../containers/png-chunks.ts';
import type { Raster } from '../../raster.ts';
import type { PictureUse } from '../displayed/picture-use.ts';
import { cropRaster, type Area } from './crop-raster.ts';
import { decodeBmp, isBmp } from './decode-bmp.ts';
import type { NewPicture, PictureFormat } from './new-picture.ts';
import { floorFor, minQualityFor, type PictureQuality } from './picture-quality.ts';
import { recodeRaster } from './recode-raster.ts';
import { recompressJpeg } from './recompress-deck-jpeg.ts';
import { shownFloor, withShownMark } from './shown-mark.ts';

/** One picture of a deck and what is wanted of it. */
export interface PictureTask {
  readonly bytes: Uint8Array;
  /** Bytes it takes in the package, packed: what a candidate has to beat. */
  readonly packedBytes: number;
  /** A result this short is as good as any shorter one: it is too small a part of the deck. */
  readonly enoughBytes: number;
  readonly use: PictureUse;
  /** Part of the picture that is to stay, px; left out for all of it. `use` is that of the part. */
  readonly crop?: Area;
  readonly quality: PictureQuality;
  readonly context: EngineContext;
}

/**
 * Makes one raster picture smaller, by its content and not by its name.
 * @returns null when nothing helped or the format is not one of ours
 * @throws EngineError "damaged", "too-large" or "unsupported": the picture stays as it is
 */
export async function recompressPicture(task: PictureTask): Promise<NewPicture | null> {
  const { bytes, context } = task;
  if (isBmp(bytes)) return recodeRaster(cropped(decodeBmp(bytes), task), null, task);
  const info = await context.codecs.image.probe(bytes);
  checkPixels(info.width, info.height);
  const floor = floorFor(task.use, task.quality);
  if (task.quality.keepsOwn && isMadeFor(info, bytes, floor)) return null;
  const found = await byFormat(info, task);
  return found && found.bytes.length < task.packedBytes * WORTH_REPLACING
    ? withShownMark(found, floor)
    : null;
}

/** A floor this much lower is worth another generation. */
const LOWER_FLOOR = 3;

/** Whether we made the picture for this floor, or one near it, before. */
function isMadeFor({ format }: ImageInfo, bytes: Uint8Array, floor: number): boolean {
  const made = format === 'jpeg' || format === 'png' ? shownFloor(bytes) : null;
  return made !== null && made <= floor + LOWER_FLOOR;
}

/** A percent less is not worth another generation. */
const WORTH_REPLACING = 0.99;

async function byFormat(info: ImageInfo, task: PictureTask): Promise<NewPicture | null> {
  const { bytes, context, crop } = task;
  const isAnimated = (info.frames > 1 && info.format !== 'tiff') || isAnimatedPng(bytes);
  if (crop && (isAnimated || !mayCrop(info))) return null;
  const decode = async (): Promise<Raster> => cropped(await context.codecs.image.decode(bytes), task);
  switch (info.format) {
    case 'jpeg':
      return recompressJpeg(info, task);
    case 'png':
      if (isAnimated) return inOwnFormat('png', task);
      return recodeRaster(await decode(), crop ? null : { bytes, info }, task);
    case 'gif':
      if (isAnimated) return recodeGif(task);
      return recodeRaster(await decode(), null, task);
    case 'tiff':
      if (info.space === 'cmyk' || info.space === 'other') return null;
      return recodeRaster(await decode(), null, task);
    case 'webp':
      return inOwnFormat('webp', task);
    default:
      return null;
  }
}

/** Frames after the first would be lost on the way through a raster (PNG specification, 11.3.4.1). */
function isAnimatedPng(bytes: Uint8Array): boolean {
  return bytes[0] === 0x89 && readChunks(bytes).some(({ type }) => type === 'acTL');
}

/** A PNG's profile would be lost on the way through a raster; animations and turned pictures keep their frame. */
function mayCrop({ format, icc, orientation, space }: ImageInfo): boolean {
  const isPlain = orientation === 1 && space !== 'cmyk' && space !== 'other';
  return isPlain && (format === 'jpeg' || icc === null) && format !== 'webp';
}

/** The part of a decoded picture that the task is about. */
export function cropped(raster: Raster, { crop }: PictureTask): Raster {
  return crop ? cropRaster(raster, crop) : raster;
}

/** The engine's own step for the format, at full size. */
export async function inOwnFormat(
  format: PictureFormat,
  task: PictureTask,
  usefulBytes = task.packedBytes,
): Promise<NewPicture | null> {
  const { enoughBytes } = task;
  const floor = floorFor(task.use, task.quality);
  const { bytes, score } = await compressPicture(task.bytes, task.context, {
    floor,
    effort: 'fast',
    usefulBytes,
    enoughBytes,
    minQuality: minQualityFor(task.use),
  });
  if (bytes.length >= task.bytes.length) return null;
  return { bytes, format, score, isResized: false };
}

/** Frames, times and loops stay: the codec only packs them better. */
async function recodeGif({ bytes, context }: PictureTask): Promise<NewPicture | null> {
  const recoded = await context.codecs.image.recodeAnimation(bytes, { format: 'gif', quality: 100 });
  const [before, after] = [
    await context.codecs.image.probe(bytes),
    await context.codecs.image.probe(recoded),
  ];
  if (before.frames !== after.frames || before.width !== after.width) return null;
  return { bytes: recoded, format: 'gif', score: null, isResized: false };
}
