import { latin1 } from '../bytes.ts';
import type { DeflateCodec } from '../codecs/deflate-codec.ts';
import { isEngineError } from '../errors.ts';
import { decodeStream } from './filters/decode-stream.ts';
import type { StreamBudget } from './filters/stream-budget.ts';
import type { PdfDocument } from './model/document.ts';

/** A renderer reads a packet whole at each opening, at 90 ms for a megabyte: a packet above the first is not all blanks. */
const FREE_XMP_BYTES = 4 * 1024 ** 2;
const MAX_XMP_RATIO = 20;

/**
 * The part of PDF/A that a document claims in its metadata, 1 to 4; 0 when it claims none or its packet cannot be read.
 * @throws EngineError "limit-exceeded"
 */
export async function claimedPdfAPart(
  document: PdfDocument,
  deflate: DeflateCodec,
  budget: StreamBudget,
): Promise<number> {
  const metadata = document.stream(document.catalog?.get('Metadata'));
  if (!metadata || document.trailer.has('Encrypt')) return 0;
  try {
    const maxBytes = Math.max(FREE_XMP_BYTES, metadata.data.length * MAX_XMP_RATIO);
    return pdfAPart((await decodeStream(metadata, document, { deflate, budget, maxBytes })).bytes);
  } catch (error) {
    if (isEngineError(error) && error.code !== 'limit-exceeded') return 0;
    throw error;
  }
}

/** @param xmp the unpacked metadata stream of the catalog, UTF-8 or UTF-16 */
function pdfAPart(xmp: Uint8Array): number {
  const text = latin1(withoutZeros(xmp));
  const match = /pdfaid:part\s*(?:=\s*["']|>)\s*(\d)/.exec(text);
  return match ? Number(match[1]) : 0;
}

function withoutZeros(bytes: Uint8Array): Uint8Array {
  if (!bytes.includes(0)) return bytes;
  const kept = new Uint8Array(bytes.length);
  let length = 0;
  for (const byte of bytes) if (byte !== 0) kept[length++] = byte;
  return kept.subarray(0, length);
}
