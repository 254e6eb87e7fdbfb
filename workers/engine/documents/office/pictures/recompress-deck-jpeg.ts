import type { ImageInfo } from '../../../codecs/ports/image-codec.ts';
import { withMetadata } from '../../../formats/jpeg/rebuild.ts';
import { readJpegStructure } from '../../../containers/jpeg/segments.ts';
import { encodeJpegToFloor } from '../../../search/still/encode-jpeg-to-floor.ts';
import { FAST_MARGIN_SHARE } from '../../../search/tuning.ts';
import type { Raster } from '../../../base/raster.ts';
import { findResizedSize } from '../drawing/picture-use.ts';
import type { Area } from './crop-raster.ts';
import { smallestOf, type NewPicture } from './new-picture.ts';
import { recompressInOwnFormat } from './own-format.ts';
import { floorFor } from './picture-quality.ts';
import { croppedFor, isShownAsStored, type PictureTask } from './picture-task.ts';
import { releaseRaster } from '../../../base/release-raster.ts';
import { CLEAR_RESIZED_SHARE, LEAST_QUALITY } from '../tuning.ts';
import { MOST_SCORE } from '../../../quality/thresholds.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The smaller of the JPEG as large as it is and scaled down to the size it is shown at. */
export async function recompressJpeg(info: ImageInfo, task: PictureTask): Promise<NewPicture | null> {
  if (task.crop) return recompressPart(info, task, task.crop);
  const mayResize = isShownAsStored(info) && floorFor(task.use, task.quality) < MOST_SCORE;
  const size = mayResize ? findResizedSize(task.use, info, task.quality.ppi) : null;
  const resized = size && (await resizeWhole(size, info, task));
  // Much fewer pixels at half the bytes: the full size cannot win.
  if (resized && resized.bytes.length < CLEAR_RESIZED_SHARE.jpeg * task.bytes.length) return resized;
  return smallestOf([resized, await recompressInOwnFormat('jpeg', task, resized?.bytes.length)]);
}

/** Releases the samples before the next step decodes the picture anew. */
async function resizeWhole(size: Size, info: ImageInfo, task: PictureTask): Promise<NewPicture | null> {
  const raster = await task.context.codecs.image.decode(task.bytes);
  const resized = await resizeJpeg(raster, size, info, task);
  releaseRaster(raster);
  return resized;
}

/** The part of a JPEG that is shown, at its own size or the one it is shown at. */
async function recompressPart(info: ImageInfo, task: PictureTask, crop: Area): Promise<NewPicture | null> {
  if (floorFor(task.use, task.quality) === MOST_SCORE) return null;
  const part = croppedFor(task, await task.context.codecs.image.decode(task.bytes));
  const size = findResizedSize(task.use, crop, task.quality.ppi);
  const resized = size && (await resizeJpeg(part, size, info, task));
  return resized ?? encode(part, info, task);
}

async function resizeJpeg(
  raster: Raster,
  size: Size,
  info: ImageInfo,
  task: PictureTask,
): Promise<NewPicture | null> {
  const small = await task.context.codecs.image.resize(raster, size.width, size.height);
  const resized = await encode(small, info, task);
  return resized && { ...resized, isResized: true };
}

async function encode(raster: Raster, info: ImageInfo, task: PictureTask): Promise<NewPicture | null> {
  const { use, quality, enoughBytes, context } = task;
  const { signal, budget, codecs } = context;
  const encoded = await encodeJpegToFloor(raster, {
    codec: codecs.image,
    floor: floorFor(use, quality),
    chroma: info.chromaSubsampling === '4:4:4' ? ['4:2:0', '4:4:4'] : ['4:2:0'],
    marginShare: FAST_MARGIN_SHARE,
    enoughBytes,
    minQuality: LEAST_QUALITY,
    signal,
    budget,
  });
  if (!encoded) return null;
  // Tiles are drawn by it.
  const density = use.isTiled ? readJpegStructure(task.bytes).density : null;
  const kept = { icc: info.icc, orientation: 1, density, comment: null };
  const bytes = withMetadata(encoded.bytes, kept);
  return { bytes, format: 'jpeg', score: encoded.score, isResized: false };
}
