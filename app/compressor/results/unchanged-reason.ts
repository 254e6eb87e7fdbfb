import { isPictureKind } from '#engine/api/kinds.ts';
import type { CompressionReport, Skip } from '#engine/index.ts';
import type { CompressedFile } from '../queue/request.ts';

/** Reasons that concern a whole document, the most telling first; what they say of a picture holds for one of many. */
const OF_DOCUMENTS: readonly Skip['code'][] = [
  'signed',
  'encrypted',
  'standard-kept',
  'not-checkable',
  'check-failed',
  'not-smaller',
];
const OF_PICTURES: readonly Skip['code'][] = [
  'already-compressed',
  'generation-loss',
  'broken-samples',
  'rare-jpeg',
  'linked-data',
  'colours-not-judged',
  'gain-map',
  'odd-animation',
  'frames-merged',
  '16-bit',
  'large-lossless',
  'large-transparency',
  'too-much-work',
  'not-smaller',
];
/** Reasons that hold for every preset and size. */
const FOR_GOOD: readonly Skip['code'][] = [
  'signed',
  'encrypted',
  'standard-kept',
  'rare-jpeg',
  'linked-data',
];
const WITHOUT_REPORT = 'Nothing made this file smaller, so the original is returned.';

/**
 * Why a file came back as it was, in a sentence of the engine's report.
 * @returns null when the file became smaller
 */
export function unchangedReason(
  original: Pick<File, 'size'>,
  result: Pick<CompressedFile, 'size' | 'report'>,
): string | null {
  if (!isUnchanged(original, result)) return null;
  return mainSkip(result.report)?.detail ?? WITHOUT_REPORT;
}

/** Whether a file came back as it was. What was converted is another file, also where it is larger. */
export function isUnchanged(
  original: Pick<File, 'size'>,
  { size, report }: Pick<CompressedFile, 'size' | 'report'>,
): boolean {
  return size >= original.size && report?.output === undefined;
}

/** Whether no other setting can make a file smaller that came back unchanged. */
export function isUnchangedForGood(
  original: Pick<File, 'size'>,
  result: Pick<CompressedFile, 'size' | 'report'>,
): boolean {
  const skip = isUnchanged(original, result) ? mainSkip(result.report) : undefined;
  return skip !== undefined && FOR_GOOD.includes(skip.code);
}

function mainSkip(report: CompressionReport | null): Skip | undefined {
  const skips = report?.skips ?? [];
  const isDocument = report !== null && !isPictureKind(report.kind);
  for (const code of isDocument ? OF_DOCUMENTS : OF_PICTURES) {
    const skip = skips.find((each) => each.code === code);
    if (skip) return skip;
  }
  return undefined;
}
