import { KIND_INFO, type FileKind } from '#engine/api/kinds.ts';

const MB = 1024 ** 2;

/** Work that is expected to take less counts as small: it may use the express engine and the queue of small work. */
export const SMALL_WORK_SECONDS = 2;

/**
 * CPU seconds that a file is expected to cost at the preset "balanced", as measured over 86 files of 10 KB to 9 MB. It serves the
 * order of jobs and no more: a file can cost ten times as much.
 * @param bytes of the upload
 */
export function expectedWorkSeconds(kind: FileKind, bytes: number): number {
  const { perFile, perMegabyte } = KIND_INFO[kind].expectedSeconds;
  return Math.round((perFile + (perMegabyte * bytes) / MB) * 1000) / 1000;
}
