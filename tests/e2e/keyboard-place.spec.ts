import type { Page } from '@playwright/test';
import { allFinished, expect, select, test } from './support/test.ts';

/**
 * What has the keyboard's place once the page was drawn: its name or words. What is disabled or taken away while it has the
 * place loses it to the body, from where the keyboard begins at the top of the page again.
 */
function place(page: Page): Promise<string> {
  return page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
    const { activeElement } = document;
    if (activeElement === null || activeElement === document.body) return 'nowhere';
    return activeElement.getAttribute('aria-label') ?? activeElement.textContent ?? '';
  });
}

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).press('Enter');

test('keeps the keyboard in the list when what was offered of a selection was taken', async ({
  page,
  files,
}) => {
  await select(page, files.png);
  await allFinished(page);
  await page.getByLabel('Add files').setInputFiles(files.png);
  await press(page, 'Compress it too');
  await expect(page.getByRole('main').getByRole('heading', { level: 3 })).toHaveCount(2);
  await expect(page.getByRole('alert')).toHaveCount(0);
  expect(await place(page)).toMatch(/^(Your results|Compressing your files)$/);
});

test('keeps the keyboard on Download All while the files are put together', async ({
  page,
  files,
  signedIn: _signedIn,
}) => {
  await select(page, [files.png, files.webp]);
  await allFinished(page);
  // What puts them together comes late.
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/assets/*.js', async (route) => {
    await held;
    await route.continue();
  });
  const all = page.getByRole('button', { name: 'Download All Compressed Files' });
  let downloads = 0;
  page.on('download', () => downloads++);
  const download = page.waitForEvent('download');
  await all.press('Enter');
  await expect(all).toHaveAttribute('aria-busy', 'true');
  expect(await place(page)).toContain('Download All');
  // A second press asks for nothing while the first one is under way.
  await page.keyboard.press('Enter');
  release();
  await expect(all).toHaveAttribute('aria-busy', 'false');
  expect(await place(page)).toContain('Download All');
  await download;
  expect(downloads).toBe(1);
});

test('keeps the keyboard on the buttons of a comparison at the first and the last page', async ({
  page,
  files,
}) => {
  await select(page, files.pdf);
  await allFinished(page);
  await press(page, 'Compare report.pdf');
  for (const [button, end] of [
    ['Next', 'Page 3 of 3'],
    ['Previous', 'Page 1 of 3'],
  ] as const) {
    await expect(page.getByText(/^Page \d of 3$/)).toBeVisible();
    // One press more than there are pages to go to.
    for (let times = 0; times < 3; times++) await press(page, button);
    await expect(page.getByText(end)).toBeVisible();
    await expect(page.getByRole('button', { name: button })).toBeDisabled();
    expect(await place(page)).toBe(button);
  }
});

test('keeps the keyboard on the page when the history is cleared', async ({ page, files }) => {
  await select(page, files.png);
  await allFinished(page);
  await press(page, 'Clear history');
  await expect(page.getByRole('button', { name: 'Clear history' })).toHaveCount(0);
  expect(await place(page)).toBe('Your results');
  await page.getByLabel('Add files').setInputFiles(files.webp);
  await allFinished(page);
  await press(page, 'Compress Another File');
  await press(page, 'Clear history');
  await expect(page.getByRole('button', { name: 'Clear history' })).toHaveCount(0);
  expect(await place(page)).toBe('Choose files to compress');
});

for (const [answer, settles] of [
  ['is answered', false],
  ['is no longer of use', true],
] as const)
  test(`keeps the keyboard in the list when the offer to tell of the end ${answer}`, async ({
    page,
    files,
  }) => {
    await page.addInitScript(() => {
      // No browser without a window asks its person.
      Object.defineProperty(Notification, 'permission', { get: () => 'default' });
      Notification.requestPermission = () => Promise.resolve('denied');
      Object.defineProperty(document, 'hidden', { get: () => true });
    });
    let end = () => {};
    const held = new Promise<void>((resolve) => (end = resolve));
    await page.route('**/api/compress', async (route) => {
      await held;
      await route.continue();
    });
    await select(page, files.png);
    const offer = page.getByRole('button', { name: 'Notify me when everything is done' });
    await expect(page.getByRole('heading', { name: 'chart.png' })).toBeVisible();
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await offer.focus();
    if (settles) end();
    else await offer.press('Enter');
    await expect(offer).toHaveCount(0);
    expect(await place(page)).toMatch(/^(Your results|Compressing your files)$/);
    end();
  });

test('keeps the keyboard at a key of the dashboard that is kept, and in its section when it is revoked', async ({
  page,
  signedIn: _signedIn,
}) => {
  const name = `Old laptop ${Date.now()}`;
  await page.goto('/dashboard');
  await press(page, 'New key');
  await expect(page.getByLabel('Name')).toBeFocused();
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  await press(page, 'Done');
  expect(await place(page)).toBe('Your keys');
  const revoke = `Revoke the key ${name}`;
  for (const answer of ['Keep', 'Escape', 'Escape at Keep']) {
    await press(page, revoke);
    await expect(page.getByRole('button', { name: 'Yes, revoke' })).toBeFocused();
    if (answer !== 'Escape') await page.keyboard.press('Tab');
    await page.keyboard.press(answer === 'Keep' ? 'Enter' : 'Escape');
    await expect(page.getByRole('button', { name: revoke })).toBeVisible();
    expect(await place(page), answer).toBe(revoke);
  }
  await press(page, revoke);
  await press(page, 'Yes, revoke');
  await expect(page.getByText(name)).toHaveCount(0);
  expect(await place(page)).toBe('Your keys');
});
