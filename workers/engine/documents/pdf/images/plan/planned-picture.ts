import type { SkipCode } from '../../../../api/report/report-codes.ts';
import type { Usage } from '../../content/usage.ts';
import type { Edits } from '../../model/edits.ts';
import type { PdfStream } from '../../model/objects.ts';

/** A picture encoded anew. */
export interface PlannedPicture {
  readonly stream: PdfStream;
  readonly savedBytes: number;
  /** Whether its samples changed. */
  readonly isLossy: boolean;
  /** Visual score, where it was measured. */
  readonly score: number | undefined;
  /** Of a scanned page in layers. */
  readonly layers?: PlannedLayers;
}

/** What a scanned page in layers needs besides its own stream. */
export interface PlannedLayers {
  /** Objects that its stream names. */
  readonly parts: Edits;
  /** The page as a picture, should its layers not pass the check [as it was]. */
  readonly instead: PlannedPicture | undefined;
}

/** Why a picture is left as it is. */
export interface SkippedPicture {
  readonly skip: SkipCode;
}

/** What becomes of pictures of one bit a sample, by object number. */
export type BitmapPlan = ReadonlyMap<number, PlannedPicture | SkippedPicture>;

/** Whether a picture is on a page that cannot be compared: nothing can be proven of it there, so that it stays as it is. */
export function isUncomparable(num: number, usage: Usage, pages: ReadonlySet<number>): boolean {
  return [...(usage.pictures.get(num)?.pages ?? [])].some((page) => pages.has(page));
}
