import type { EngineContext } from '../../../context.ts';
import { MAX_JPEG_SIDE, type ImageInfo } from '../../../codecs/ports/image-codec.ts';
import { profileChunk, readChunks, writeChunks } from '../../../containers/png/chunks.ts';
import { compressPicture } from '../../../formats/compress-picture.ts';
import { dropOpaqueAlpha } from '../../../formats/png/still/drop-opaque-alpha.ts';
import type { PictureOptions } from '../../../picture-options.ts';
import type { Raster } from '../../../base/raster.ts';
import { hasAreas } from '../../pictures/has-areas.ts';
import { findResizedSize } from '../drawing/picture-use.ts';
import { countColours } from './count-colours.ts';
import { packedLength, smallestOf, type NewPicture } from './new-picture.ts';
import { floorFor } from './picture-quality.ts';
import { shownScore, viewScale } from './shown-score.ts';
import { encodeViewedJpeg } from './viewed-jpeg.ts';
import type { PictureTask } from './picture-task.ts';
import { QUICK_PIXELS } from '../../../search/tuning.ts';
import { MANY_COLOURS, SURE_SHARE } from '../tuning.ts';
import { MOST_SCORE } from '../../../quality/thresholds.ts';

/** The PNG that a raster was decoded from. */
export interface SourcePng {
  readonly bytes: Uint8Array;
  readonly info: ImageInfo;
}

/** What all candidates for one picture have in common. */
interface Recoding {
  readonly raster: Raster;
  /** The source where it is a PNG; null for formats that are always replaced (BMP, TIFF, still GIF). */
  readonly png: SourcePng | null;
  readonly task: PictureTask;
  readonly colours: number;
}

/**
 * Recodes a picture that was stored without loss: as PNG, or as JPEG where it is opaque and looks the same, at its own
 * size or at the one it is shown at. The smallest wins.
 * @param png the source where it is a PNG
 */
export async function recodeRaster(
  decoded: Raster,
  png: SourcePng | null,
  task: PictureTask,
): Promise<NewPicture | null> {
  const raster = dropOpaqueAlpha(decoded);
  const recoding: Recoding = { raster, png, task, colours: countColours(raster) };
  const best = await smallestSize(recoding);
  if (best?.format !== 'png' || (best.score === null && !best.isResized)) return best;
  // Where it is shown pixel by pixel its score is the one that it has alone.
  if (!best.isResized && viewScale(raster, task.use) === 1) return best;
  const score = await shownScore(raster, await task.context.codecs.image.decode(best.bytes), task);
  return { ...best, score: Math.max(score, best.score ?? 0) };
}

async function smallestSize(recoding: Recoding): Promise<NewPicture | null> {
  const { task } = recoding;
  const resized = await atPlacedSize(recoding);
  const { raster } = recoding;
  // Resampling adds colours to drawings, so the full size can win; not where it starts far behind, or a search takes long.
  const isShort = resized !== null && resized.bytes.length < SURE_SHARE * task.bytesToBeat;
  const isClear = isShort && !resized.isUnusual && raster.width * raster.height > QUICK_PIXELS;
  if (isClear || (resized && task.context.budget.isSpent)) return resized;
  return smallestOf([resized, await atFullSize(recoding)], task.context.codecs.deflate);
}

async function atPlacedSize(recoding: Recoding): Promise<NewPicture | null> {
  const { raster, png, task } = recoding;
  const { use, quality, context } = task;
  const mayResize = floorFor(use, quality) < MOST_SCORE;
  const size = mayResize ? findResizedSize(use, raster, quality.ppi) : null;
  if (!size) return null;
  const small = await context.codecs.image.resize(raster, size.width, size.height);
  const best = await bestEncoding(small, recoding, () => plainPng(small, png, context));
  return best && { ...best, isResized: true };
}

/** A PNG with the profile of its source. */
async function plainPng(
  raster: Raster,
  source: SourcePng | null,
  { codecs }: EngineContext,
): Promise<Uint8Array> {
  const plain = await codecs.image.encodePng(raster);
  const icc = source?.info.icc;
  if (!icc) return plain;
  const [header, ...rest] = readChunks(plain);
  return writeChunks([header!, await profileChunk(icc, codecs.deflate), ...rest]);
}

async function atFullSize(recoding: Recoding): Promise<NewPicture | null> {
  const { raster, png, task } = recoding;
  const best = await bestEncoding(
    raster,
    recoding,
    async () => png?.bytes ?? (await plainPng(raster, png, task.context)),
  );
  return best?.bytes === png?.bytes ? null : best;
}

/** The smaller of JPEG and PNG; the PNG of what has no areas is left out where the JPEG is sure to win. */
async function bestEncoding(
  raster: Raster,
  recoding: Recoding,
  makePng: () => Promise<Uint8Array>,
): Promise<NewPicture | null> {
  const { task, colours } = recoding;
  const isOfAreas = hasAreas(raster);
  const isOpaque = raster.channels === 1 || raster.channels === 3;
  const fitsJpeg = Math.max(raster.width, raster.height) <= MAX_JPEG_SIDE;
  // A tile is drawn by its density, which stays with its own kind.
  const mayBeJpeg =
    !task.use.isTiled &&
    isOpaque &&
    fitsJpeg &&
    floorFor(task.use, task.quality) < MOST_SCORE &&
    // What a palette holds: letters on such pictures would show the noise of a JPEG.
    (colours > 256 || !isOfAreas);
  const { bytesToBeat } = task;
  if (!mayBeJpeg) return asPng(await makePng(), task, { maxBytes: bytesToBeat });
  // The likely winner comes first; the other is given up as soon as it falls behind.
  if (isOfAreas) return pngBeforeJpeg(raster, recoding, await makePng());
  const jpeg = await asJpeg(raster, recoding, bytesToBeat);
  if (jpeg && jpeg.bytes.length < SURE_SHARE * bytesToBeat) return jpeg;
  const { deflate } = task.context.codecs;
  const maxBytes = jpeg ? await packedLength(jpeg.bytes, deflate) : bytesToBeat;
  return smallestOf([jpeg, await asPng(await makePng(), task, { maxBytes })], deflate);
}

/** The smaller of both. Where no palette will do, the JPEG is made before the PNG is packed without loss, which takes longer. */
async function pngBeforeJpeg(
  raster: Raster,
  recoding: Recoding,
  plain: Uint8Array,
): Promise<NewPicture | null> {
  const { task } = recoding;
  const { bytesToBeat } = task;
  const { deflate } = task.context.codecs;
  let early: Promise<NewPicture | null> | null = null;
  const rivalBytes = async (): Promise<number> => {
    early = asJpeg(raster, recoding, bytesToBeat);
    const jpeg = await early;
    return jpeg ? packedLength(jpeg.bytes, deflate) : bytesToBeat;
  };
  const smaller = await asPng(plain, task, { maxBytes: bytesToBeat, rivalBytes });
  return smallestOf([smaller, await (early ?? asJpeg(raster, recoding, smaller.bytes.length))], deflate);
}

function asJpeg(
  raster: Raster,
  { png, colours, task }: Recoding,
  maxBytes: number,
): Promise<NewPicture | null> {
  const isDrawn = colours <= MANY_COLOURS;
  const icc = png?.info.icc ?? null;
  return encodeViewedJpeg(raster, task, { isDrawn, hasHalvedChroma: false, maxBytes, icc });
}

/** Through the engine's PNG step. */
async function asPng(
  bytes: Uint8Array,
  { use, quality, context }: PictureTask,
  limits: Pick<PictureOptions, 'maxBytes' | 'rivalBytes'>,
): Promise<NewPicture> {
  const floor = floorFor(use, quality);
  const { isForTarget } = quality;
  const smaller = await compressPicture(bytes, context, { floor, effort: 'fast', isForTarget, ...limits });
  return { bytes: smaller.bytes, format: 'png', score: smaller.score, isResized: false };
}
