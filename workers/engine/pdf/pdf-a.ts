import { latin1 } from '../bytes.ts';
import type { DeflateCodec } from '../codecs/deflate-codec.ts';
import { isEngineError } from '../errors.ts';
import { decodeStream } from './filters/decode-stream.ts';
import { MAX_STREAM_BYTES } from './limits.ts';
import type { PdfDocument } from './model/document.ts';

/**
 * The part of PDF/A that a document claims in its metadata, 1 to 4; 0 when it claims none or its packet cannot be read.
 * @throws EngineError "limit-exceeded"
 */
export async function claimedPdfAPart(document: PdfDocument, deflate: DeflateCodec): Promise<number> {
  const metadata = document.stream(document.catalog?.get('Metadata'));
  if (!metadata || document.trailer.has('Encrypt')) return 0;
  try {
    return pdfAPart((await decodeStream(metadata, document, { deflate, maxBytes: MAX_STREAM_BYTES })).bytes);
  } catch (error) {
    if (isEngineError(error) && error.code !== 'limit-exceeded') return 0;
    throw error;
  }
}

/** @param xmp the unpacked metadata stream of the catalog, UTF-8 or UTF-16 */
function pdfAPart(xmp: Uint8Array): number {
  const text = latin1(xmp).replaceAll('\0', '');
  const match = /pdfaid:part\s*(?:=\s*["']|>)\s*(\d)/.exec(text);
  return match ? Number(match[1]) : 0;
}
