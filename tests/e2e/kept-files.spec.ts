import type { Page } from '@playwright/test';
import { keptFiles, keptNames } from './support/kept-files.ts';
import { allFinished, expect, rests, select, test } from './support/test.ts';

test('has results and failures again after a reload', async ({ page, files }) => {
  await select(page, [files.png, files.damaged]);
  await allFinished(page);
  await expect.poll(() => keptStates(page)).toEqual(['done', 'failed']);
  let requests = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/compress')) requests++;
  });
  await page.reload();
  await expect(page.getByRole('button', { name: 'Login to Download chart.png' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('not compressed');
  expect(requests).toBe(0);
});

test('goes on with what was under way when the page was reloaded', async ({ page, files }) => {
  await page.route('**/api/compress', () => undefined, { times: 1 }); // Never answered.
  await select(page, files.png);
  await expect(page.getByRole('heading', { name: 'chart.png' })).toBeVisible();
  // Leaving earlier would only lose the copy.
  await expect.poll(() => keptNames(page)).toEqual(['chart.png']);
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(page.getByRole('button', { name: 'Login to Download chart.png' })).toBeVisible();
});

test('forgets files that were cleared, downloaded or are of another tab', async ({
  page,
  context,
  files,
  signedIn: _signedIn,
}) => {
  await select(page, [files.png, files.webp]);
  await allFinished(page);
  const other = await context.newPage();
  await other.goto('/compress');
  await rests(other);
  await expect(other.getByText('Drop your files here')).toBeVisible();
  await other.close();

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download chart.png' }).click();
  await download;
  // The file goes once it was handed over, which a reload at that moment would forestall.
  await expect.poll(() => keptNames(page)).toEqual(['poster.webp']);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'poster.webp' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'chart.png' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Clear selection' }).click();
  await expect.poll(() => keptNames(page)).toEqual([]);
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('keptList'))).toBeNull();
  await page.reload();
  await rests(page);
  await expect(page.getByText('Drop your files here')).toBeVisible();
});

test('leaves a list to its tab when that is duplicated', async ({ page, context, files }) => {
  await select(page, files.png);
  await allFinished(page);
  await expect.poll(() => keptStates(page)).toEqual(['done']);
  const list = await page.evaluate(() => sessionStorage.getItem('keptList'));
  /** A copy of the tab has a copy of its session storage. */
  const duplicate = async (path = '/compress') => {
    const copy = await context.newPage();
    await copy.goto('/teams');
    await copy.evaluate((name) => sessionStorage.setItem('keptList', name!), list);
    await copy.goto(path);
    return copy;
  };
  const other = await duplicate();
  await expect.poll(() => other.evaluate(() => sessionStorage.getItem('keptList'))).toBeNull();
  await expect(other.getByText('Drop your files here')).toBeVisible();
  await select(other, files.webp);
  await allFinished(other);
  await expect.poll(() => keptNames(page)).toEqual(['chart.png', 'poster.webp']);
  await other.getByRole('button', { name: 'Clear selection' }).click();
  await expect.poll(() => keptNames(page)).toEqual(['chart.png']);

  // Before it is known that the list is another tab's.
  const quick = await duplicate();
  await select(quick, files.webp);
  await allFinished(quick);
  await expect.poll(() => keptNames(page)).toEqual(['chart.png', 'poster.webp']);
  const third = await duplicate();
  await select(third, files.webp);
  await third.getByRole('button', { name: /lear selection$/ }).click();
  await expect.poll(() => third.evaluate(() => sessionStorage.getItem('keptList'))).toBeNull();
  const fromHome = await duplicate('/');
  await fromHome.locator('[data-start-zone][data-state=ready] input').first().setInputFiles(files.jpeg);
  await expect(fromHome).toHaveURL('/compress');
  await expect(fromHome.getByRole('heading', { name: 'lake.jpg' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'chart.png' })).toBeVisible();
  for (const name of ['poster.webp', 'lake.jpg'])
    await expect(page.getByRole('heading', { name })).toHaveCount(0);
});

test('keeps nothing for longer than an hour', async ({ page, files }) => {
  await select(page, files.png);
  await allFinished(page);
  await page.addInitScript(() => {
    const { now } = Date;
    Date.now = () => now() + 61 * 60_000;
  });
  await page.reload();
  await rests(page);
  await expect(page.getByText('Drop your files here')).toBeVisible();
});

test('writes a chosen file once, however far it comes', async ({ page, files }) => {
  await page.addInitScript(() => {
    const { put } = IDBObjectStore.prototype;
    const written: string[] = [];
    Object.assign(window, { written });
    IDBObjectStore.prototype.put = function noted(value: object, ...key) {
      const names = JSON.stringify(value, (_name, part: unknown) =>
        part instanceof File ? part.name : part,
      );
      written.push(...(names.match(/"chart\.png"/g) ?? []));
      return put.call(this, value, ...key);
    };
  });
  await select(page, files.png);
  await allFinished(page);
  await expect.poll(() => keptStates(page)).toEqual(['done']);
  expect(await page.evaluate(() => (window as unknown as { written: string[] }).written)).toEqual([
    '"chart.png"',
  ]);
});

test('finds what a version before this one has kept', async ({ page }) => {
  await page.goto('/teams');
  await page.evaluate(async () => {
    const opening = indexedDB.open('featherpress-files', 1);
    await new Promise((resolve, reject) => {
      opening.onupgradeneeded = () =>
        opening.result.createObjectStore('items', { keyPath: ['list', 'index'] });
      opening.onsuccess = resolve;
      opening.onerror = reject;
    });
    const file = new File(['%PDF-'], 'before.pdf', { type: 'application/pdf' });
    const state = { status: 'failed', message: 'The file is damaged.', retryable: false };
    const item = { file, kind: 'pdf', index: 0, options: { preset: 'balanced' }, state };
    const transaction = opening.result.transaction('items', 'readwrite');
    transaction.objectStore('items').put({ list: 'before', index: 0, keptAt: Date.now(), item });
    const blob = new Blob(['small'], { type: 'image/png' });
    const facts = { size: 5, kind: 'png', correctedName: null, jobId: null, report: null, place: 'server' };
    const result = { name: 'featherpress_made.png', type: 'image/png', blob, ...facts };
    const made = {
      file: new File(['larger'], 'made.png', { type: 'image/png' }),
      ...{ kind: 'png', index: 1, options: { preset: 'small' }, state: { status: 'done', result } },
    };
    transaction.objectStore('items').put({ list: 'before', index: 1, keptAt: Date.now(), item: made });
    await new Promise((resolve) => (transaction.oncomplete = resolve));
    opening.result.close();
    sessionStorage.setItem('keptList', 'before');
  });
  await page.goto('/compress');
  await expect(page.getByRole('heading', { name: 'before.pdf' })).toBeVisible();
  await page.getByRole('button', { name: 'Details of made.png' }).click();
  await expect(page.getByText('Made with: Smallest')).toBeVisible();
});

/** What became of the files in the browser's own storage, in order. */
async function keptStates(page: Page): Promise<string[]> {
  return (await keptFiles(page)).map(({ status }) => status).sort();
}
