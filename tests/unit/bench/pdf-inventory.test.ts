import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { inventoryOf } from '../../../bench/pdf-inventory.ts';
import { featurePdf } from '#tests/fixtures/pdf/pdf-documents.ts';
import { temporaryFolder } from '#tests/fixtures/temporary-folder.ts';
import { codecs, run } from '#tests/support/engine-run.ts';

/** The file with a password of its owner only, its objects in encrypted streams. */
function ownerProtected(source: Uint8Array): Uint8Array {
  const folder = temporaryFolder();
  const [from, to] = [join(folder, 'from.pdf'), join(folder, 'to.pdf')];
  writeFileSync(from, source);
  const options = ['--object-streams=generate', '--encrypt', '', 'owner', '256', '--'];
  execFileSync('qpdf', [...options, from, to], { stdio: 'pipe' });
  return new Uint8Array(readFileSync(to));
}

it.each([
  ['a plain document', featurePdf, 0],
  ['one whose owner protected it', () => ownerProtected(featurePdf()), 1],
])('counts the same before and after compression, of %s', async (_, make, encryption) => {
  const source = make();
  const before = await inventoryOf(source, codecs);
  expect(before).toMatchObject({ pages: 2, links: 1, widgets: 1, layers: 1, attachments: 1, signatures: 0 });
  expect(before.encryption).toBe(encryption);
  expect(await inventoryOf((await run(source)).bytes, codecs)).toEqual(before);
});
