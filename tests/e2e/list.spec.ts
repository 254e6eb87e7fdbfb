import type { Page } from '@playwright/test';
import { allFinished, expect, select, test, toast } from './support/test.ts';

const names = (page: Page) => page.getByRole('main').getByRole('heading', { level: 3 }).allTextContents();
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '');

test('puts back what was removed, to its place, and keeps the keyboard in the list', async ({
  page,
  files,
}) => {
  await select(page, [files.png, files.jpeg, files.webp]);
  await allFinished(page);
  const before = await names(page);
  await page.getByRole('button', { name: 'Details of lake.jpg' }).click();
  await page.getByRole('button', { name: /^Remove/ }).press('Enter');
  await expect.poll(() => names(page)).toHaveLength(2);
  // The row that took its place.
  await expect.poll(() => focused(page)).toBe(before[2]);
  const removed = toast(page, 'File Removed');
  await expect(removed).toContainText('lake.jpg is no longer in the list.');
  await removed.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect.poll(() => names(page)).toEqual(before);
  await expect.poll(() => focused(page)).toBe('lake.jpg');
  await expect(page.getByRole('button', { name: 'Login to Download lake.jpg' })).toBeVisible();
  // It is kept again, too.
  await page.reload();
  await expect.poll(() => names(page)).toEqual(before);
  await page.getByRole('button', { name: 'Clear selection' }).press('Enter');
  await expect(page.getByLabel('Choose files to compress')).toBeFocused();
  await toast(page, 'List Cleared').getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => names(page)).toEqual(before);
  await page.reload();
  await expect.poll(() => names(page)).toEqual(before);
});

test('cancels the only file and gives the keyboard the drop zone, and begins it anew on request', async ({
  page,
  files,
}) => {
  let holds = true;
  await page.route('**/api/compress', (route) => (holds ? undefined : route.continue()));
  await select(page, files.png);
  await page.getByRole('button', { name: 'Cancel chart.png' }).press('Enter');
  await expect(page.getByLabel('Choose files to compress')).toBeFocused();
  holds = false;
  await toast(page, 'File Removed').getByRole('button', { name: 'Undo' }).click();
  await allFinished(page);
  expect(await names(page)).toEqual(['chart.png']);
});

test('tells the end of a list once, not of each file', async ({ page, files }) => {
  await page.addInitScript(() => {
    const said: string[] = [];
    Object.assign(window, { said });
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes)
          if (node instanceof HTMLElement && node.matches('[data-sonner-toast]')) said.push(node.innerText);
    }).observe(document, { subtree: true, childList: true });
  });
  await select(page, [files.png, files.jpeg, files.webp, files.damaged]);
  await allFinished(page);
  await expect(toast(page, 'Compression Complete! (3 files)')).toContainText(/Size reduced by \d+%/);
  await expect(toast(page, /^Compression Notice \(/)).toHaveCount(1);
  const said = await page.evaluate(() => (window as unknown as { said: string[] }).said);
  expect(said.filter((words) => !words.startsWith('Almost Done'))).toHaveLength(2);
  expect(said.length).toBeLessThanOrEqual(3);
});
