import type { ImageInfo } from '../../../codecs/ports/image-codec.ts';
import { isPictureKind } from '../../../api/kinds.ts';
import { checkPixels } from '../../../api/limits.ts';
import { refuseRareJpeg } from '../../../containers/jpeg/segments.ts';
import { readChunks } from '../../../containers/png/chunks.ts';
import { decodeBmp, isBmp } from './decode-bmp.ts';
import { placementFloor, withPlacementMarker } from '../../../metadata/generation-marker.ts';
import { packedLength, type NewPicture } from './new-picture.ts';
import { recompressInOwnFormat } from './own-format.ts';
import { floorFor } from './picture-quality.ts';
import { croppedFor, isShownAsStored, type PictureTask } from './picture-task.ts';
import { recodeRaster } from './recode-raster.ts';
import { recompressJpeg } from './recompress-deck-jpeg.ts';
import { WORTHWHILE_SHARE } from '../tuning.ts';
import { isAlreadyCompressed } from '../../../metadata/generation-marker.ts';

/**
 * Makes one raster picture smaller, by its content and not by its name.
 * @returns null when nothing helped or the format is not one of ours
 * @throws EngineError "damaged", "too-large" or "unsupported": the picture stays as it is
 */
export async function recompressDeckPicture(task: PictureTask): Promise<NewPicture | null> {
  const { bytes, context } = task;
  if (isJpeg(bytes)) refuseRareJpeg(bytes);
  if (isBmp(bytes)) return recodeRaster(croppedFor(task, decodeBmp(bytes)), null, task);
  const info = await context.codecs.image.probe(bytes);
  checkPixels(info.width, info.height);
  const floor = floorFor(task.use, task.quality);
  if (task.quality.keepsMarked && isMadeFor(info, bytes, floor)) return null;
  const found = await byFormat(info, task);
  if (!found) return null;
  const length = await packedLength(found.bytes, context.codecs.deflate);
  return length < task.bytesToBeat * WORTHWHILE_SHARE ? withPlacementMarker(found, floor) : null;
}

function isJpeg(bytes: Uint8Array): boolean {
  return bytes[0] === 0xff && bytes[1] === 0xd8;
}

/** Whether the picture carries our marker for this floor, or one near it. */
function isMadeFor({ format }: ImageInfo, bytes: Uint8Array, floor: number): boolean {
  const made = format === 'jpeg' || format === 'png' ? placementFloor(bytes) : null;
  return isAlreadyCompressed(made, floor);
}

/** Formats whose pictures are decoded here; each other kind is made smaller by its own step. */
const RASTER_FORMATS = new Set<ImageInfo['format']>(['png', 'gif', 'tiff']);

async function byFormat(info: ImageInfo, task: PictureTask): Promise<NewPicture | null> {
  const isAnimated = (info.frames > 1 && info.format !== 'tiff') || isAnimatedPng(task.bytes);
  if (task.crop && (isAnimated || !mayCrop(info))) return null;
  if (isAnimated && info.format === 'gif') return recodeGif(task);
  if (info.format === 'jpeg') return recompressJpeg(info, task);
  if (!isAnimated && RASTER_FORMATS.has(info.format)) return recodeStill(info, task);
  return isPictureKind(info.format) ? recompressInOwnFormat(info.format, task) : null;
}

async function recodeStill(info: ImageInfo, task: PictureTask): Promise<NewPicture | null> {
  const { bytes, context, crop } = task;
  if (info.format === 'tiff' && (info.space === 'cmyk' || info.space === 'other')) return null;
  const raster = croppedFor(task, await context.codecs.image.decode(bytes));
  return recodeRaster(raster, info.format === 'png' && !crop ? { bytes, info } : null, task);
}

/** Frames after the first would be lost on the way through a raster (PNG specification, 11.3.4.1). */
function isAnimatedPng(bytes: Uint8Array): boolean {
  return bytes[0] === 0x89 && readChunks(bytes).some(({ type }) => type === 'acTL');
}

/** A PNG's profile would be lost on the way through a raster; animations and turned pictures keep their frame. */
function mayCrop(info: ImageInfo): boolean {
  const { format, icc } = info;
  return isShownAsStored(info) && (format === 'jpeg' || (icc === null && RASTER_FORMATS.has(format)));
}

/** Frames, times and loop count stay: the codec only packs them better. */
async function recodeGif({ bytes, context }: PictureTask): Promise<NewPicture | null> {
  const recoded = await context.codecs.image.recodeAnimation(bytes, { format: 'gif', quality: 100 });
  const [before, after] = [
    await context.codecs.image.probe(bytes),
    await context.codecs.image.probe(recoded),
  ];
  if (before.frames !== after.frames || before.width !== after.width) return null;
  return { bytes: recoded, format: 'gif', score: null, isResized: false };
}
