import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { FONT_FILES, limitFont } from '../../infra/media/limit-fonts.ts';

test.each(FONT_FILES)('%s is what its script writes, and every page can wait for it', async (file) => {
  const published = await readFile(new URL(`../../app/fonts/${file}`, import.meta.url));
  // Else: node infra/media/limit-fonts.ts
  expect(published.equals(await limitFont(file))).toBe(true);
  expect(published.length).toBeLessThan(30_000);
});
