import { MAX_JPEG_SIDE } from '../../../../codecs/ports/image-codec.ts';
import type { Raster } from '../../../../base/raster.ts';
import { releaseBytes } from '../../../../base/release-raster.ts';
import { PdfName, type PdfObject } from '../../model/objects.ts';
import type { PdfJob } from '../../flow/pdf-job.ts';
import type { EncodedPicture } from './encoded-picture.ts';
import { encodeFewColours } from './encode-few-colours.ts';
import { encodeSamples } from './encode-samples.ts';
import type { JpegHeader } from '../read/jpeg-header.ts';
import type { JpegQualitySearch, LossyResult } from './jpeg-quality-search.ts';
import type { Picture } from '../read/picture.ts';
import { plainest } from '../read/plain-samples.ts';
import { MIN_LOSSY_BYTES, type PictureSettings } from './picture-settings.ts';
import { opacityOf, roughness, withHiddenFilled, withOpacity, withoutOpacity } from './hidden-pixels.ts';
import { inverted } from '../read/samples.ts';

/** Drawings show their edges: they get this many points more. */
const DRAWN_BONUS = 4;
/** A second lossy pass over the same samples must save this much to be worth its loss. */
const RECODE_RATIO = 0.8;
const DRAWN_LOSSY_RATIO = 0.7;
/** Palettes keep edges: they may be this much longer than a JPEG. */
const PALETTE_BONUS = 1.05;

export interface LossyRequest {
  readonly raster: Raster;
  readonly isDrawn: boolean;
  /** What the picture's own JPEG says, where it is one. */
  readonly jpeg: JpegHeader | undefined;
  readonly dpi: number | undefined;
  readonly scale: number;
  readonly settings: PictureSettings;
  readonly search: JpegQualitySearch;
  readonly bytesToBeat: number;
}

/** The picture at the resolution asked for, as JPEG or, where it is a drawing, in few colours. */
export async function encodeLossy(
  job: PdfJob,
  picture: Picture,
  request: LossyRequest,
): Promise<EncodedPicture | null> {
  const { isDrawn, scale, bytesToBeat } = request;
  if (bytesToBeat < MIN_LOSSY_BYTES) return null;
  const rasters = await lossyRasters(job, picture, request);
  const { raster, space } = rasters;
  const small = isDrawn && scale < 1 && space ? await encodeSamples(job, raster, space) : null;
  const limit = Math.min(bytesToBeat, small?.data.length ?? Infinity) * worthwhileRatio(request);
  const photo = await asJpeg(rasters, limit, request);
  const usefulBytes = Math.min(limit, (photo?.data.length ?? Infinity) * PALETTE_BONUS);
  const reduced = isDrawn ? await inFewColours(job, rasters, request.settings.floor, usefulBytes) : null;
  return reduced ?? photo ?? (small && { ...small, isLossy: true });
}

/** A palette saves too little on shorter pictures to be worth its time. */
const MIN_PALETTE_BYTES = 1200;

async function inFewColours(
  job: PdfJob,
  { raster, space }: LossyRasters,
  floor: number,
  usefulBytes: number,
): Promise<EncodedPicture | null> {
  if (!space || usefulBytes < MIN_PALETTE_BYTES || job.context.budget.isSpent) return null;
  return encodeFewColours(job, raster, { floor, base: space, usefulBytes });
}

/** Of the bytes without a lossy encode, the share that one may take. */
function worthwhileRatio({ isDrawn, jpeg, scale, settings }: LossyRequest): number {
  if (settings.isForTarget) return 1;
  if (isDrawn && !jpeg) return DRAWN_LOSSY_RATIO;
  return jpeg && scale === 1 ? RECODE_RATIO : 1;
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

/** Smaller pictures are left to the garbage collector. */
const LARGE_PICTURE_BYTES = 64 * 1024 ** 2;

/** Whether samples have a buffer for themselves: those of a stream without filters are the document's own bytes. */
function isUnpackedAlone({ filters }: Picture, { data }: Raster): boolean {
  return filters.length > 0 && data.length > LARGE_PICTURE_BYTES;
}

/** @returns null where the floor cannot be reached in fewer than the useful bytes */
async function asJpeg(
  { raster, forJpeg, space }: LossyRasters,
  usefulBytes: number,
  { isDrawn, jpeg, dpi, scale, settings, search }: LossyRequest,
): Promise<EncodedPicture | null> {
  if (Math.max(raster.width, raster.height) > MAX_JPEG_SIDE) return null;
  // Chroma that the source has halved is not worth storing in full, unless reducing brings it back.
  const isHalved = jpeg !== undefined && !jpeg.hasFullChroma && scale > 0.75;
  const found = await search.encode(forJpeg, {
    floor: Math.min(settings.isForTarget ? 98 : 94, settings.floor + (isDrawn ? DRAWN_BONUS : 0)),
    isDrawn,
    hasHalvedChroma: isHalved,
    dpi: dpi === undefined ? undefined : dpi * scale,
    isForTarget: settings.isForTarget ?? false,
    usefulBytes,
  });
  return found && found.data.length < usefulBytes ? jpegPicture(found, raster, space) : null;
}

/** An encoded JPEG as a picture. @param space of its samples, where that is not the plain one of its components */
export function jpegPicture(
  { data, isDeflated, score }: Omit<LossyResult, 'quality'>,
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
  if (roughness(filled) > roughness(raster) * MAX_ROUGHER) return { raster, forJpeg: raster };
  return { raster: scale < 1 ? withoutOpacity(cutOut) : plain, forJpeg: filled };
}

/** Filling adds edges to a picture that continues under its mask (1.4 to 3.6 times as rough) and removes them from a cut-out on black. */
const MAX_ROUGHER = 1.25;

function downsample(job: PdfJob, raster: Raster, scale: number): Promise<Raster> {
  const width = Math.max(1, Math.round(raster.width * scale));
  const height = Math.max(1, Math.round(raster.height * scale));
  return job.context.codecs.image.resize(raster, width, height);
}
