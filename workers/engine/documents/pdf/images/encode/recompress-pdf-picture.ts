import { nextDensity } from '../../../../api/presets.ts';
import { refuseRareJpeg } from '../../../../containers/jpeg/segments.ts';
import type { Raster } from '../../../../base/raster.ts';
import { isForPrint } from '../../content/device-colours.ts';
import type { PdfJob } from '../../flow/pdf-job.ts';
import { isLineArt } from './is-line-art.ts';
import { looksDrawn } from './looks-drawn.ts';
import { decodePicture, unwrapped } from '../read/decode-picture.ts';
import { smallest, type EncodedPicture } from './encoded-picture.ts';
import { encodeLossless } from './encode-lossless.ts';
import { encodeLossy, type LossyRequest } from './encode-lossy.ts';
import { readJpegHeader, type JpegHeader } from '../read/jpeg-header.ts';
import { codecOf, type Picture } from '../read/picture.ts';
import { allowsLossy, allowsReencoding, scaleFor, type PictureSettings } from './picture-settings.ts';
import { bitsPerSample, isSampledWhole } from './sample-cost.ts';
import { packAsPng } from './pack-as-png.ts';
import { transcodeJpeg } from './transcode-jpeg.ts';
import { DRAWN_BITS_PER_SAMPLE, MAX_EXACT_PX } from '../../tuning.ts';

interface RecompressRequest {
  readonly picture: Picture;
  /** Effective resolution as placed, or undefined when it is not known (then the size stays). */
  readonly dpi: number | undefined;
  readonly settings: PictureSettings;
}

/**
 * The smallest encoding of a picture that the settings allow.
 * @returns null when nothing is smaller than what is there
 */
export async function recompressPdfPicture(
  job: PdfJob,
  request: RecompressRequest,
): Promise<EncodedPicture | null> {
  const { picture, settings, dpi } = request;
  const scale = scaleFor(picture, dpi, settings);
  if (codecOf(picture) === 'jpx' && settings.floor >= 100) return null;
  if (codecOf(picture) !== 'jpeg') return recompressSamples(job, { ...request, scale, jpeg: undefined });
  const stored = (await unwrapped(job, picture)).bytes;
  refuseRareJpeg(stored);
  const jpeg = readJpegHeader(stored);
  const reencoded = allowsReencoding(picture, jpeg, scale, settings)
    ? await recompressSamples(job, { ...request, scale, jpeg })
    : null;
  return reencoded ?? transcodeJpeg(job, picture, stored);
}

interface SamplesRequest extends RecompressRequest {
  readonly scale: number;
  /** What the picture's own JPEG says, where it is one. */
  readonly jpeg: JpegHeader | undefined;
}

async function recompressSamples(job: PdfJob, request: SamplesRequest): Promise<EncodedPicture | null> {
  const { picture, settings } = request;
  const decoded = await decodePicture(job, picture);
  const exactly = (): Promise<EncodedPicture | null> => encodeLossless(job, picture, decoded);
  if (decoded.kind !== 'samples') return worthwhile(job, picture, [await exactly()]);
  const { raster } = decoded;
  const isFlat = (await bitsPerSample(job, raster)) < DRAWN_BITS_PER_SAMPLE;
  const isDrawn = isFlat && looksDrawn(raster);
  const mayBeLossy = allowsLossy(picture, settings) && !(isDrawn && isForPlates(job, raster));
  const isFirst = !mayBeLossy || isPackedSoon(request, raster, isFlat);
  const exact = isFirst ? await exactly() : null;
  // A bitmap is a tenth of the size of anything else.
  if (!mayBeLossy || exact?.filter === 'JBIG2Decode') return worthwhile(job, picture, [exact]);
  const lossy = await withLoss(job, request, { raster, isDrawn, exact });
  // A large photo without loss is never the smallest: its deflate is worth the time only where a loss gains nothing.
  const isLast = !isFirst && !lossy && !request.jpeg && raster.data.length > 0;
  return worthwhile(job, picture, [isLast ? await exactly() : exact, lossy]);
}

interface Decoding {
  readonly raster: Raster;
  readonly isDrawn: boolean;
  /** Without loss, where that was tried. */
  readonly exact: EncodedPicture | null;
}

function withLoss(
  job: PdfJob,
  request: SamplesRequest,
  { raster, isDrawn, exact }: Decoding,
): Promise<EncodedPicture | null> {
  const { picture } = request;
  // The JPEG of a ramp is deflated to a part of what its search finds.
  const exactBytes = exact?.data.length;
  const bytesToBeat = Math.min((isDrawn && exactBytes) || Infinity, picture.stream.data.length);
  return encodeLossyInOrder(job, picture, { ...request, raster, isDrawn, bytesToBeat, exactBytes });
}

/** Whether samples are packed without loss before anything else: small ones, and flat ones that are not brought down from many. */
function isPackedSoon({ picture, scale }: SamplesRequest, raster: Raster, isFlat: boolean): boolean {
  const isBig = scale < 1 && picture.width * picture.height > MAX_EXACT_PX;
  return isSampledWhole(raster) || (isFlat && !isBig);
}

/** Whether a drawing ends on plates, which show every edge at many times the resolution of a screen. */
function isForPlates({ document }: PdfJob, raster: Raster): boolean {
  return isForPrint(document) && isLineArt(raster);
}

/**
 * With loss, in no more bytes than at the size of a gentler preset. Drawings that are brought down get more colours and letters a
 * JPEG of high quality: both often take fewer bytes with more pixels.
 */
async function encodeLossyInOrder(
  job: PdfJob,
  picture: Picture,
  request: SamplesRequest & LossyRequest,
): Promise<EncodedPicture | null> {
  let { scale, settings } = request;
  // What a mask hides is often flat: a photograph that was cut out looks drawn.
  const isDrawing = request.isDrawn && !picture.stream.dict.has('SMask');
  let best = await encodeLossy(job, picture, request);
  let mayGain = isDrawing;
  while (scale < 1 && !settings.isForTarget && (mayGain || !best || best.jpeg?.isUnusual)) {
    settings = { ...settings, dpi: nextDensity(settings.dpi, 'pdfImageDpi') };
    scale = scaleFor(picture, request.dpi, settings);
    const isGone = request.raster.data.length === 0;
    if (isGone || (request.jpeg && !allowsReencoding(picture, request.jpeg, scale, settings))) break;
    const found = await encodeLossy(job, picture, { ...request, scale, settings, best });
    mayGain = isDrawing && found !== best;
    best = found;
  }
  return best;
}

/** @returns null where nothing is smaller than what is there */
async function worthwhile(
  job: PdfJob,
  { stream }: Picture,
  candidates: readonly (EncodedPicture | null)[],
): Promise<EncodedPicture | null> {
  const found = smallest(candidates);
  // Few colours are packed so already.
  const best = found?.isLossy === false ? await packAsPng(job, found) : found;
  return best && best.data.length < stream.data.length ? best : null;
}
