import type { Raster } from '../../raster.ts';
import { PdfName } from '../model/objects.ts';
import type { PdfJob } from '../pdf-job.ts';
import type { EncodedPicture } from './encoded-picture.ts';
import { encodeSamples } from './encode-lossless.ts';
import type { LossyResult, LossySearch } from './encode-lossy.ts';
import { encodeFewColours } from './encode-few-colours.ts';
import type { JpegHeader } from './jpeg-header.ts';
import type { Picture } from './picture.ts';
import { plainest } from './plain-samples.ts';
import type { PictureSettings, Recompressed } from './recompress-picture.ts';
import { opacityOf, roughness, withHiddenFilled, withOpacity, withoutOpacity } from './hidden-pixels.ts';
import { inverted } from './samples.ts';

/** Drawings show their edges: they get this many points more. */
const DRAWN_BONUS = 4;
/** A second lossy pass over the same samples must pay for what it loses. */
const RECODE_RATIO = 0.8;
const DRAWN_LOSSY_RATIO = 0.7;
/** Shorter pictures are not worth losing anything for. */
export const MIN_LOSSY_BYTES = 1500;
/** Palettes keep edges: they may be this much longer than a JPEG. */
const PALETTE_BONUS = 1.05;

export interface LossyTask {
  readonly raster: Raster;
  readonly isDrawn: boolean;
  /** What the picture's own JPEG says, where it is one. */
  readonly jpeg: JpegHeader | undefined;
  readonly dpi: number | undefined;
  readonly scale: number;
  readonly settings: PictureSettings;
  readonly search: LossySearch;
  /** Bytes to beat. */
  readonly leastBytes: number;
}

/** The picture at the resolution asked for, as JPEG or, where it is a drawing, in few colours. */
export async function losePicture(
  job: PdfJob,
  picture: Picture,
  task: LossyTask,
): Promise<Recompressed | null> {
  const { isDrawn, scale, settings, leastBytes, jpeg } = task;
  if (leastBytes < MIN_LOSSY_BYTES) return null;
  const turned = jpeg && task.raster.space === 'cmyk' ? inkRaster(picture, jpeg, task.raster) : task.raster;
  const { raster: plain, space } = plainest(job, picture, turned);
  const { raster, forJpeg } = await sized(job, picture, plain, scale);
  const small = isDrawn && scale < 1 && space ? await encodeSamples(job, raster, space) : null;
  const least = Math.min(leastBytes, small?.data.length ?? Infinity);
  const limit = least * (settings.isForSize ? 1 : worthwhileRatio(isDrawn, jpeg !== undefined, scale));
  const found = await asJpeg(forJpeg, limit, task);
  const photo = found && found.data.length < limit ? jpegPicture(found, raster, space) : null;
  const usefulBytes = Math.min(limit, (photo?.data.length ?? Infinity) * PALETTE_BONUS);
  if (isDrawn && space && usefulBytes >= MIN_PALETTE_BYTES && !job.context.budget.isSpent) {
    const reduced = await encodeFewColours(job, raster, { floor: settings.floor, base: space, usefulBytes });
    if (reduced) return reduced;
  }
  if (photo && found) return { encoded: photo, score: found.score };
  return small && { encoded: { ...small, isLossy: true } };
}

/** What a palette could save on shorter pictures is not worth its time. */
const MIN_PALETTE_BYTES = 1200;

/** Of the bytes without a lossy encode, the share that one may take. */
function worthwhileRatio(isDrawn: boolean, isJpeg: boolean, scale: number): number {
  if (isDrawn && !isJpeg) return DRAWN_LOSSY_RATIO;
  return isJpeg && scale === 1 ? RECODE_RATIO : 1;
}

function asJpeg(
  raster: Raster,
  usefulBytes: number,
  { isDrawn, jpeg, dpi, scale, settings, search }: LossyTask,
): Promise<LossyResult | null> {
  // Chroma that the source has halved is not worth storing in full, unless reducing brings it back.
  const isHalved = jpeg !== undefined && !jpeg.hasFullChroma && scale > 0.75;
  return search.encode(raster, {
    floor: Math.min(94, settings.floor + (isDrawn ? DRAWN_BONUS : 0)),
    isDrawn,
    hasFullChroma: isDrawn && !isHalved,
    dpi: dpi === undefined ? undefined : dpi * scale,
    isForSize: settings.isForSize ?? false,
    usefulBytes,
  });
}

function jpegPicture(
  { data, isDeflated }: LossyResult,
  { width, height, space: family }: Raster,
  space: EncodedPicture['colourSpace'],
): EncodedPicture {
  return {
    data,
    filter: 'DCTDecode',
    isDeflated,
    width,
    height,
    bits: 8,
    colourSpace: space ?? PdfName.of(family === 'grey' ? 'DeviceGray' : 'DeviceRGB'),
    decode: family === 'cmyk' ? [1, 0, 1, 0, 1, 0, 1, 0] : 'drop',
    isLossy: true,
  };
}

/**
 * Inks of a four-component JPEG as the PDF means them: the codec undoes Adobe's inversion whenever the marker is there,
 * a PDF does so only where its Decode array says it.
 */
function inkRaster(picture: Picture, jpeg: JpegHeader, raster: Raster): Raster {
  return jpeg.hasAdobe !== (picture.decode === 'inverted') ? inverted(raster) : raster;
}

/** The picture at its new size, and the same without edges that nobody sees. */
async function sized(
  job: PdfJob,
  picture: Picture,
  plain: Raster,
  scale: number,
): Promise<{ raster: Raster; forJpeg: Raster }> {
  const raster = scale < 1 ? await downsample(job, plain, scale) : plain;
  const opacity = await opacityOf(job, picture);
  const whole = opacity && withOpacity(plain, opacity);
  if (!whole) return { raster, forJpeg: raster };
  // Reduced together with their opacity, what is hidden does not colour the rim of what is seen.
  const cutOut = scale < 1 ? await downsample(job, whole, scale) : whole;
  const filled = withHiddenFilled(cutOut);
  if (roughness(filled) > roughness(raster) * MAX_ROUGHER) return { raster, forJpeg: raster };
  return { raster: scale < 1 ? withoutOpacity(cutOut) : plain, forJpeg: filled };
}

/** What goes on smoothly under its mask gets edges by filling (1.4 to 3.6 times as rough); what is cut out of black loses some. */
const MAX_ROUGHER = 1.25;

function downsample(job: PdfJob, raster: Raster, scale: number): Promise<Raster> {
  const width = Math.max(1, Math.round(raster.width * scale));
  const height = Math.max(1, Math.round(raster.height * scale));
  return job.context.codecs.image.resize(raster, width, height);
}
