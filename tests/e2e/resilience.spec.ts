import type { Page } from '@playwright/test';
import { allFinished, aPersonComes, expect, expectToast, select, test as base } from './support/test.ts';

/** A failed late script is logged by the browser and by the page; both are expected here. */
const test = base.extend({ mayComplain: true });

/** As after a deployment: the scripts that this page loads later are gone. */
async function removeLateScripts(page: Page, how: 'missing' | 'offline'): Promise<void> {
  await page.route('**/assets/*.js', (route) =>
    how === 'missing' ? route.fulfill({ status: 404, body: 'Not found' }) : route.abort(),
  );
}

for (const how of ['missing', 'offline'] as const) {
  test(`keeps files and results when late scripts are ${how}`, async ({ page, files, context }) => {
    await page.goto('/compress');
    await aPersonComes(page);
    await removeLateScripts(page, how);
    await select(page, [files.png, files.damaged]);
    await allFinished(page);
    await expect(page.getByRole('heading', { name: 'chart.png' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Login to Download chart.png' })).toBeVisible();
    await expect(page.getByRole('banner')).toBeVisible();
    // The toaster's own code is missing, its texts are shown all the same.
    await expectToast(page, 'Compression Complete! (chart.png)');
    await context.setOffline(true);
    await expect(page.getByRole('status').filter({ hasText: 'You are offline' })).toContainText(
      'Your files and results stay on this page. Files you choose now start when you are back online.',
    );
  });
}

test('waits for the connection and goes on by itself', async ({ page, files, context }) => {
  await page.goto('/compress');
  await aPersonComes(page);
  await context.setOffline(true);
  await select(page, files.png);
  await expect(page.getByRole('main')).toContainText(
    'This file needs a download first and resumes when you are online',
  );
  await expect(page.getByRole('button', { name: 'Try again with chart.png' })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('button', { name: 'Login to Download chart.png' })).toBeVisible();
});

test('signs in from a page of an earlier deployment', async ({ page, files }) => {
  await select(page, files.png);
  await allFinished(page);
  await page.route('**/__manifest*', (route) =>
    route.fulfill({ status: 204, headers: { 'X-Remix-Reload-Document': 'true' } }),
  );
  await page.getByRole('button', { name: 'Login to Download chart.png' }).click();
  await expect(page).toHaveURL('/login');
  await expectToast(page, 'Login Required', 'Please login to download your compressed file.');
});

test('keeps the results when sign-in is asked for without a connection', async ({ page, files, context }) => {
  await select(page, files.png);
  await allFinished(page);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Login to Download chart.png' }).click();
  await expectToast(page, 'You are offline');
  await expect(page).toHaveURL('/compress');
  await expect(page.getByRole('heading', { name: 'chart.png' })).toBeVisible();
});

test('says so when the code for zips cannot be loaded, and keeps the results', async ({
  page,
  files,
  signedIn: _signedIn,
}) => {
  await page.goto('/compress');
  await aPersonComes(page);
  await removeLateScripts(page, 'missing');
  await select(page, [files.png, files.webp]);
  await allFinished(page);
  await page.getByRole('button', { name: 'Download All Compressed Files' }).click();
  await expectToast(page, 'Download Failed');
  await expect(page.getByRole('button', { name: 'Download chart.png' })).toBeVisible();
});

test('asks before leaving while files are under way, and not afterwards', async ({ page, files }) => {
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/compress', async (route) => {
    await held;
    await route.continue();
  });
  await select(page, files.png);
  await expect(page.getByRole('heading', { name: 'chart.png' })).toBeVisible();
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.dismiss();
  });
  await page.evaluate(() => window.location.assign('/features'));
  await expect.poll(() => asked).toEqual(['beforeunload']);
  await expect(page).toHaveURL('/compress');
  answer();
  await allFinished(page);
  await page.getByRole('link', { name: 'Features' }).first().click();
  await expect(page).toHaveURL('/features');
  expect(asked).toHaveLength(1);
});
