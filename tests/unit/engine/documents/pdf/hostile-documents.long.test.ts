import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { HOSTILE_DOCUMENTS } from '#tests/fixtures/pdf/hostile-documents.ts';
import { HOSTILE_DRAWINGS } from '#tests/fixtures/pdf/hostile-drawings.ts';
import { HOSTILE_FONTS } from '#tests/fixtures/pdf/hostile-fonts.ts';
import { HOSTILE_STRUCTURES } from '#tests/fixtures/pdf/hostile-structure.ts';
import { PROJECT_NODE } from '#tests/fixtures/project-node.ts';
import { temporaryFolder } from '#tests/fixtures/temporary-folder.ts';
import { COMPRESS_PROCESS, expectToCostLittle, runCheaply } from '#tests/support/measured-process.ts';

/** The last page that was cut short counts twice, and opening a document needs nothing left: half a budget of 1 MB. */
const MAX_UNITS_TOO_MANY = 22e9;

describe('a small hostile document costs little', () => {
  // CPU time is what they are held to; the clock only ends what hangs.
  it.each(Object.entries({ ...HOSTILE_DOCUMENTS, ...HOSTILE_DRAWINGS, ...HOSTILE_FONTS }))(
    '%s',
    { timeout: 240_000 },
    async (_name, build) => {
      const { end, unitsTooMany } = await expectToCostLittle(build());
      expect(['limit-exceeded', 'original', 'smaller']).toContain(end);
      expect(unitsTooMany).toBeLessThan(MAX_UNITS_TOO_MANY);
    },
  );

  it.each(Object.entries(HOSTILE_STRUCTURES))('%s', { timeout: 240_000 }, async (_name, documents) => {
    const sources = Object.fromEntries(Object.entries(documents).map(([name, build]) => [name, build()]));
    for (const [name, { end }] of await runCheaply(sources))
      expect(['limit-exceeded', 'damaged', 'original', 'smaller'], name).toContain(end);
  });

  it('writes nothing to the log where a page takes more memory than it may', async () => {
    const file = join(temporaryFolder(), 'hostile.pdf');
    await writeFile(file, HOSTILE_DRAWINGS['a box from afar']!());
    const args = ['--disable-warning=ExperimentalWarning', COMPRESS_PROCESS, file];
    const { stdout, stderr } = await promisify(execFile)(PROJECT_NODE, args);
    expect(JSON.parse(stdout)).toMatchObject({ end: 'smaller' });
    expect(stderr).toBe('');
  });
});
