import type { ImageCodec, ImageInfo } from '../../../codecs/ports/image-codec.ts';
import { slimIcc } from '../../../metadata/icc.ts';
import { withMetadata } from '../../../formats/jpeg/rebuild.ts';
import { profileChunk } from '../../../containers/png/chunks.ts';
import { packPlainly } from '../../../formats/png/still/pack-plainly.ts';
import { dropOpaqueAlpha } from '../../../formats/png/still/drop-opaque-alpha.ts';
import { hasAlpha, type Raster } from '../../../base/raster.ts';
import { releaseRaster } from '../../../base/release-raster.ts';
import { roundSamples } from '../../../base/round-samples.ts';
import { jpegToTarget } from '../../../search/target/jpeg-to-target.ts';
import { roundToTarget } from '../../../search/target/round-to-target.ts';
import { fitPicture, type FitLimits } from '../../pictures/fit-picture.ts';
import { decodeBmp, isBmp } from './decode-bmp.ts';
import { packedLength, type NewPicture } from './new-picture.ts';
import { floorFor } from './picture-quality.ts';
import { isShownAsStored, type PictureTask } from './picture-task.ts';
import { shownScore } from './shown-score.ts';
import { RESIZING_SCALE } from '../../pictures/tuning.ts';
import { PIXELS_BY_BYTES_POWER } from '../tuning.ts';
import { MOST_SCORE } from '../../../quality/thresholds.ts';

/** Formats whose stills are samples and perhaps a profile, nothing else. */
const PLAIN_FORMATS = new Set<ImageInfo['format']>(['jpeg', 'png', 'tiff', 'gif']);

/**
 * A picture in as many bytes as it may take, at the size that they allow and at its own: as a JPEG of the quality that they allow
 * where it is one or becomes one, or without loss after rounding its samples.
 * @param present what takes fewer bytes
 * @returns null where neither fits and is good enough, or the picture has to stay as it is
 * @throws EngineError "damaged"
 */
export async function fitDeckPicture(
  task: PictureTask,
  present: NewPicture | null,
  limits: FitLimits,
): Promise<NewPicture | null> {
  const { context, use, quality } = task;
  // The density by which a tile is drawn would be lost.
  if (use.isTiled || floorFor(use, quality) === MOST_SCORE) return null;
  const decoded = await decodeStill(task);
  if (!decoded) return null;
  const { raster, icc, isJpeg } = decoded;
  const mayBeJpeg = (isJpeg || present?.format === 'jpeg') && !hasAlpha(raster);
  const coders = [...(mayBeJpeg ? [asJpeg] : []), ...(isJpeg ? [] : [asPng])];
  const ways = (picture: Raster) =>
    coders.map((code) => async (mostBytes: number) => {
      const found = await code(picture, icc, task, mostBytes);
      if (!found) return null;
      const score = await shownScore(raster, found.shown, task);
      const fitted = { bytes: found.bytes, format: found.format, score, isResized: picture !== raster };
      return { picture: fitted, bytes: found.packedBytes, score };
    });
  const smaller = await resizedFor(raster, present, limits, context.codecs.image);
  const resized = smaller && (await fitPicture(ways(smaller), limits));
  const fitted = resized ?? (await fitPicture(ways(raster), limits));
  releaseRaster(raster);
  return fitted;
}

interface DecodedStill {
  readonly raster: Raster;
  readonly icc: Uint8Array | null;
  /** It is stored as one. */
  readonly isJpeg: boolean;
}

/** @returns null where a picture is more than samples and a profile */
async function decodeStill({ bytes, context }: PictureTask): Promise<DecodedStill | null> {
  const { image } = context.codecs;
  if (isBmp(bytes)) return { raster: dropOpaqueAlpha(decodeBmp(bytes)), icc: null, isJpeg: false };
  const info = await image.probe(bytes);
  const isStill = PLAIN_FORMATS.has(info.format) && info.frames === 1;
  if (!isStill || !isShownAsStored(info)) return null;
  const raster = dropOpaqueAlpha(await image.decode(bytes));
  return { raster, icc: info.icc, isJpeg: info.format === 'jpeg' };
}

/** A picture whose present version has fewer pixels, with as many as its bytes allow. */
async function resizedFor(
  raster: Raster,
  present: NewPicture | null,
  { mostBytes, leastBytes }: FitLimits,
  image: ImageCodec,
): Promise<Raster | null> {
  if (!present?.isResized) return null;
  const { width } = await image.probe(present.bytes);
  const growth = (mostBytes / leastBytes) ** PIXELS_BY_BYTES_POWER;
  const scale = (width / raster.width) * Math.sqrt(growth);
  if (scale > RESIZING_SCALE) return null;
  return image.resize(raster, Math.round(raster.width * scale), Math.round(raster.height * scale));
}

/** A picture in as many bytes as it may take, and the samples that it shows. */
interface Coded extends Pick<NewPicture, 'bytes' | 'format'> {
  /** In the package. */
  readonly packedBytes: number;
  readonly shown: Raster;
}

async function asJpeg(
  raster: Raster,
  icc: Uint8Array | null,
  { context: { codecs, signal } }: PictureTask,
  targetBytes: number,
): Promise<Coded | null> {
  const metadata = { icc: icc && slimIcc(icc), orientation: 1, density: null, comment: null };
  const found = await jpegToTarget(raster, {
    image: codecs.image,
    targetBytes,
    signal,
    store: async (jpeg) => {
      const bytes = withMetadata(jpeg, metadata);
      return { bytes, packedBytes: await packedLength(bytes, codecs.deflate) };
    },
    sizeOf: ({ packedBytes }) => packedBytes,
  });
  if (!found) return null;
  return { ...found.stored, format: 'jpeg', shown: await codecs.image.decode(found.stored.bytes) };
}

async function asPng(
  raster: Raster,
  icc: Uint8Array | null,
  { context: { codecs, signal } }: PictureTask,
  targetBytes: number,
): Promise<Coded | null> {
  const profile = icc ? [await profileChunk(icc, codecs.deflate)] : [];
  const store = (rounded: Raster): Promise<Uint8Array> => {
    signal.throwIfAborted();
    return packPlainly(rounded, profile, codecs.image);
  };
  const losslessBytes = (await store(raster)).length;
  const sizeOf = ({ length }: Uint8Array): number => length;
  const found = await roundToTarget(raster, { targetBytes, losslessBytes, store, sizeOf });
  if (!found) return null;
  const bytes = found.stored;
  return { bytes, packedBytes: bytes.length, format: 'png', shown: roundSamples(raster, found.step) };
}
