import type { PdfJob } from '../../flow/pdf-job.ts';

/** A JPEG as it is stored in a PDF. */
export interface StoredJpeg {
  readonly data: Uint8Array;
  /** Packed once more: FlateDecode comes before DCTDecode. */
  readonly isDeflated: boolean;
}

/** What the second filter costs in the dictionary, and the share that it must save to be worth undoing. */
const FILTER_CHARS = 20;
const WORTHWHILE = 0.97;
const LEVEL = 9;

/**
 * Deflates a JPEG where that pays. Huffman codes work block by block: flat areas and patterns that repeat come out as the
 * same bits again and again (20 to 45 % of flat art and of drawings on a grid; nothing of photographs).
 */
export async function deflateJpeg(job: PdfJob, jpeg: Uint8Array): Promise<StoredJpeg> {
  const packed = await job.context.codecs.deflate.deflate(jpeg, { format: 'zlib', level: LEVEL });
  const isDeflated = packed.length + FILTER_CHARS < jpeg.length * WORTHWHILE;
  return { data: isDeflated ? packed : jpeg, isDeflated };
}
