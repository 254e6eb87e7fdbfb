import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { API_PAGE, withApiTables } from '../../../infra/docs/api-tables.ts';

it('finds every table of docs/api.md as it is; otherwise run: npm run docs', async () => {
  const page = await readFile(API_PAGE, 'utf8');
  expect(page).toBe(await withApiTables(page));
});

it('names what it misses in a page without a place for the tables', async () => {
  await expect(withApiTables('# The API')).rejects.toThrow('Expected "<!-- Calls');
});
