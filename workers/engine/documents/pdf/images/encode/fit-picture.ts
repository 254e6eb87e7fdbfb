import type { Raster } from '../../../../base/raster.ts';
import { roundSamples } from '../../../../base/round-samples.ts';
import { jpegToTarget } from '../../../../search/target/jpeg-to-target.ts';
import { roundToTarget } from '../../../../search/target/round-to-target.ts';
import { fitPicture, type FitLimits } from '../../../pictures/fit-picture.ts';
import type { PdfObject } from '../../model/objects.ts';
import type { PdfJob } from '../../flow/pdf-job.ts';
import { decodePicture, unwrapped } from '../read/decode-picture.ts';
import { deflateJpeg, type StoredJpeg } from './deflate-jpeg.ts';
import type { EncodedPicture } from './encoded-picture.ts';
import { jpegPicture, lossyRasters } from './encode-lossy.ts';
import { encodeSamples } from './encode-samples.ts';
import { readJpegHeader } from '../read/jpeg-header.ts';
import { codecOf, type Picture } from '../read/picture.ts';
import { allowsLossy, allowsReencoding, scaleFor, type PictureSettings } from './picture-settings.ts';
import { ViewedProbe } from '../../../pictures/viewed-probe.ts';

export interface FitRequest extends FitLimits {
  /** With the resolutions that the picture may have. */
  readonly settings: readonly PictureSettings[];
}

interface PictureOnPages {
  readonly picture: Picture;
  /** Effective resolution; undefined where it is not known. */
  readonly dpi: number | undefined;
}

/** What is encoded, and how it is measured. */
interface Prepared {
  readonly raster: Raster;
  readonly forJpeg: Raster;
  readonly space: PdfObject | undefined;
  readonly probe: ViewedProbe;
}

/**
 * A picture in as many bytes as are left for it, at the resolution with which it looks best: as a JPEG of the quality that they allow,
 * or without loss after rounding its samples.
 * @returns null where neither comes closer to the bytes wanted and is good enough
 */
export async function fitPdfPicture(
  job: PdfJob,
  { settings, ...request }: FitRequest & PictureOnPages,
): Promise<EncodedPicture | null> {
  const { picture, dpi } = request;
  const byScale = new Map(settings.map((each) => [scaleFor(picture, dpi, each), each]));
  let best: EncodedPicture | null = null;
  for (const [scale, each] of byScale) {
    const fitted = await fitAtScale(job, { ...request, scale, settings: each });
    if (fitted && (fitted.score ?? 0) > (best?.score ?? 0)) best = fitted;
  }
  return best;
}

async function fitAtScale(
  job: PdfJob,
  {
    picture,
    dpi,
    scale,
    settings,
    ...limits
  }: FitLimits & PictureOnPages & { readonly scale: number; readonly settings: PictureSettings },
): Promise<EncodedPicture | null> {
  const stored = codecOf(picture) === 'jpeg' ? (await unwrapped(job, picture)).bytes : null;
  const jpeg = stored ? readJpegHeader(stored) : undefined;
  if (!allowsLossy(picture, settings)) return null;
  if (jpeg && !allowsReencoding(picture, jpeg, scale, settings)) return null;
  const decoded = await decodePicture(job, picture);
  if (decoded.kind !== 'samples') return null;
  const rasters = await lossyRasters(job, picture, { raster: decoded.raster, jpeg, scale });
  const viewDpi = dpi === undefined ? undefined : dpi * scale;
  const probe = await ViewedProbe.of(rasters.forJpeg, viewDpi, job.context.codecs.image);
  const prepared = { ...rasters, probe };
  const ways = [jpegWithin, roundedWithin].map((way) => async (mostBytes: number) => {
    const found = await way(job, prepared, mostBytes);
    return found && { picture: found, bytes: found.data.length, score: found.score ?? 0 };
  });
  return fitPicture(ways, limits);
}

async function jpegWithin(
  job: PdfJob,
  { raster, forJpeg, space, probe }: Prepared,
  mostBytes: number,
): Promise<EncodedPicture | null> {
  const { codecs, signal } = job.context;
  const found = await jpegToTarget<StoredJpeg>(forJpeg, {
    image: codecs.image,
    targetBytes: mostBytes,
    signal,
    store: (jpeg) => deflateJpeg(job, jpeg),
    sizeOf: ({ data }) => data.length,
  });
  if (!found) return null;
  const score = await probe.score(await codecs.image.encodeJpeg(probe.raster, found.options));
  return jpegPicture({ ...found.stored, score }, raster, space);
}

async function roundedWithin(
  job: PdfJob,
  { raster, space, probe }: Prepared,
  mostBytes: number,
): Promise<EncodedPicture | null> {
  if (!space || raster.space === 'cmyk') return null;
  const store = (rounded: Raster): Promise<EncodedPicture> => encodeSamples(job, rounded, space);
  const exact = await store(raster);
  const losslessBytes = exact.data.length;
  if (losslessBytes <= mostBytes) return { ...exact, isLossy: true, score: 100 };
  const sizeOf = ({ data }: EncodedPicture): number => data.length;
  const found = await roundToTarget(raster, { targetBytes: mostBytes, losslessBytes, store, sizeOf });
  if (!found) return null;
  const score = await probe.scoreRaster(roundSamples(probe.raster, found.step));
  return { ...found.stored, isLossy: true, score };
}
