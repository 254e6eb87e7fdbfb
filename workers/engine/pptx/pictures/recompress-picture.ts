import type { ImageInfo } from '../../codecs/image-codec.ts';
import type { EngineContext } from '../../context.ts';
import { checkPixels } from '../../limits.ts';
import { compressPicture } from '../../pictures/compress-picture.ts';
import type { PictureUse } from '../displayed/picture-use.ts';
import { decodeBmp, isBmp } from './decode-bmp.ts';
import type { NewPicture, PictureFormat } from './new-picture.ts';
import { floorFor, pictureContext, type PictureQuality } from './picture-quality.ts';
import { recodeRaster } from './recode-raster.ts';
import { recompressJpeg } from './recompress-deck-jpeg.ts';

/** One picture of a deck and what is wanted of it. */
export interface PictureTask {
  readonly bytes: Uint8Array;
  /** Bytes it takes in the package, packed: what a candidate has to beat. */
  readonly packedBytes: number;
  /** A result this short is as good as any shorter one: it is too small a part of the deck. */
  readonly enoughBytes: number;
  readonly use: PictureUse;
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
  if (isBmp(bytes)) return recodeRaster(decodeBmp(bytes), null, task);
  const info = await context.codecs.image.probe(bytes);
  checkPixels(info.width, info.height);
  const found = await byFormat(info, task);
  return found && found.bytes.length < task.packedBytes * WORTH_REPLACING ? found : null;
}

/** A percent less is not worth another generation. */
const WORTH_REPLACING = 0.99;

async function byFormat(info: ImageInfo, task: PictureTask): Promise<NewPicture | null> {
  const { bytes, context } = task;
  const isAnimated = info.frames > 1 && info.format !== 'tiff';
  switch (info.format) {
    case 'jpeg':
      return recompressJpeg(info, task);
    case 'png':
      // Only its own step knows whether a PNG is animated.
      if (isAnimated) return inOwnFormat('png', task);
      return recodeRaster(await context.codecs.image.decode(bytes), { bytes, info }, task);
    case 'gif':
      if (isAnimated) return recodeGif(task);
      return recodeRaster(await context.codecs.image.decode(bytes), null, task);
    case 'tiff':
      if (info.space === 'cmyk' || info.space === 'other') return null;
      return recodeRaster(await context.codecs.image.decode(bytes), null, task);
    case 'webp':
      return inOwnFormat('webp', task);
    default:
      return null;
  }
}

/** The engine's own step for the format, at full size. */
export async function inOwnFormat(
  format: PictureFormat,
  task: PictureTask,
  usefulBytes = task.packedBytes,
): Promise<NewPicture | null> {
  const { enoughBytes } = task;
  const floor = floorFor(task.use, task.quality);
  const context = pictureContext(task.context);
  const bytes = await compressPicture(task.bytes, context, {
    floor,
    isOneOfMany: true,
    usefulBytes,
    enoughBytes,
  });
  if (bytes.length >= task.bytes.length) return null;
  return { bytes, format, score: takeScore(context), isResized: false };
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

/** Score that the picture's own report holds. */
export function takeScore(context: EngineContext): number | null {
  return context.report.build({ kind: 'png', preset: context.preset, sourceBytes: 0, outputBytes: 0 }).score;
}
