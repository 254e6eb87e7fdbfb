import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { fileURLToPath } from 'node:url';
import { carryOver } from './support/drag.ts';
import { allFinished, expect, holdScripts, listens, test } from './support/test.ts';

/** Opens the compress page as a slow computer does: drawn, and without its scripts. @returns what lets them come */
async function openSlowly(page: Page): Promise<() => Promise<void>> {
  const letScriptsCome = await holdScripts(page);
  await page.goto('/compress', { waitUntil: 'commit' });
  await expect(page.getByText('Drop your files here')).toBeVisible();
  // The end of the page, which holds what is done early, may come after its words.
  await page.waitForFunction(() => 'earlyActs' in window);
  return async () => {
    letScriptsCome();
    await listens(page);
  };
}

test('keeps what was chosen, typed and pressed before it listened', async ({ page }) => {
  await page.addInitScript(() => {
    localStorage.setItem('compressionWish', JSON.stringify({ preset: 'small', keep: ['location'] }));
  });
  const comeAlive = await openSlowly(page);
  await page.getByText('Lossless', { exact: true }).click();
  await page.getByLabel('Another limit, such as 350 KB').fill('300 KB');
  await page.getByRole('button', { name: 'Photo metadata (EXIF): choose what to keep' }).click();
  await comeAlive();
  await expect(page.getByRole('radio', { name: 'Lossless' })).toBeChecked();
  await expect(page.getByLabel('Another limit, such as 350 KB')).toHaveValue('300 KB');
  // What was stored is still chosen beside it.
  await expect(page.getByRole('checkbox', { name: 'Location' })).toBeChecked();
  await expect(
    page.getByText(/^Settings: Lossless, under 300.00 KB, on our servers, keeps location/),
  ).toBeVisible();
});

test('compresses what was dropped before it listened', async ({ page, files }) => {
  const comeAlive = await openSlowly(page);
  const content = (await readFile(files.png)).toString('base64');
  const carried = [{ name: 'early.png', type: 'image/png', content }];
  expect(await carryOver(page, carried, ['dragover', 'drop'])).toEqual([true, true]);
  await comeAlive();
  await allFinished(page);
  await expect(page.getByRole('heading', { name: 'early.png' })).toHaveCount(1);
});

test('compresses a folder that was chosen before it listened', async ({ page }) => {
  const comeAlive = await openSlowly(page);
  await page
    .getByLabel('Choose a folder')
    .setInputFiles(fileURLToPath(new URL('../../public/icons', import.meta.url)));
  await comeAlive();
  await allFinished(page);
  await expect(page.getByRole('heading', { name: 'icon-192.png' })).toHaveCount(1);
});
