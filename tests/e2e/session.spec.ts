import type { Page } from '@playwright/test';
import { allFinished, expect, expectToast, noteToasts, select, test, toast } from './support/test.ts';

const demo = 'Continue with a demo account';

test('asks to sign in for a download, which goes on afterwards', async ({ page, files }) => {
  await select(page, files.png);
  await allFinished(page);
  await page.getByRole('button', { name: 'Login to Download chart.png' }).click();
  await expect(page).toHaveURL('/login');
  await expectToast(page, 'Login Required', 'Please login to download your compressed file.');
  const kept = await page.evaluate(() => ({ ...sessionStorage }));
  expect(kept).toMatchObject({ redirectAfterLogin: '/compress' });
  expect(JSON.parse(kept.pendingDownload ?? '')).toMatchObject({
    fileName: 'featherpress_chart.png',
    fileType: 'image/png',
    originalFileIndex: 0,
  });

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: demo }).click();
  await expect(page).toHaveURL('/compress');
  await expectToast(page, 'Login Successful', 'Your files are still here.');
  expect((await download).suggestedFilename()).toBe('featherpress_chart.png');
  await expect(page.getByRole('button', { name: 'Download chart.png' })).toBeVisible();
  expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual(['keptList']);
  expect(await page.evaluate(() => localStorage.getItem('jwt'))).toBeTruthy();
});

test('goes on with a download for who came from the home page, with a service worker', async ({
  browser,
  baseURL,
  files,
}) => {
  // The worker keeps the process of the home page, in which the login page runs, and which knows nothing of the list's storage.
  const context = await browser.newContext({ serviceWorkers: 'allow', ...(baseURL ? { baseURL } : {}) });
  await context.addInitScript(noteToasts);
  const page = await context.newPage();
  await page.goto('/');
  await page.locator('[data-start-zone][data-state=ready] input').first().setInputFiles(files.png);
  await expect(page).toHaveURL('/compress');
  await allFinished(page);
  await page.getByRole('button', { name: 'Login to Download chart.png' }).click();
  await expect(page).toHaveURL('/login');
  await expectToast(page, 'Login Required');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: demo }).click();
  await expect(page).toHaveURL('/compress');
  expect((await download).suggestedFilename()).toBe('featherpress_chart.png');
  await context.close();
});

test('says to compress again where the browser keeps nothing', async ({ page, files }) => {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('Closed.', 'SecurityError');
    };
  });
  await select(page, files.png);
  await allFinished(page);
  await page.getByRole('button', { name: 'Login to Download chart.png' }).click();
  await toast(page, 'Results Not Saved').getByRole('button', { name: 'Sign in anyway' }).click();
  await page.getByRole('button', { name: demo }).click();
  await expect(page).toHaveURL('/compress');
  await expectToast(page, 'Login Successful', 'Please re-compress your files to download them.');
  expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([]);
});

test('remembers which of several files was to be shared', async ({ page, files }) => {
  await select(page, [files.png, files.webp]);
  await allFinished(page);
  await expect(page.getByRole('button', { name: 'Download All Compressed Files' })).toBeDisabled();
  await page.getByRole('button', { name: 'Login to Share poster.webp' }).click();
  await expectToast(page, 'Login Required', 'Please login to share your compressed file.');
  const kept = await page.evaluate(() => ({ ...sessionStorage }));
  expect(kept).toMatchObject({ redirectAfterLogin: '/compress', pendingShareIndex: '1' });
  expect(JSON.parse(kept.pendingShare_1 ?? '')).toMatchObject({ originalFileIndex: 1 });
});

test('signs in for all files from the total, and has them again', async ({ page, files }) => {
  await select(page, [files.png, files.webp]);
  await allFinished(page);
  await page.getByRole('button', { name: 'Login to download all' }).click();
  await expectToast(page, 'Login Required', 'Please login to download your compressed files.');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: demo }).click();
  await expect(page).toHaveURL('/compress');
  expect((await download).suggestedFilename()).toBe('featherpress_files.zip');
  await expect(page.getByRole('button', { name: 'Download All Compressed Files' })).toBeEnabled();
});

test('tells the other tab of a sign-in, and keeps a list for each and one history for both', async ({
  page,
  context,
  files,
}) => {
  const other = await context.newPage();
  await select(page, files.png);
  await select(other, files.webp);
  await allFinished(page);
  await allFinished(other);
  await other.getByRole('link', { name: 'Login', exact: true }).click();
  await other.getByRole('button', { name: demo }).click();
  const download = (tab: Page, name: string) =>
    tab.getByRole('button', { name: `Download ${name}`, exact: true });
  await expect(download(page, 'chart.png')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
  for (const [tab, own, foreign] of [
    [page, 'chart.png', 'poster.webp'],
    [other, 'poster.webp', 'chart.png'],
  ] as const) {
    await tab.reload();
    await expect(download(tab, own)).toBeVisible();
    await expect(download(tab, foreign)).toHaveCount(0);
    await tab.getByRole('button', { name: 'Show files' }).click();
    await expect(tab.getByRole('main').getByText(foreign)).toBeVisible();
  }
});

test('goes home after signing in when no page was remembered', async ({ page }) => {
  await page.goto('/login');
  await expect(page.getByRole('heading', { name: 'Sign in to Featherpress' })).toBeVisible();
  await page.getByRole('button', { name: demo }).click();
  await expect(page).toHaveURL('/');
});

test('alerts when the answer carries no token', async ({ page }) => {
  await page.route('**/api/auth/google', (route) => route.fulfill({ json: {} }));
  await page.goto('/login');
  const alert = page.waitForEvent('dialog');
  // The click ends only when the alert is closed.
  const click = page.getByRole('button', { name: demo }).click();
  const dialog = await alert;
  expect(dialog.message()).toBe('Google login failed');
  await dialog.accept();
  await click;
  await expect(page).toHaveURL('/login');
});

test('sends a signed-in visitor away from the login', async ({ page, signedIn: _signedIn }) => {
  await page.goto('/login');
  await expect(page).toHaveURL('/');
});

test('guards the dashboard and returns to it', async ({ page }) => {
  await page.goto('/dashboard');
  await expect(page).toHaveURL('/login');
  await page.getByRole('button', { name: demo }).click();
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('heading', { name: 'Welcome Demo Visitor' })).toBeVisible();
  await expect(page.getByRole('img', { name: 'Demo Visitor' })).toBeVisible();
  await expect(page.getByText('demo@featherpress.example')).toBeVisible();
});

test('leaves the dashboard silently when the token is not taken', async ({ page }) => {
  await page.addInitScript(() => {
    if (!sessionStorage.getItem('seeded')) localStorage.setItem('jwt', 'not-a-token');
    sessionStorage.setItem('seeded', 'yes');
  });
  await page.goto('/dashboard');
  await expect(page).toHaveURL('/login');
  expect(await page.evaluate(() => localStorage.getItem('jwt'))).toBeNull();
});

test('logs out and goes to the login', async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('button', { name: demo }).click();
  await expect(page).toHaveURL('/');
  await page.goto('/compress');
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/login');
  expect(await page.evaluate(() => localStorage.getItem('jwt'))).toBeNull();
  await page.goto('/compress');
  await expect(page.getByRole('link', { name: 'Login', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Logout' })).toHaveCount(0);
});
