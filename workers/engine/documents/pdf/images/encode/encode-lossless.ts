import type { PdfJob } from '../../flow/pdf-job.ts';
import type { Decoded } from '../read/decode-picture.ts';
import { asJbig2, type EncodedPicture } from './encoded-picture.ts';
import { deflateSamples, encodeSamples, indexedSpace } from './encode-samples.ts';
import { encodeBilevel } from './encode-bilevel.ts';
import { bitmapOf, twoColoursOf, type Bitmap } from '../jbig2/bitmap.ts';
import type { Picture } from '../read/picture.ts';
import { plainest } from '../read/plain-samples.ts';

/**
 * A decoded picture stored again without loss.
 * @returns null where the decoded samples are not all that the picture says, or must stay as they are
 */
export async function encodeLossless(
  job: PdfJob,
  picture: Picture,
  decoded: Decoded,
): Promise<EncodedPicture | null> {
  const { width, height, bits } = picture;
  const { forbidsJbig2 } = job.claims.rules;
  if (decoded.kind === 'bilevel') {
    if (!forbidsJbig2) return asSingle(job, decoded.bitmap);
    const samples = decoded.bitmap.data.map((black) => black ^ 0xff);
    return deflateSamples(job, samples, { width, height, bits, channels: 1 });
  }
  if (decoded.kind === 'packed') {
    return deflateSamples(job, decoded.data, { width, height, bits, channels: decoded.components });
  }
  if (!decoded.isExact || picture.hasColourKey || picture.hasMatte) return null;
  const { raster, space } = plainest(job, picture, decoded.raster);
  if (!space) return null;
  if (forbidsJbig2) return encodeSamples(job, raster, space, picture.isMask);
  const bitmap = bitmapOf(raster);
  if (bitmap) return { ...(await asSingle(job, bitmap)), colourSpace: space, decode: 'drop' };
  const encoded = await encodeSamples(job, raster, space, picture.isMask);
  const two = twoColoursOf(raster);
  if (!two) return encoded;
  const colourSpace = indexedSpace(space, two.colours, raster.channels);
  const single = { ...(await asSingle(job, two.bitmap)), colourSpace, decode: 'drop' as const };
  return single.data.length < encoded.data.length ? single : encoded;
}

/** A bitmap as JBIG2 that shares nothing with others. */
async function asSingle(job: PdfJob, bitmap: Bitmap): Promise<EncodedPicture> {
  const { bitmaps } = await encodeBilevel(job, [{ bitmap, storedBytes: Infinity }]);
  return asJbig2(bitmap, bitmaps[0]!.data);
}
