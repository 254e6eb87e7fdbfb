import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { listFiles, ROOT } from './source-files.ts';

const KEBAB_CASE = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9-]+)*\.(ts|tsx|css|mdx|mjs)$/;
/** Remix reads parameters, layouts and dots out of the names of route files. */
const ROUTE = /^[a-z0-9$_.[\]()+-]+\.(ts|tsx)$/;
const code = listFiles().filter((path) => /\.(ts|tsx|css|mdx|mjs)$/.test(path));

it('names files in kebab-case', () => {
  const misnamed = code.filter(
    (path) => !(path.startsWith('app/routes/') ? ROUTE : KEBAB_CASE).test(basename(path)),
  );
  expect(misnamed).toEqual([]);
});

it('has no drawers for everything', () => {
  const drawers = code.filter((path) => /(^|\/)(utils?|misc|helpers?|common)(\.|\/)/.test(path));
  expect(drawers).toEqual([]);
});

it('leaves no note to do later and no skipped test', () => {
  const note = new RegExp(
    ['TO' + 'DO', 'FIX' + 'ME', '\\b(it|test|describe)\\.(skip|only|to' + 'do)\\('].join('|'),
  );
  const unfinished = code.filter((path) => note.test(readFileSync(join(ROOT, path), 'utf8')));
  expect(unfinished).toEqual([]);
});
