import type { PdfJob } from '../../flow/pdf-job.ts';
import { deflateJpeg } from './deflate-jpeg.ts';
import type { EncodedPicture } from './encoded-picture.ts';
import type { Picture } from '../read/picture.ts';

/**
 * Stores a JPEG's coefficients with better Huffman tables.
 * @param jpeg the picture's data with nothing but DCTDecode left to undo
 * @returns null when that is no smaller than what is there
 */
export async function transcodeJpeg(
  job: PdfJob,
  picture: Picture,
  jpeg: Uint8Array,
): Promise<EncodedPicture | null> {
  const transcoded = await job.context.codecs.image.transcodeJpeg(jpeg);
  const stored = await deflateJpeg(job, transcoded.length < jpeg.length ? transcoded : jpeg);
  if (stored.data.length >= picture.stream.data.length) return null;
  const params = picture.filters.at(-1)?.params;
  const { width, height, bits } = picture;
  return {
    filter: 'DCTDecode',
    width,
    height,
    bits,
    isLossy: false,
    ...stored,
    ...(params ? { params } : {}),
  };
}
