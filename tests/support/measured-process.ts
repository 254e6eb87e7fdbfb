import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { startChild } from '#tests/fixtures/child-process.ts';
import type { MeasuredRun } from '#tests/fixtures/compress-process.ts';
import { temporaryFolder } from '#tests/fixtures/temporary-folder.ts';

/** Program that compresses a file and prints a {@link MeasuredRun}. */
export const COMPRESS_PROCESS = fileURLToPath(new URL('../fixtures/compress-process.ts', import.meta.url));
const SMALL_FILE_BYTES = 1024 ** 2;

/**
 * A file of 1 MB may cost 5 s, the start of the process included. A core that is shared with other tests counts up to four
 * times that for the same work, so the clock only tells what has no bound at all from what has one.
 */
const MAX_CPU_MS = 20_000;
const MAX_PEAK_MB = 400;

/**
 * Compresses a file of at most 1 MB in a process of its own, as an engine does: with one thread beside its own. Expects that
 * it ends in time and memory, and that no fault of ours ends it.
 */
export async function expectToCostLittle(source: Uint8Array): Promise<MeasuredRun> {
  expect(source.length).toBeLessThanOrEqual(SMALL_FILE_BYTES);
  const file = join(temporaryFolder(), 'hostile');
  await writeFile(file, source);
  const child = startChild(['--disable-warning=ExperimentalWarning', COMPRESS_PROCESS, file], undefined, {
    UV_THREADPOOL_SIZE: '1',
    MALLOC_ARENA_MAX: '2',
    MALLOC_MMAP_THRESHOLD_: '1000000',
  });
  try {
    const run = JSON.parse(await child.nextLine()) as MeasuredRun;
    expect(run.cpuMs).toBeLessThan(MAX_CPU_MS);
    expect(run.peakMB).toBeLessThan(MAX_PEAK_MB);
    return run;
  } finally {
    await child.kill();
  }
}
