import type { CompressionReport, Skip } from '#engine/index.ts';
import type { CompressedFile } from './request.ts';

/** Reasons that concern a whole file, the most telling first. */
const WHOLE_FILE: readonly Skip['code'][] = [
  'signed',
  'encrypted',
  'not-checkable',
  'check-failed',
  'already-compressed',
  'generation-loss',
  'broken-samples',
  'not-smaller',
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
  if (result.size < original.size) return null;
  return mainSkip(result.report)?.detail ?? WITHOUT_REPORT;
}

function mainSkip(report: CompressionReport | null): Skip | undefined {
  const skips = report?.skips ?? [];
  for (const code of WHOLE_FILE) {
    const skip = skips.find((each) => each.code === code);
    if (skip) return skip;
  }
  return undefined;
}
