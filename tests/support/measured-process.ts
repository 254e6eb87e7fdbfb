import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { startChild } from '#tests/fixtures/child-process.ts';
import type { MeasuredRun } from '#tests/fixtures/compress-process.ts';
import { temporaryFolder } from '#tests/fixtures/temporary-folder.ts';

/** Program that compresses files and prints a {@link MeasuredRun} of each. */
export const COMPRESS_PROCESS = fileURLToPath(new URL('../fixtures/compress-process.ts', import.meta.url));
const SMALL_FILE_BYTES = 1024 ** 2;

/**
 * A file of 1 MB may cost 5 s, the start of the process included. A core that is shared with other tests counts up to six
 * times that for the same work, so the clock only tells what has no bound at all from what has one.
 */
const MAX_CPU_MS = 30_000;
/** What {@link slowness} counts in is this much CPU of a machine of today that does nothing else [ms]. */
const USUAL_MS = 40;
const MAX_PEAK_MB = 400;
/** What a file leaves behind is collected while a later one is at work. */
const MAX_LEFT_BEHIND_MB = 200;

/**
 * Compresses a file of at most 1 MB in a process of its own, as an engine does: with one thread beside its own. Expects that
 * it ends in time and memory, and that no fault of ours ends it.
 */
export async function expectToCostLittle(source: Uint8Array): Promise<MeasuredRun> {
  const runs = await runCheaply({ file: source });
  return runs.get('file')!;
}

/** {@link expectToCostLittle} for many files, one after the other in one process. @returns the runs by name */
export async function runCheaply(
  sources: Readonly<Record<string, Uint8Array>>,
): Promise<Map<string, MeasuredRun>> {
  const folder = temporaryFolder();
  const names = Object.keys(sources);
  const files = names.map((_, index) => join(folder, `hostile-${index}`));
  for (const [index, name] of names.entries()) {
    expect(sources[name]!.length, name).toBeLessThanOrEqual(SMALL_FILE_BYTES);
    await writeFile(files[index]!, sources[name]!);
  }
  const child = startChild(['--disable-warning=ExperimentalWarning', COMPRESS_PROCESS, ...files], undefined, {
    UV_THREADPOOL_SIZE: '1',
    MALLOC_ARENA_MAX: '2',
    MALLOC_MMAP_THRESHOLD_: '1000000',
  });
  const runs = new Map<string, MeasuredRun>();
  const before = slowness();
  try {
    for (const name of names) {
      const run = JSON.parse(await child.nextLine()) as MeasuredRun;
      expect(run.cpuMs, name).toBeLessThan(MAX_CPU_MS * Math.max(before, slowness()));
      expect(run.peakMB, name).toBeLessThan(MAX_PEAK_MB + (runs.size > 0 ? MAX_LEFT_BEHIND_MB : 0));
      runs.set(name, run);
    }
    return runs;
  } finally {
    await child.kill();
  }
}

/** How many times as much CPU time as usual this machine takes for the same work now, 1 at least: hosts slow their guests down. */
function slowness(): number {
  const start = process.cpuUsage();
  let value = 1;
  for (let step = 0; step < 20_000_000; step += 1) value = (Math.imul(value, 1_664_525) + 1_013_904_223) | 0;
  const { user } = process.cpuUsage(start);
  return value === 0 ? 1 : Math.max(1, user / 1_000 / USUAL_MS);
}
