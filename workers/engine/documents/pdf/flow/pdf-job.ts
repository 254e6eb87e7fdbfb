import type { EngineContext } from '../../../context.ts';
import { isEngineError, type EngineError } from '../../../api/errors.ts';
import type { Claims } from '../protection/claims.ts';
import { decodeStream, type DecodedStream } from '../filters/decode-stream.ts';
import type { StreamBudget, StreamSize } from '../filters/stream-budget.ts';
import { charstringSteps, type StepBudget } from '../fonts/type1/type1-charstring.ts';
import type { BitmapDecoding } from '../images/jbig2/decode-bitmap.ts';
import type { PdfDocument } from '../model/document.ts';
import type { PdfStream } from '../model/objects.ts';
import { bitmapBudgetOf } from '../verify/render-limits.ts';

interface PdfJobOptions {
  /** What the document claims to follow. */
  readonly claims: Claims;
  /** Counts what the document's streams unpack to, from the first byte that was read. */
  readonly budget: StreamBudget;
}

/** What the steps of one PDF share. */
export class PdfJob {
  readonly document: PdfDocument;
  readonly context: EngineContext;
  /** What the document claims to follow. */
  readonly claims: Claims;
  /** Parts at which our own code failed: streams, and numbers of pages. Each stays as it was, and the report counts it. */
  readonly failedParts = new Set<PdfStream | number>();
  readonly budget: StreamBudget;
  /** Operators that the glyphs of all fonts may take. */
  readonly charstrings: StepBudget;
  /** How bitmaps of the document are decoded, and what that may take in all. */
  readonly bitmapDecoding: BitmapDecoding;

  constructor(document: PdfDocument, context: EngineContext, { claims, budget }: PdfJobOptions) {
    this.document = document;
    this.context = context;
    this.claims = claims;
    this.budget = budget;
    this.charstrings = charstringSteps(budget.fileBytes);
    const { pages: renderer, deflate } = context.codecs;
    this.bitmapDecoding = { renderer, deflate, budget: bitmapBudgetOf(budget.fileBytes) };
  }

  /**
   * Takes an error that leaves a part as it was. A fault of ours is noted, so that the report counts the part once.
   * @returns the engine error, or undefined for a fault of ours
   * @throws the signal's reason when cancelled
   */
  recordFailure(error: unknown, part: PdfStream | number): EngineError | undefined {
    this.context.signal.throwIfAborted();
    if (isEngineError(error)) return error;
    this.failedParts.add(part);
    return undefined;
  }

  /**
   * Does work on a part that stays as it was where the work fails.
   * @returns undefined where it failed
   * @throws EngineError "limit-exceeded"; the signal's reason when cancelled
   */
  async orLeave<T>(part: PdfStream, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      if (this.recordFailure(error, part)?.code === 'limit-exceeded') throw error;
      return undefined;
    }
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
