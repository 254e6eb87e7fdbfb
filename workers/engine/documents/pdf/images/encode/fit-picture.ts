import { AMPLE_SCORE } from '../../../../api/presets.ts';
import type { Raster } from '../../../../base/raster.ts';
import { roundSamples } from '../../../../base/round-samples.ts';
import { jpegToTarget } from '../../../../search/target/jpeg-to-target.ts';
import { NEAR_ENOUGH } from '../../../../search/target/reach-target.ts';
import { roundToTarget } from '../../../../search/target/round-to-target.ts';
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
import { ViewedProbe } from './viewed-probe.ts';

export interface FitRequest {
  /** Bytes that the encoding may take. */
  readonly mostBytes: number;
  /** Bytes that it takes otherwise: a shorter one is of no use. */
  readonly leastBytes: number;
  /** Of the size that was too large: its resolution is kept. */
  readonly settings: PictureSettings;
  /** Score of the encoding that there is; a lower one is of no use, whatever its bytes. */
  readonly score: number | undefined;
}

/** Scores at two resolutions differ by about as much where both look the same. */
const SCORE_SLACK = 2;

/** What is encoded, and how it is measured. */
interface Prepared {
  readonly raster: Raster;
  readonly forJpeg: Raster;
  readonly space: PdfObject | undefined;
  readonly probe: ViewedProbe;
}

/**
 * A picture in as many bytes as are left for it, where searching by score leaps over them: as a JPEG of the quality that
 * they allow, or without loss after rounding its samples.
 * @returns null where neither comes closer to the bytes wanted and is good enough
 */
export async function fitPicture(
  job: PdfJob,
  { picture, dpi, ...request }: FitRequest & { readonly picture: Picture; readonly dpi: number | undefined },
): Promise<EncodedPicture | null> {
  const { settings, score = 0 } = request;
  const scale = scaleFor(picture, dpi, settings);
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
  const least = Math.min(score, AMPLE_SCORE) - SCORE_SLACK;
  let best: EncodedPicture | null = null;
  for (const fit of [jpegWithin, roundedWithin]) {
    const found = await fit(job, prepared, request);
    const isFuller = found !== null && found.data.length > (best?.data.length ?? request.leastBytes);
    if (isFuller && (found.score ?? 0) >= least) best = found;
    if (best && best.data.length >= NEAR_ENOUGH * request.mostBytes) break;
  }
  return best;
}

async function jpegWithin(
  job: PdfJob,
  { raster, forJpeg, space, probe }: Prepared,
  { mostBytes }: FitRequest,
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
  { mostBytes }: FitRequest,
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
