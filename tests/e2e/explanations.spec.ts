import { readFile } from 'node:fs/promises';
import { allFinished, expect, expectToast, saidToasts, select, test } from './support/test.ts';

test('says why a signed document comes back as it was', async ({ page, files }) => {
  await select(page, files.signedPdf);
  await allFinished(page);
  const card = page.getByRole('main').getByRole('listitem').filter({ hasText: 'signed.pdf' });
  await expect(card).toContainText(/digital(ly)? sign/);
  await expect(card).toContainText('0%');
  await expectToast(page, 'Compression Notice (signed.pdf)', /digital(ly)? sign/, '[warning]');
  expect((await saidToasts(page)).join('\n')).not.toContain('Compression Complete!');
});

test('compresses a picture under a wrong extension and corrects its name', async ({
  page,
  files,
  signedIn: _signedIn,
}) => {
  await select(page, files.jpegNamedPng);
  await allFinished(page);
  const card = page.getByRole('main').getByRole('listitem').filter({ hasText: 'photo.png' });
  await expect(card).toContainText('This file is a JPEG, so it is saved as photo.jpg.');
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: /^Download / }).click();
  const download = await coming;
  expect(download.suggestedFilename()).toBe('featherpress_photo.jpg');
  expect((await readFile(await download.path())).subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]));
});

test('calls a web page that was saved as a PDF what it is', async ({ page, files }) => {
  await select(page, files.htmlNamedPdf);
  await allFinished(page);
  await expect(page.getByRole('main').getByRole('listitem')).toContainText(
    'This is a web page that was saved as a PDF.',
  );
});

test('counts the files that could not be compressed in the totals', async ({ page, files }) => {
  await select(page, [files.png, files.webp, files.damaged]);
  await allFinished(page);
  await expect(page.getByRole('group', { name: 'Total statistics' })).toContainText(
    '1 of 3 files could not be compressed and is not counted here.',
  );
  // Where the totals have no room for it, it stands at the head of the list.
  const short = page.getByText('1 not compressed', { exact: true });
  await expect(short).toBeHidden();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(short).toBeInViewport();
});

test('describes the compress page to search engines and shared links', async ({ page }) => {
  await page.goto('/compress?utm_source=mail');
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /[^/]\/compress$/);
  for (const property of ['og:title', 'og:description', 'og:url', 'og:image'])
    await expect(page.locator(`meta[property="${property}"]`)).toHaveAttribute('content', /.+/);
  await expect(page.locator('meta[name="twitter:card"]')).toHaveAttribute('content', 'summary_large_image');
  const data = await page.locator('script[type="application/ld+json"]').allTextContents();
  expect(data.map((text) => (JSON.parse(text) as { '@type': string })['@type'])).toEqual(
    expect.arrayContaining(['WebApplication', 'BreadcrumbList']),
  );
});

test('keeps marks that turn text around from changing what stands beside a name', async ({ page, files }) => {
  const buffer = await readFile(files.png);
  await page.goto('/compress');
  const name = 'x\u202Egnp.exe.png';
  await page.getByLabel('Choose files to compress').setInputFiles([{ name, mimeType: 'image/png', buffer }]);
  await allFinished(page);
  await expect(page.getByRole('heading', { name: 'xgnp.exe.png' })).toBeVisible();
  expect(await page.getByRole('main').textContent()).not.toContain('\u202E');
  await expectToast(page, 'Compression Complete! (xgnp.exe.png)');
});

test('shows the end of a name that has no room', async ({ page, files }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const buffer = await readFile(files.png);
  await page.goto('/compress');
  await page
    .getByLabel('Choose files to compress')
    .setInputFiles([{ name: 'picture-01.png', mimeType: 'image/png', buffer }]);
  await allFinished(page);
  const name = page.getByRole('main').getByRole('listitem').locator('[data-split-name] span');
  await expect(name.last()).toHaveText('e-01.png');
  await expect(name.last()).toBeInViewport({ ratio: 1 });
});

test('tells the recipient of a link that has expired what happened', async ({ page }) => {
  const answer = await page.goto('/s/AAAAAAAAAAAAAAAAAAAAAA');
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'This link has expired' })).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText('typing error');
});

test('never scrolls sideways at 320 pixels', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const pages = ['/contact', '/login', '/compress', '/', '/file-compression-education', '/api'];
  for (const path of [...pages, '/benchmarks', '/features']) {
    await page.goto(path);
    const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(excess, path).toBeLessThanOrEqual(0);
  }
});

test('lists the sections of long pages on narrow screens', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of ['/compress-pdf-online', '/file-compression-education', '/privacy']) {
    await page.goto(path);
    const contents = page.getByRole('navigation', { name: 'On this page' }).filter({ visible: true });
    await contents.getByText('On this page').click();
    const last = contents.getByRole('link').last();
    const target = new URL((await last.getAttribute('href')) ?? '', page.url()).hash;
    await last.click();
    await expect(page.locator(`[id="${target.slice(1)}"]`)).toBeInViewport();
  }
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('says that compressing needs them', async ({ page }) => {
    await page.goto('/compress');
    await expect(page.getByText('Compressing needs JavaScript.')).toBeVisible();
    await expect(page.getByText('Choose files', { exact: true })).toBeHidden();
    await page.goto('/login');
    await expect(page.getByText('Signing in needs JavaScript.')).toBeVisible();
  });
});
