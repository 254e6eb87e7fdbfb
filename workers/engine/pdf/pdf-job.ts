import type { EngineContext } from '../context.ts';
import { EngineError } from '../errors.ts';
import { ENGINE_LIMITS } from '../limits.ts';
import { decodeStream, type DecodedStream } from './filters/decode-stream.ts';
import { MAX_STREAM_BYTES } from './limits.ts';
import type { PdfDocument } from './model/document.ts';
import type { PdfStream } from './model/objects.ts';

/** What the steps of one PDF share. */
export class PdfJob {
  readonly document: PdfDocument;
  readonly context: EngineContext;
  /** 1 to 4 when the document claims to be PDF/A, else 0. */
  readonly pdfA: number;
  private inflatedBytes = 0;

  constructor(document: PdfDocument, context: EngineContext, pdfA: number) {
    this.document = document;
    this.context = context;
    this.pdfA = pdfA;
  }

  /**
   * Unpacks a stream up to its picture codec.
   * @throws EngineError as `decodeStream`; "limit-exceeded" also when all streams together pass 2 GB
   */
  async decode(
    stream: PdfStream,
    { maxBytes = MAX_STREAM_BYTES, strict = false } = {},
  ): Promise<DecodedStream> {
    const decoded = await decodeStream(stream, this.document, {
      deflate: this.context.codecs.deflate,
      maxBytes,
      strict,
    });
    this.inflatedBytes += decoded.bytes === stream.data ? 0 : decoded.bytes.length;
    if (this.inflatedBytes > ENGINE_LIMITS.maxInflatedBytes * 2) {
      throw new EngineError(
        'limit-exceeded',
        'This PDF unpacks to more than can be handled. Split it and try again.',
      );
    }
    return decoded;
  }
}
