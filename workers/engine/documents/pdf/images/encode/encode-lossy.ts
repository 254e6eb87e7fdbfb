import { MAX_JPEG_SIDE } from '../../../../codecs/ports/image-codec.ts';
import type { Raster } from '../../../../base/raster.ts';
import { releaseBytes } from '../../../../base/release-raster.ts';
import { PdfName, type PdfObject, type PdfStream } from '../../model/objects.ts';
import type { PdfJob } from '../../flow/pdf-job.ts';
import { smallest, type EncodedPicture } from './encoded-picture.ts';
import { encodeFewColours, type PaletteRequest } from './encode-few-colours.ts';
import { encodeSamples } from './encode-samples.ts';
import type { JpegHeader } from '../read/jpeg-header.ts';
import { hasAreas } from '../../../pictures/has-areas.ts';
import { findJpeg } from '../../../pictures/find-jpeg.ts';
import { deflateJpeg, type StoredJpeg } from './deflate-jpeg.ts';
import { codecOf, type Picture } from '../read/picture.ts';
import { plainest } from '../read/plain-samples.ts';
import type { PictureSettings } from './picture-settings.ts';
import { opacityOf, roughness, withHiddenFilled, withOpacity, withoutOpacity } from './hidden-pixels.ts';
import { inverted } from '../read/samples.ts';
import { RECODED_SHARE } from '../../../pictures/tuning.ts';
import { MIN_LOSSY_BYTES, RELEASED_BYTES } from '../../tuning.ts';

export interface LossyRequest {
  readonly raster: Raster;
  readonly isDrawn: boolean;
  /** What the picture's own JPEG says, where it is one. */
  readonly jpeg: JpegHeader | undefined;
  readonly dpi: number | undefined;
  readonly scale: number;
  readonly settings: PictureSettings;
  readonly bytesToBeat: number;
  /** What the picture takes at its own size without loss, where that was tried. */
  readonly exactBytes: number | undefined;
  /** What was found at another size: what takes as many bytes is dropped [nothing]. */
  readonly best?: EncodedPicture | null;
}

/** The picture at the resolution asked for, as JPEG or, where it is a drawing, in few colours. */
export async function encodeLossy(
  job: PdfJob,
  picture: Picture,
  request: LossyRequest,
): Promise<EncodedPicture | null> {
  const { isDrawn, scale, best } = request;
  if (request.bytesToBeat < MIN_LOSSY_BYTES) return null;
  const rasters = await lossyRasters(job, picture, request);
  const { raster, space } = rasters;
  const small =
    isDrawn && scale < 1 && space ? await encodeSamples(job, raster, space, picture.isMask) : null;
  const bytesToBeat = Math.min(request.bytesToBeat, lengthOf(small)) * worthwhileRatio(picture, request);
  const limit = Math.min(bytesToBeat, best?.jpeg?.bytes ?? lengthOf(best));
  const photo = await asJpeg(job, picture, rasters, { ...request, maxBytes: limit });
  const maxBytes = Math.min(bytesToBeat, lengthOf(best), lengthOf(photo));
  const exactBytes = scale < 1 ? small?.data.length : request.exactBytes;
  const limits = { ...request.settings, maxBytes, exactBytes, isMask: picture.isMask };
  const reduced = isDrawn || hasAreas(raster) ? await inFewColours(job, rasters, limits) : null;
  return smallest([best, reduced ?? photo ?? (small && { ...small, isLossy: true })]);
}

function lengthOf(found: EncodedPicture | null | undefined): number {
  return found?.data.length ?? Infinity;
}

async function inFewColours(
  job: PdfJob,
  { raster, space }: LossyRasters,
  { floor, isForTarget = false, ...limits }: PaletteLimits,
): Promise<EncodedPicture | null> {
  if (!space || job.context.budget.isSpent) return null;
  return encodeFewColours(job, raster, { ...limits, floor, base: space, isForTarget });
}

type PaletteLimits = PictureSettings & Pick<PaletteRequest, 'maxBytes' | 'exactBytes' | 'isMask'>;

/** Of the bytes without a lossy encode, the share that one may take. */
function worthwhileRatio(picture: Picture, { isDrawn, jpeg, scale, settings }: LossyRequest): number {
  const isRecoded = scale === 1 && (jpeg !== undefined || codecOf(picture) === 'jpx');
  const mustPay = isRecoded || (isDrawn && !jpeg);
  return mustPay && !settings.isForTarget ? RECODED_SHARE : 1;
}

interface LossyRasters {
  readonly raster: Raster;
  /** Without edges that the picture's mask hides. */
  readonly forJpeg: Raster;
  /** The colour space of both. */
  readonly space: PdfObject | undefined;
}

/**
 * What a picture is encoded from with loss, as samples and as JPEG, and the colour space of both. Samples of a large picture that
 * is brought down are gone afterwards.
 */
export async function lossyRasters(
  job: PdfJob,
  picture: Picture,
  { raster: decoded, jpeg, scale }: Pick<LossyRequest, 'raster' | 'jpeg' | 'scale'>,
): Promise<LossyRasters> {
  const turned = jpeg && decoded.space === 'cmyk' ? inkRaster(picture, jpeg, decoded) : decoded;
  const isOwn = scale < 1 && isUnpackedAlone(picture, turned);
  const { raster: plain, space } = plainest(job, picture, turned, isOwn);
  const rasters = await sized(job, picture, plain, scale);
  if (isOwn) releaseBytes(new Uint8Array(turned.data.buffer));
  return { ...rasters, space };
}

/** Whether samples have a buffer for themselves: those of a stream without filters are the document's own bytes. */
function isUnpackedAlone({ filters }: Picture, { data }: Raster): boolean {
  return filters.length > 0 && data.length > RELEASED_BYTES;
}

/** Qualities that were found for pictures: efforts for a target come back to each. */
const FOUND = new WeakMap<PdfStream, number>();

/** @returns null where the floor cannot be reached in fewer than the useful bytes */
async function asJpeg(
  job: PdfJob,
  { stream }: Picture,
  { raster, forJpeg, space }: LossyRasters,
  { isDrawn, jpeg, dpi, scale, settings, maxBytes }: LossyRequest & { readonly maxBytes: number },
): Promise<EncodedPicture | null> {
  if (Math.max(raster.width, raster.height) > MAX_JPEG_SIDE) return null;
  // Chroma that the source has halved is not worth storing in full, unless reducing brings it back.
  const isHalved = jpeg !== undefined && !jpeg.hasFullChroma && scale === 1;
  const request = {
    floor: settings.floor,
    isDrawn,
    hasHalvedChroma: isHalved,
    dpi: dpi === undefined ? undefined : dpi * scale,
    isForTarget: settings.isForTarget ?? false,
    maxBytes,
    start: settings.isForTarget ? FOUND.get(stream) : undefined,
  };
  const found = await findJpeg(forJpeg, request, job.context);
  if (!found) return null;
  FOUND.set(stream, found.quality);
  const stored = { ...(await deflateJpeg(job, found.jpeg)), score: found.score };
  if (stored.data.length >= maxBytes) return null;
  return {
    ...jpegPicture(stored, raster, space),
    jpeg: { bytes: found.jpeg.length, isUnusual: found.isUnusual },
  };
}

/** An encoded JPEG as a picture. @param space of its samples, where that is not the plain one of its components */
export function jpegPicture(
  { data, isDeflated, score }: StoredJpeg & { readonly score: number },
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
    score,
  };
}

/**
 * Inks of a four-component JPEG as the PDF means them: the codec undoes Adobe's inversion whenever the marker is there,
 * a PDF does so only where its Decode array asks for it.
 */
function inkRaster(picture: Picture, jpeg: JpegHeader, raster: Raster): Raster {
  return jpeg.hasAdobe !== (picture.decode === 'inverted') ? inverted(raster) : raster;
}

/** The picture at its new size, and the same without edges that its mask hides. */
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
  // Reduced together with their opacity, hidden colours do not bleed into the visible rim.
  const cutOut = scale < 1 ? await downsample(job, whole, scale) : whole;
  const filled = withHiddenFilled(cutOut);
  if (roughness(filled) > roughness(raster)) return { raster, forJpeg: raster };
  return { raster: scale < 1 ? withoutOpacity(cutOut) : plain, forJpeg: filled };
}

function downsample(job: PdfJob, raster: Raster, scale: number): Promise<Raster> {
  const width = Math.max(1, Math.round(raster.width * scale));
  const height = Math.max(1, Math.round(raster.height * scale));
  return job.context.codecs.image.resize(raster, width, height);
}
