import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { PACKAGE_TYPES, packageTypes, QUERY_TYPES, queryTypes } from '../../../infra/docs/package-types.ts';

it.each([
  [PACKAGE_TYPES, packageTypes],
  [QUERY_TYPES, queryTypes],
])('%s knows all formats; otherwise run: npm run docs', async (file, types) => {
  expect(await readFile(file, 'utf8')).toBe(await types());
});
