import { existsSync, globSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, it } from 'vitest';
import { COVERED_ROOMS, PAGES, RUN_ELSEWHERE, roomOf } from '../../../infra/setup/covered-rooms.ts';

const files = globSync('{app,functions,platform,workers}/**/*.{ts,tsx}')
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => !path.endsWith('.d.ts'));

it('has every folder with product code in a room or among the pages', () => {
  const homeless = files.filter(
    (path) =>
      roomOf(path) === undefined &&
      !PAGES.some((folder) => path.startsWith(`${folder}/`)) &&
      dirname(path) !== 'app',
  );
  expect(homeless).toEqual([]);
});

it('names no room without files, and no file that is gone', () => {
  expect(COVERED_ROOMS.filter((room) => !files.some((path) => roomOf(path) === room))).toEqual([]);
  expect([...PAGES, ...RUN_ELSEWHERE].filter((path) => !existsSync(path))).toEqual([]);
});
