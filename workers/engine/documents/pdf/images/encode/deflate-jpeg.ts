import type { PdfJob } from '../../flow/pdf-job.ts';
import { PLAIN_LEVEL, WORTHWHILE_SHARE } from '../../tuning.ts';

/** A JPEG as it is stored in a PDF. */
export interface StoredJpeg {
  readonly data: Uint8Array;
  /** Packed once more: FlateDecode comes before DCTDecode. */
  readonly isDeflated: boolean;
}

/**
 * Deflates a JPEG where that pays. Huffman codes work block by block: flat areas and patterns that repeat come out as the
 * same bits again and again (20 to 45 % of flat art and of drawings on a grid; nothing of photographs).
 */
export async function deflateJpeg(job: PdfJob, jpeg: Uint8Array): Promise<StoredJpeg> {
  const packed = await job.context.codecs.deflate.deflate(jpeg, { format: 'zlib', level: PLAIN_LEVEL });
  const isDeflated = packed.length < jpeg.length * WORTHWHILE_SHARE;
  return { data: isDeflated ? packed : jpeg, isDeflated };
}
