import type { Raster } from '../../raster.ts';
import { PdfName, type PdfObject } from '../model/objects.ts';
import type { PdfJob } from '../pdf-job.ts';
import { looksDrawn } from './content-kind.ts';
import { decodePicture, type Decoded } from './decode-picture.ts';
import type { EncodedPicture } from './encoded-picture.ts';
import { asBitmap, bitsPerSample, encodeBilevel, encodePacked, encodeSamples } from './encode-lossless.ts';
import type { LossySearch } from './encode-lossy.ts';
import { readJpegHeader } from './jpeg-header.ts';
import { codecOf, type Picture } from './picture.ts';
import { greyInDisguise, inverted } from './samples.ts';

/** How far a picture may go. */
export interface PictureSettings {
  /** Lowest score of a lossy picture, SSIMULACRA2 scale; 100 means lossless only. */
  readonly floor: number;
  /** Pictures well above this resolution are brought down to it. */
  readonly dpi: number;
  /** A size was asked for: what little there is to save counts, and lower qualities are tried [false]. */
  readonly isForSize?: boolean;
}

export interface Recompressed {
  readonly encoded: EncodedPicture;
  /** Score of a lossy result. */
  readonly score?: number;
}

/** Drawings show their edges: they get this many points more. */
const DRAWN_BONUS = 4;
/** A picture is brought down when it is above the target resolution by more than this. */
const DOWNSAMPLE_FROM = 1.2;
/** A second lossy pass over the same samples must pay for what it loses. */
const RECODE_RATIO = 0.8;
/** A JPEG at or below this quality is not coded again at its own size. */
const LOW_QUALITY = 62;
/** The same where a size was asked for. */
const LOWEST_QUALITY = 20;
const DRAWN_JPEG_RATIO = 0.7;
/** A drawing takes less than this without loss. What does not pack well is a scan with clean paper, whatever its pixels say. */
const DRAWN_BITS_PER_SAMPLE = 0.8;
/** Drawings larger than this are not stored in full when they are to be brought down anyway. */
const MAX_EXACT_PX = 2_000_000;
const MIN_LOSSY_BYTES = 1500;
const MIN_LOSSY_PX = 16;

/**
 * The smallest faithful encoding of a picture.
 * @param dpi effective resolution as placed, or undefined when it is not known (then the size stays)
 * @returns null when nothing is smaller than what is there
 */
export async function recompressPicture(
  job: PdfJob,
  picture: Picture,
  dpi: number | undefined,
  settings: PictureSettings,
  search: LossySearch,
): Promise<Recompressed | null> {
  const scale = dpi !== undefined && dpi > settings.dpi * DOWNSAMPLE_FROM ? settings.dpi / dpi : 1;
  if (codecOf(picture) === 'jpeg' && !mayBeRecoded(picture, scale, settings)) return transcode(job, picture);
  if (
    codecOf(picture) === 'jpx' &&
    (settings.floor >= 100 || (scale === 1 && !settings.isForSize && isFrugal(picture)))
  )
    return null;
  const decoded = await decodePicture(job, picture);
  if (decoded.kind !== 'samples') return smallest(picture, [await lossless(job, picture, decoded)]);
  const isDrawn =
    looksDrawn(decoded.raster) && (await bitsPerSample(job, decoded.raster)) < DRAWN_BITS_PER_SAMPLE;
  const isBig = scale < 1 && picture.width * picture.height > MAX_EXACT_PX;
  // A photo without loss is never the smallest: its deflate is worth the time only where loss is not allowed.
  const exact =
    (isDrawn && !isBig) || !mayLose(picture, settings) ? await lossless(job, picture, decoded) : null;
  const leastBytes = Math.min(exact?.encoded.data.length ?? Infinity, picture.stream.data.length);
  const lost = await lossy(job, picture, {
    raster: decoded.raster,
    isDrawn,
    dpi,
    scale,
    settings,
    search,
    leastBytes,
  });
  const best = smallest(picture, [exact, lost]);
  return best ?? (codecOf(picture) === 'jpeg' ? transcode(job, picture) : null);
}

function mayBeRecoded(picture: Picture, scale: number, settings: PictureSettings): boolean {
  if (!mayLose(picture, settings) || picture.decode === 'other') return false;
  const lowQuality = settings.isForSize ? LOWEST_QUALITY : LOW_QUALITY;
  return scale < 1 || readJpegHeader(picture.stream.data).quality > lowQuality;
}

/** JPEG 2000 at such a rate is not beaten by JPEG at the same size. */
const FRUGAL_BITS_PER_PX = 1.5;

function isFrugal({ stream, width, height }: Picture): boolean {
  return stream.data.length * 8 < width * height * FRUGAL_BITS_PER_PX;
}

function mayLose(picture: Picture, settings: PictureSettings): boolean {
  if (settings.floor >= 100 || picture.hasColourKey || picture.hasMatte || picture.isMatte) return false;
  return (
    Math.min(picture.width, picture.height) >= MIN_LOSSY_PX && picture.stream.data.length >= MIN_LOSSY_BYTES
  );
}

/** The same coefficients with better Huffman tables. */
async function transcode(job: PdfJob, picture: Picture): Promise<Recompressed | null> {
  if (picture.filters.length !== 1 || picture.stream.data.length < 600) return null;
  const data = await job.context.codecs.image.transcodeJpeg(picture.stream.data);
  if (data.length >= picture.stream.data.length) return null;
  const { params } = picture.filters[0]!;
  const { width, height, bits } = picture;
  return {
    encoded: {
      data,
      filter: 'DCTDecode',
      ...(params ? { params } : {}),
      width,
      height,
      bits,
      isLossy: false,
    },
  };
}

async function lossless(job: PdfJob, picture: Picture, decoded: Decoded): Promise<Recompressed | null> {
  if (decoded.kind === 'bilevel') return { encoded: encodeBilevel(decoded.bitmap) };
  const { width, height, bits } = picture;
  if (decoded.kind === 'packed') {
    const { data, components } = decoded;
    return { encoded: await encodePacked(job, data, { width, height, bits, components }) };
  }
  if (!decoded.isExact || picture.hasColourKey || picture.hasMatte) return null;
  const { raster, space } = plainest(job, picture, decoded.raster);
  if (!space) return null;
  const bitmap = asBitmap(raster);
  if (bitmap) return { encoded: { ...encodeBilevel(bitmap), colourSpace: space, decode: 'drop' } };
  return { encoded: await encodeSamples(job, raster, space) };
}

/** A raster and the colour space its samples are in; colour that is only grey becomes grey. */
function plainest(
  job: PdfJob,
  picture: Picture,
  raster: Raster,
): { raster: Raster; space: PdfObject | undefined } {
  const own = samplesSpace(job, picture);
  const isDevice = picture.space?.family === 'rgb' && picture.space.isDevice;
  const grey = isDevice && job.pdfA === 0 ? greyInDisguise(raster) : undefined;
  if (grey) return { raster: grey, space: PdfName.of('DeviceGray') };
  return { raster, space: own };
}

/** The colour space of decoded samples: of an indexed picture its base. */
function samplesSpace(job: PdfJob, picture: Picture): PdfObject | undefined {
  const own = picture.stream.dict.get('ColorSpace');
  if (picture.space?.family !== 'indexed') return own ?? defaultSpace(picture);
  return job.document.array(own)?.[1];
}

/** JPEG 2000 pictures may leave the colour space to their own header. */
function defaultSpace(picture: Picture): PdfObject | undefined {
  return codecOf(picture) === 'jpx' ? undefined : PdfName.of('DeviceGray');
}

/** Of the bytes without a lossy encode, the share that one may take. */
function worthwhileRatio(isDrawn: boolean, isJpeg: boolean, scale: number): number {
  if (isDrawn && !isJpeg) return DRAWN_JPEG_RATIO;
  return isJpeg && scale === 1 ? RECODE_RATIO : 1;
}

interface LossyTask {
  readonly raster: Raster;
  readonly isDrawn: boolean;
  readonly dpi: number | undefined;
  readonly scale: number;
  readonly settings: PictureSettings;
  readonly search: LossySearch;
  /** Bytes to beat. */
  readonly leastBytes: number;
}

async function lossy(job: PdfJob, picture: Picture, task: LossyTask): Promise<Recompressed | null> {
  const { isDrawn, dpi, scale, settings, search, leastBytes } = task;
  if (!mayLose(picture, settings) || leastBytes < MIN_LOSSY_BYTES) return null;
  const isJpeg = codecOf(picture) === 'jpeg';
  const turned = isJpeg && task.raster.space === 'cmyk' ? inkRaster(picture, task.raster) : task.raster;
  const { raster: plain, space } = plainest(job, picture, turned);
  const raster = scale < 1 ? await downsample(job, plain, scale) : plain;
  const floor = Math.min(94, settings.floor + (isDrawn ? DRAWN_BONUS : 0));
  const small = isDrawn && scale < 1 && space ? await encodeSamples(job, raster, space) : null;
  const found = await search.encode(raster, {
    floor,
    isDrawn,
    dpi: dpi === undefined ? undefined : dpi * scale,
    isForSize: settings.isForSize ?? false,
  });
  const target = Math.min(leastBytes, small?.data.length ?? Infinity);
  const limit = settings.isForSize ? 1 : worthwhileRatio(isDrawn, isJpeg, scale);
  if (!found || found.data.length >= target * limit) return small && { encoded: { ...small, isLossy: true } };
  const isInk = raster.space === 'cmyk';
  const { width, height } = raster;
  const colourSpace = space ?? PdfName.of(raster.space === 'grey' ? 'DeviceGray' : 'DeviceRGB');
  return {
    encoded: {
      data: found.data,
      filter: 'DCTDecode',
      width,
      height,
      bits: 8,
      colourSpace,
      decode: isInk ? [1, 0, 1, 0, 1, 0, 1, 0] : 'drop',
      isLossy: true,
    },
    score: found.score,
  };
}

/**
 * Inks of a four-component JPEG as the PDF means them: the codec undoes Adobe's inversion whenever the marker is there,
 * a PDF does so only where its Decode array says it.
 */
function inkRaster(picture: Picture, raster: Raster): Raster {
  const isTurned = readJpegHeader(picture.stream.data).hasAdobe !== (picture.decode === 'inverted');
  return isTurned ? inverted(raster) : raster;
}

function downsample(job: PdfJob, raster: Raster, scale: number): Promise<Raster> {
  const width = Math.max(1, Math.round(raster.width * scale));
  const height = Math.max(1, Math.round(raster.height * scale));
  return job.context.codecs.image.resize(raster, width, height);
}

function smallest(picture: Picture, candidates: readonly (Recompressed | null)[]): Recompressed | null {
  let best: Recompressed | null = null;
  for (const candidate of candidates) {
    if (!candidate) continue;
    if (candidate.encoded.data.length < (best?.encoded.data.length ?? picture.stream.data.length))
      best = candidate;
  }
  return best;
}
