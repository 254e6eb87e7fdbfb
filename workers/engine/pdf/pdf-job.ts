import type { EngineContext } from '../context.ts';
import { EngineError, isEngineError } from '../errors.ts';
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
  /** Parts at which our own code failed: streams, and numbers of pages. Each stays as it was, and the report counts it. */
  readonly failedParts = new Set<PdfStream | number>();
  private inflatedBytes = 0;

  constructor(document: PdfDocument, context: EngineContext, pdfA: number) {
    this.document = document;
    this.context = context;
    this.pdfA = pdfA;
  }

  /**
   * Takes an error that leaves a part as it was. A fault of ours is noted, so that the report counts the part once.
   * @returns the engine error, or undefined for a fault of ours
   * @throws the signal's reason when cancelled
   */
  judge(error: unknown, part: PdfStream | number): EngineError | undefined {
    this.context.signal.throwIfAborted();
    if (isEngineError(error)) return error;
    this.failedParts.add(part);
    return undefined;
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
