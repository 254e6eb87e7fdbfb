import type { PdfJob } from '../pdf-job.ts';
import { looksDrawn } from './content-kind.ts';
import { decodePicture, type Decoded, unwrapped } from './decode-picture.ts';
import { deflateJpeg } from './deflate-jpeg.ts';
import type { EncodedPicture } from './encoded-picture.ts';
import { asBitmap, bitsPerSample, encodeBilevel, encodePacked, encodeSamples } from './encode-lossless.ts';
import type { LossySearch } from './encode-lossy.ts';
import { readJpegHeader, type JpegHeader } from './jpeg-header.ts';
import { losePicture, MIN_LOSSY_BYTES } from './lossy-picture.ts';
import { codecOf, type Picture } from './picture.ts';
import { plainest } from './plain-samples.ts';

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

/** A picture is brought down when it is above the target resolution by more than this. */
const DOWNSAMPLE_FROM = 1.2;
/** A JPEG at or below this quality is not coded again at its own size. */
const LOW_QUALITY = 62;
/** The same where a size was asked for. */
const LOWEST_QUALITY = 20;
/** A drawing takes less than this without loss. What does not pack well is a scan with clean paper, whatever its pixels say. */
const DRAWN_BITS_PER_SAMPLE = 0.8;
/** Drawings larger than this are not stored in full when they are to be brought down anyway. */
const MAX_EXACT_PX = 2_000_000;
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
  const isLarge = !picture.isMatte && dpi !== undefined && dpi > settings.dpi * DOWNSAMPLE_FROM;
  const scale = isLarge ? settings.dpi / dpi : 1;
  const stored = codecOf(picture) === 'jpeg' ? (await unwrapped(job, picture)).bytes : undefined;
  const jpeg = stored && readJpegHeader(stored);
  if (stored && jpeg && !mayBeRecoded(picture, jpeg, scale, settings)) return transcode(job, picture, stored);
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
  // What is black and white only is a tenth of the size of anything else.
  if (exact?.encoded.filter === 'JBIG2Decode') return smallest(picture, [exact]);
  const leastBytes = Math.min(exact?.encoded.data.length ?? Infinity, picture.stream.data.length);
  const task = { raster: decoded.raster, isDrawn, jpeg, dpi, scale, settings, search, leastBytes };
  const isPlain = scale === 1 && !settings.isForSize && exact !== null && hasFewColours(exact.encoded);
  const lost = !isPlain && mayLose(picture, settings) ? await losePicture(job, picture, task) : null;
  const best = smallest(picture, [exact, lost]);
  return best ?? (stored ? transcode(job, picture, stored) : null);
}

/** Line art of so few colours has nothing that could be left out. */
const FEW_COLOURS = 16;

function hasFewColours({ colourSpace }: EncodedPicture): boolean {
  const last = Array.isArray(colourSpace) ? colourSpace[2] : undefined;
  return typeof last === 'number' && last < FEW_COLOURS;
}

function mayBeRecoded(picture: Picture, jpeg: JpegHeader, scale: number, settings: PictureSettings): boolean {
  if (!mayLose(picture, settings) || picture.decode === 'other') return false;
  const lowQuality = settings.isForSize ? LOWEST_QUALITY : LOW_QUALITY;
  return scale < 1 || jpeg.quality > lowQuality;
}

/** JPEG 2000 at such a rate is not beaten by JPEG at the same size. */
const FRUGAL_BITS_PER_PX = 1.5;

function isFrugal({ stream, width, height }: Picture): boolean {
  return stream.data.length * 8 < width * height * FRUGAL_BITS_PER_PX;
}

function mayLose(picture: Picture, settings: PictureSettings): boolean {
  if (settings.floor >= 100 || picture.hasColourKey || picture.hasMatte) return false;
  return (
    Math.min(picture.width, picture.height) >= MIN_LOSSY_PX && picture.stream.data.length >= MIN_LOSSY_BYTES
  );
}

/** The same coefficients with better Huffman tables. */
async function transcode(job: PdfJob, picture: Picture, jpeg: Uint8Array): Promise<Recompressed | null> {
  if (jpeg.length < 600) return null;
  const transcoded = await job.context.codecs.image.transcodeJpeg(jpeg);
  const stored = await deflateJpeg(job, transcoded.length < jpeg.length ? transcoded : jpeg);
  if (stored.data.length >= picture.stream.data.length) return null;
  const { params } = picture.filters.at(-1)!;
  const { width, height, bits } = picture;
  const facts = { filter: 'DCTDecode' as const, width, height, bits, isLossy: false };
  return { encoded: { ...facts, ...stored, ...(params ? { params } : {}) } };
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

function smallest(picture: Picture, candidates: readonly (Recompressed | null)[]): Recompressed | null {
  let best: Recompressed | null = null;
  for (const candidate of candidates) {
    if (!candidate) continue;
    if (candidate.encoded.data.length < (best?.encoded.data.length ?? picture.stream.data.length))
      best = candidate;
  }
  return best;
}
