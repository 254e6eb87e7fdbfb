import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { MeasuredRun } from '#tests/fixtures/compress-process.ts';
import { startChild } from '#tests/fixtures/child-process.ts';
import { HOSTILE_DOCUMENTS } from '#tests/fixtures/pdf/hostile-documents.ts';
import { HOSTILE_DRAWINGS } from '#tests/fixtures/pdf/hostile-drawings.ts';
import { temporaryFolder } from '#tests/fixtures/temporary-folder.ts';

const PROGRAM = fileURLToPath(new URL('../../../fixtures/compress-process.ts', import.meta.url));
/**
 * A file of 1 MB may cost 5 s, the start of the process included. A core that is shared with other tests counts up to four
 * times that for the same work, so the clock only tells what has no bound at all from what has one: that the bounds hold is
 * counted, in units of the renderer.
 */
const MAX_CPU_MS = 20_000;
const MAX_PEAK_MB = 400;
/** The last page that was cut short counts twice, and opening a document needs nothing left: half a budget of 1 MB. */
const MAX_UNITS_TOO_MANY = 22e9;

/** Compresses a file in a process of its own, as an engine does: with one thread beside its own. */
async function measured(source: Uint8Array): Promise<MeasuredRun> {
  const file = join(temporaryFolder(), 'hostile.pdf');
  await writeFile(file, source);
  const child = startChild(['--disable-warning=ExperimentalWarning', PROGRAM, file], undefined, {
    UV_THREADPOOL_SIZE: '1',
  });
  try {
    return JSON.parse(await child.nextLine()) as MeasuredRun;
  } finally {
    await child.kill();
  }
}

describe('a small hostile file costs little', () => {
  it.each(Object.entries({ ...HOSTILE_DOCUMENTS, ...HOSTILE_DRAWINGS }))('%s', async (_name, build) => {
    const source = build();
    expect(source.length).toBeLessThanOrEqual(1024 ** 2);
    const { end, cpuMs, peakMB, unitsTooMany } = await measured(source);
    expect(['limit-exceeded', 'original', 'smaller']).toContain(end);
    expect(cpuMs).toBeLessThan(MAX_CPU_MS);
    expect(peakMB).toBeLessThan(MAX_PEAK_MB);
    expect(unitsTooMany).toBeLessThan(MAX_UNITS_TOO_MANY);
  });
});
