import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { API_PAGE, withReportTables } from '../../../infra/docs/report-tables.ts';

it('finds every report code in docs/api.md as it is; otherwise run: npm run docs', async () => {
  const page = await readFile(API_PAGE, 'utf8');
  expect(page).toBe(await withReportTables(page));
});

it('names what it misses in a page without a place for the codes', async () => {
  await expect(withReportTables('# The API')).rejects.toThrow('Expected "<!-- Report codes');
});
