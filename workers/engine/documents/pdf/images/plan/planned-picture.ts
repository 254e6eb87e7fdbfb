import type { SkipCode } from '../../../../api/report/report-codes.ts';
import type { PdfStream } from '../../model/objects.ts';

/** A picture encoded anew. */
export interface PlannedPicture {
  readonly stream: PdfStream;
  readonly savedBytes: number;
  /** Whether its samples changed. */
  readonly isLossy: boolean;
  /** On the SSIMULACRA2 scale, where it was measured. */
  readonly score: number | undefined;
}

/** Why a picture is left as it is. */
export interface SkippedPicture {
  readonly skip: SkipCode;
}

/** What becomes of pictures of one bit a sample, by object number. */
export type BitmapPlan = ReadonlyMap<number, PlannedPicture | SkippedPicture>;
