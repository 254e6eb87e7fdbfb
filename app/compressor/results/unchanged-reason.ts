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
/** The reasons in a few words. */
const SHORT: Partial<Readonly<Record<Skip['code'], string>>> = {
  signed: 'digitally signed',
  encrypted: 'protected by its owner',
  'standard-kept': 'its standard allows no change',
  'not-checkable': 'its appearance cannot be checked',
  'check-failed': 'the result did not pass the check',
  'already-compressed': 'compressed by us before',
  'generation-loss': 'not worth the loss of quality',
  'rare-jpeg': 'a rare kind of JPEG',
  'linked-data': 'holds further images',
  'not-smaller': 'nothing made it smaller',
};
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

/**
 * Why a file came back as it was, in a few words: "unchanged: digitally signed".
 * @returns null when the file became smaller
 */
export function unchangedWords(
  original: Pick<File, 'size'>,
  result: Pick<CompressedFile, 'size' | 'report'>,
): string | null {
  if (!isUnchanged(original, result)) return null;
  const code = mainSkip(result.report)?.code;
  const why = code && SHORT[code];
  return why ? `unchanged: ${why}` : 'unchanged';
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
