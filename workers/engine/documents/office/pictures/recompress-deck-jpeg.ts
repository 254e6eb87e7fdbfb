import { nextDensity } from '../../../api/presets.ts';
import type { ImageInfo } from '../../../codecs/ports/image-codec.ts';
import type { Raster } from '../../../base/raster.ts';
import { releaseRaster } from '../../../base/release-raster.ts';
import { MOST_SCORE } from '../../../quality/thresholds.ts';
import { RECODED_SHARE, VIEW_DPI } from '../../pictures/tuning.ts';
import { findResizedSize, shownDpi } from '../drawing/picture-use.ts';
import { smallestOf, type NewPicture } from './new-picture.ts';
import { recompressInOwnFormat } from './own-format.ts';
import { floorFor } from './picture-quality.ts';
import { croppedFor, isShownAsStored, type PictureTask } from './picture-task.ts';
import { encodeViewedJpeg } from './viewed-jpeg.ts';

/**
 * The JPEG for how it is viewed, at the size that it is shown at where it has more pixels; as it would be alone where there is none, and
 * where that takes fewer bytes than an unusual one.
 */
export async function recompressJpeg(info: ImageInfo, task: PictureTask): Promise<NewPicture | null> {
  const viewed = await viewedJpeg(info, task);
  const isSure = viewed !== null && (!viewed.isUnusual || task.quality.isForTarget);
  if (isSure || task.crop) return viewed;
  return smallestOf([viewed, await recompressInOwnFormat('jpeg', task)], task.context.codecs.deflate);
}

/** @returns null where it is shown pixel by pixel, or its samples are not all that is shown */
async function viewedJpeg(info: ImageInfo, task: PictureTask): Promise<NewPicture | null> {
  const { use, quality, context, crop } = task;
  if (!isShownAsStored(info) || floorFor(use, quality) === MOST_SCORE) return null;
  const shown = crop ?? info;
  const size = findResizedSize(use, shown, quality.ppi);
  const isDense = (shownDpi(use, shown) ?? 0) > VIEW_DPI;
  if (!size && !isDense && !crop) return null;
  const raster = croppedFor(task, await context.codecs.image.decode(task.bytes));
  const best = await smallestSize(raster, { ...info, ...shown }, task);
  releaseRaster(raster);
  return best;
}

/** At the size that it is shown at; where that takes an unusual JPEG or gives none, in no more bytes than with more pixels. */
async function smallestSize(raster: Raster, info: ImageInfo, task: PictureTask): Promise<NewPicture | null> {
  const { use, quality, crop } = task;
  let best: NewPicture | null = null;
  for (
    let { ppi } = quality;
    !best || (best.isUnusual && !quality.isForTarget);
    ppi = best ? nextDensity(ppi, 'pptxImagePpi') : Infinity
  ) {
    const size = findResizedSize(use, info, ppi);
    const found = size
      ? await resizedJpeg(raster, size, info, task)
      : await encode(raster, info, task, crop ? 1 : RECODED_SHARE);
    best = await smallestOf([best, found], task.context.codecs.deflate);
    if (!size) break;
  }
  return best;
}

async function resizedJpeg(
  raster: Raster,
  { width, height }: { readonly width: number; readonly height: number },
  info: ImageInfo,
  task: PictureTask,
): Promise<NewPicture | null> {
  const small = await task.context.codecs.image.resize(raster, width, height);
  const resized = await encode(small, info, task, 1);
  return resized && { ...resized, isResized: true };
}

/** @param share of the bytes to beat that the result may take */
function encode(
  raster: Raster,
  { chromaSubsampling, width, icc }: ImageInfo,
  task: PictureTask,
  share: number,
): Promise<NewPicture | null> {
  const isHalved = chromaSubsampling !== '4:4:4' && raster.width >= width;
  return encodeViewedJpeg(raster, task, {
    isDrawn: false,
    hasHalvedChroma: isHalved,
    maxBytes: share * task.bytesToBeat,
    icc,
  });
}
