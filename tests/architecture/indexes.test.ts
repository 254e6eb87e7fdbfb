import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { listFiles, ROOT } from './source-files.ts';

it.each(['tests/fixtures', 'tests/support'])('lists every file of %s with its purpose', (folder) => {
  const text = readFileSync(join(ROOT, folder, 'README.md'), 'utf8');
  const listed = [...text.matchAll(/^- `([^`]+)`: \S+/gm)].map(([, path]) => `${folder}/${path}`);
  const files = listFiles().filter((path) => path.startsWith(`${folder}/`) && !path.endsWith('README.md'));
  expect(listed.sort()).toEqual(files.sort());
});
