import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, onTestFinished } from 'vitest';
import { startChild, type Child } from '#tests/fixtures/child-process.ts';
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

/** The process that takes one file after the other, as starting one takes longer than most files. */
let shared: Child | null = null;
// Files of one process share this module, and the next one must not find what has ended.
afterAll(async () => {
  await shared?.kill();
  shared = null;
});

/**
 * Compresses a file of at most 1 MB in an engine process: with one thread beside its own. Expects that it ends in time and
 * memory, and that no fault of ours ends it. A file that takes too much beside what others left behind has a process of its own.
 */
export async function expectToCostLittle(source: Uint8Array, name = 'file'): Promise<MeasuredRun> {
  expect(source.length, name).toBeLessThanOrEqual(SMALL_FILE_BYTES);
  const file = join(temporaryFolder(), 'hostile');
  await writeFile(file, source);
  const engine = shared ?? startEngine();
  shared = null;
  // One that hangs or fails is given no other file.
  onTestFinished(() => (shared === engine ? undefined : engine.kill()));
  const run = await runIn(engine, file);
  if (run.peakMB < MAX_PEAK_MB && run.cpuMs < MAX_CPU_MS) {
    shared = engine;
    return run;
  }
  return expectLittleAlone(file, name);
}

/** {@link expectToCostLittle} for many files. @returns the runs by name */
export async function runCheaply(
  sources: Readonly<Record<string, Uint8Array>>,
): Promise<Map<string, MeasuredRun>> {
  const runs = new Map<string, MeasuredRun>();
  for (const [name, source] of Object.entries(sources))
    runs.set(name, await expectToCostLittle(source, name));
  return runs;
}

async function expectLittleAlone(file: string, name: string): Promise<MeasuredRun> {
  const engine = startEngine();
  onTestFinished(() => engine.kill());
  const before = slowness();
  const run = await runIn(engine, file);
  expect(run.cpuMs, name).toBeLessThan(MAX_CPU_MS * Math.max(before, slowness()));
  expect(run.peakMB, name).toBeLessThan(MAX_PEAK_MB);
  return run;
}

function startEngine(): Child {
  const args = ['--disable-warning=ExperimentalWarning', '--expose-gc', COMPRESS_PROCESS];
  const env = { UV_THREADPOOL_SIZE: '1', MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '1000000' };
  return startChild(args, undefined, env, 'pipe');
}

async function runIn(engine: Child, file: string): Promise<MeasuredRun> {
  engine.send(file);
  return JSON.parse(await engine.nextLine()) as MeasuredRun;
}

/** How many times as much CPU time as usual this machine takes for the same work now, 1 at least: hosts slow their guests down. */
function slowness(): number {
  const start = process.cpuUsage();
  let value = 1;
  for (let step = 0; step < 20_000_000; step += 1) value = (Math.imul(value, 1_664_525) + 1_013_904_223) | 0;
  const { user } = process.cpuUsage(start);
  return value === 0 ? 1 : Math.max(1, user / 1_000 / USUAL_MS);
}
