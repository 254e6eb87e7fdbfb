import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { newestChange } from '../../../infra/setup/newest-change.ts';
import { temporaryFolder } from '#tests/fixtures/temporary-folder.ts';

it('finds the newest file below a folder, and a deleted one by its folder', () => {
  const folder = temporaryFolder();
  const inner = join(folder, 'inner');
  mkdirSync(inner);
  const file = join(inner, 'a.ts');
  writeFileSync(file, '');
  utimesSync(file, 2_000, 2_000);
  utimesSync(inner, 1_000, 1_000);
  utimesSync(folder, 1_000, 1_000);
  expect(newestChange([folder])).toBe(2_000_000);
  const before = Date.now() - 1_000;
  rmSync(file);
  expect(newestChange([folder])).toBeGreaterThan(before);
  expect(newestChange([join(folder, 'missing')])).toBe(0);
});
