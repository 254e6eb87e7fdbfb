import type { EngineContext } from '../context.ts';
import { decodeStream, type DecodedStream } from './filters/decode-stream.ts';
import type { StreamBudget, StreamSize } from './filters/stream-budget.ts';
import type { PdfDocument } from './model/document.ts';
import type { PdfStream } from './model/objects.ts';

export interface PdfJobOptions {
  /** 1 to 4 when the document claims to be PDF/A, else 0. */
  readonly pdfA: number;
  /** Counts what the document's streams unpack to, from the first byte that was read. */
  readonly budget: StreamBudget;
}

/** What the steps of one PDF share. */
export class PdfJob {
  readonly document: PdfDocument;
  readonly context: EngineContext;
  /** 1 to 4 when the document claims to be PDF/A, else 0. */
  readonly pdfA: number;
  readonly budget: StreamBudget;

  constructor(document: PdfDocument, context: EngineContext, { pdfA, budget }: PdfJobOptions) {
    this.document = document;
    this.context = context;
    this.pdfA = pdfA;
    this.budget = budget;
  }

  /**
   * Unpacks a stream up to its picture codec.
   * @throws EngineError as `decodeStream`; "limit-exceeded" also when all streams together unpack to too much
   */
  decode(
    stream: PdfStream,
    options: StreamSize & { readonly strict?: boolean } = {},
  ): Promise<DecodedStream> {
    const { deflate } = this.context.codecs;
    return decodeStream(stream, this.document, { ...options, deflate, budget: this.budget });
  }
}
