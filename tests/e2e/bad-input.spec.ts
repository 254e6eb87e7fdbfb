import { copyFile, writeFile } from 'node:fs/promises';
import type { Request } from '@playwright/test';
import { allFinished, expect, expectToast, saidToasts, select, test } from './support/test.ts';

test('compresses all the same where the storage of the browser is full', async ({ page, files }) => {
  await page.addInitScript(() => {
    const { put } = IDBObjectStore.prototype;
    // As browsers do it: the write is taken, and its transaction ends with an error.
    IDBObjectStore.prototype.put = function (...values) {
      const request = put.apply(this, values);
      this.transaction.abort();
      return request;
    };
  });
  await select(page, [files.png, files.webp]);
  await allFinished(page);
  await expect(page.getByRole('button', { name: 'Login to download all' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Your results' })).toBeVisible();
});

for (const [what, jwt] of [
  ['forged', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhbWEiLCJleHAiOjQxMDI0NDQ4MDB9.c2lnbmVk'],
  ['no token at all', 'nonsense'],
] as const) {
  test(`takes a session that is ${what} for none, says so once, and compresses`, async ({ page, files }) => {
    await page.addInitScript((token) => {
      if (sessionStorage.getItem('was-here') === null) localStorage.setItem('jwt', token);
      sessionStorage.setItem('was-here', 'yes');
    }, jwt);
    await select(page, [files.png, files.webp]);
    await expectToast(page, 'Session Ended');
    await allFinished(page);
    await expect(page.getByRole('button', { name: 'Login to Download chart.png' })).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('jwt'))).toBeNull();
    const ends = (await saidToasts(page)).filter((each) => each.includes('Session Ended'));
    expect(ends).toHaveLength(1);
  });
}

test('keeps the files of a person whose session ends by time, until the next sign-in', async ({
  page,
  files,
}) => {
  const signIn = () => page.getByRole('button', { name: 'Continue with a demo account' }).click();
  await page.goto('/login');
  await signIn();
  await expect(page).toHaveURL('/');
  await select(page, files.png);
  await allFinished(page);
  await expect(page.getByRole('button', { name: 'Download chart.png', exact: true })).toBeVisible();
  const isTooOld = (request: Request) => request.headers()['authorization'] !== undefined;
  await page.route('**/api/**', (route) =>
    isTooOld(route.request())
      ? route.fulfill({
          ...{ status: 403 },
          json: { error: 'Token expired or unauthorized', code: 'token-expired' },
        })
      : route.fallback(),
  );
  await page.getByLabel('Add files').setInputFiles(files.webp);
  await expectToast(page, 'Session Ended', 'sign in again to download or share them.');
  await expect(page.getByRole('button', { name: 'Login to Download poster.webp' })).toBeVisible();
  await page.unroute('**/api/**');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Login to Download chart.png' }).click();
  await signIn();
  await expect(page).toHaveURL('/compress');
  expect((await download).suggestedFilename()).toBe('featherpress_chart.png');
  await expect(page.getByRole('button', { name: 'Download poster.webp', exact: true })).toBeVisible();
});

test('says of a file that changed while it was sent that it could not be read', async ({
  page,
  files,
}, info) => {
  const path = info.outputPath('changed.png');
  await copyFile(files.png, path);
  await page.route('**/api/compress', async (route) => {
    await writeFile(path, 'other bytes');
    await route.continue();
  });
  await select(page, path);
  await expect(page.getByRole('main').getByRole('listitem')).toContainText(
    'The file could not be read. It may have been moved or changed; please choose it again.',
  );
  await expect(page.getByRole('button', { name: /^Try again/ })).toHaveCount(0);
});
