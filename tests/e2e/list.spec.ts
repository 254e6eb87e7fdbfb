import { copyFile, mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { keptNames } from './support/kept-files.ts';
import { allFinished, expect, listens, select, test, toast } from './support/test.ts';

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
  await expect.poll(() => keptNames(page)).toHaveLength(3);
  await page.reload();
  await expect.poll(() => names(page)).toEqual(before);
  await page.getByRole('button', { name: 'Clear selection' }).press('Enter');
  await expect(page.getByLabel('Choose files to compress')).toBeFocused();
  await toast(page, 'List Cleared').getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => names(page)).toEqual(before);
  await expect.poll(() => keptNames(page)).toHaveLength(3);
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
    // The first comes with its list, not by itself.
    const said = new Map<Element, string>();
    Object.assign(window, { said });
    new MutationObserver(() => {
      for (const toast of document.querySelectorAll<HTMLElement>('[data-sonner-toast]'))
        if (!said.has(toast)) said.set(toast, toast.innerText);
    }).observe(document, { subtree: true, childList: true });
  });
  await select(page, [files.png, files.jpeg, files.webp, files.damaged]);
  await allFinished(page);
  await expect(toast(page, 'Compression Complete! (3 files)')).toContainText(/Size reduced by \d+%/);
  await expect(toast(page, /^Compression Notice \(/)).toHaveCount(1);
  const said = await page.evaluate(() => [
    ...(window as unknown as { said: Map<Element, string> }).said.values(),
  ]);
  expect(said.filter((words) => !words.startsWith('Almost Done'))).toHaveLength(2);
  expect(said.length).toBeLessThanOrEqual(3);
});

test('asks once about files with the same content, and keeps the folders of the others', async ({
  page,
  files,
}) => {
  await page.route('**/api/compress', (route) =>
    route.fulfill({ status: 422, json: { error: 'Not now.', code: 'damaged' } }),
  );
  await page.goto('/compress');
  const folder = await mkdtemp(join(tmpdir(), 'trip-'));
  await mkdir(join(folder, 'day 1'));
  await copyFile(files.png, join(folder, 'day 1', 'a.png'));
  await copyFile(files.jpeg, join(folder, 'b.jpg'));
  await copyFile(files.png, join(folder, 'copy.png'));
  await page.getByLabel('Choose a folder').setInputFiles(folder);
  await expect(page.getByRole('alert')).toContainText('has the same content as another file');
  await allFinished(page);
  expect(await names(page)).toHaveLength(2);
  await expect(page.getByText(/^trip-\w+\/(day 1\/)?$/).first()).toBeVisible();
  await page.getByRole('button', { name: 'Compress it too' }).click();
  await expect.poll(() => names(page)).toHaveLength(3);
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('stays quick with a list of 200', async ({ page }) => {
  await page.route('**/api/compress', (route) =>
    route.fulfill({ status: 422, json: { error: 'Not now.', code: 'damaged' } }),
  );
  // Other processes may hold up one list, not each of three.
  const times: number[] = [];
  let limit = 0;
  while (times.length < 3 && !(Math.min(...times) < limit)) {
    await page.goto('/compress');
    await listens(page);
    const before = await slowness(page);
    times.push(await longestTaskOf200(page));
    // Half a second is what a person would notice as a page that hangs.
    limit = 500 * Math.max(before, await slowness(page));
    await page.getByRole('button', { name: 'Clear selection' }).click();
  }
  console.log(`The longest task of a list of 200 took ${times.map(Math.round).join(', ')} ms.`);
  expect(Math.min(...times)).toBeLessThan(limit);
});

/** Compresses 200 files. @returns how long the longest task of the page took, ms */
async function longestTaskOf200(page: Page): Promise<number> {
  await page.evaluate(() => {
    const longest = { ms: 0 };
    Object.assign(window, { longest });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longest.ms = Math.max(longest.ms, duration);
    }).observe({ type: 'longtask' });
  });
  const head = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
  const many = Array.from({ length: 200 }, (_, index) => ({
    ...{ name: `${index}.png`, mimeType: 'image/png' },
    buffer: Buffer.from([...head, ...Array<number>(index + 1).fill(index)]),
  }));
  await page.getByLabel('Choose files to compress').setInputFiles(many);
  await page.getByRole('button', { name: 'Compress all 200 files' }).click();
  await expect(page.getByText('200 files', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Remove 199.png' }).waitFor();
  return page.evaluate(() => (window as unknown as { longest: { ms: number } }).longest.ms);
}

/** How many times as long as on an idle machine of today the page takes for the same work now, 2 at least. */
function slowness(page: Page): Promise<number> {
  return page.evaluate(() => {
    const start = performance.now();
    let value = 1;
    for (let step = 0; step < 50_000_000; step += 1)
      value = (Math.imul(value, 1_664_525) + 1_013_904_223) | 0;
    return Math.max(value === 0 ? 0 : 2, (performance.now() - start) / 100);
  });
}
