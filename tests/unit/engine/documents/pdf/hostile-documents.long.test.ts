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
import { inThisForm } from '#tests/support/long-form.ts';
import { COMPRESS_PROCESS, expectToCostLittle, runCheaply } from '#tests/support/measured-process.ts';

/** The last page that was cut short counts twice, and opening a document needs nothing left: half a budget of 1 MB. */
const MAX_UNITS_TOO_MANY = 22e9;

/** What meets the same bound as another, whose name stands beside it. */
const REPEATED = [
  // one Flate of blanks
  ...['one Flate of operators', 'one Flate of an array'],
  // forms drawing forms twice
  ...['patterns drawing patterns twice', 'masks drawing masks twice'],
  'a page shown 2500 times', // a dense page shown 2500 times
  'one path filled', // fine dashes
  'inline pictures by the thousand', // pictures of 256 by the hundred
  'Lab pictures of 4 megapixels', // a picture behind a slow function
  'function shadings', // axial shadings
  'a lattice of a mesh', // tensor patches of a mesh
  'tiny tiles', // tiles drawn often
  'annotations by the thousand', // fields by the thousand
  '250 programs of 65 535 glyphs', // 350 fonts whose subroutines call each other
];

describe('a small hostile document costs little', () => {
  // CPU time is what they are held to; the clock only ends what hangs.
  it.each(inThisForm({ ...HOSTILE_DOCUMENTS, ...HOSTILE_DRAWINGS, ...HOSTILE_FONTS }, REPEATED))(
    '%s',
    async (_name, build) => {
      const { end, unitsTooMany } = await expectToCostLittle(build());
      expect(['limit-exceeded', 'original', 'smaller']).toContain(end);
      expect(unitsTooMany).toBeLessThan(MAX_UNITS_TOO_MANY);
    },
  );

  it.each(Object.entries(HOSTILE_STRUCTURES))('%s', async (_name, documents) => {
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
