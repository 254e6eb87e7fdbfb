import type { FileKind } from '#engine/index.ts';

const MB = 1024 ** 2;

/**
 * CPU seconds of the engine at the preset "balanced" for each MB, as measured over 86 files between 10 KB and 9 MB, and a
 * share for any file of a kind, set by hand: documents are rendered and checked however small they are.
 */
const MEASURED: Readonly<Record<FileKind, { readonly fixed: number; readonly perMegabyte: number }>> = {
  jpeg: { fixed: 0.1, perMegabyte: 0.8 },
  png: { fixed: 0.1, perMegabyte: 4.2 },
  webp: { fixed: 0.1, perMegabyte: 6.1 },
  pdf: { fixed: 0.5, perMegabyte: 1.3 },
  pptx: { fixed: 0.5, perMegabyte: 2.7 },
};

/** Work that is expected to take less counts as small: it may use the express engine and the queue of small work. */
export const SMALL_WORK_SECONDS = 2;

/**
 * CPU seconds that a file is expected to cost. Good for the order of jobs and no more: a file can cost ten times as much,
 * so whoever relies on it must also hold when it is wrong.
 * @param bytes of the upload
 */
export function expectedWorkSeconds(kind: FileKind, bytes: number): number {
  const { fixed, perMegabyte } = MEASURED[kind];
  return Math.round((fixed + (perMegabyte * bytes) / MB) * 1000) / 1000;
}
