import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { APIRequestContext, Page } from '@playwright/test';
import { allFinished, expect, expectAccessible, expectToast, select, test } from './support/test.ts';

/** Compresses a file and makes a link to the result. */
async function linkTo(page: Page, path: string, name: string): Promise<string> {
  await select(page, path);
  await allFinished(page);
  await page.getByRole('button', { name: `Copy Link ${name}` }).click();
  await expectToast(page, 'Link Copied');
  return page.evaluate(() => navigator.clipboard.readText());
}

test('keeps a row on a phone low after its link was copied, and asks for the name in the details', async ({
  page,
  files,
  signedIn,
}) => {
  expect(signedIn).not.toBe('');
  await page.setViewportSize({ width: 390, height: 844 });
  await linkTo(page, files.png, 'chart.png');
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: 'chart.png' });
  const until = row.getByText(/^Link copied\. It works until/);
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 });
    await expect.poll(async () => (await row.boundingBox())?.height).toBeLessThanOrEqual(120);
    expect(await until.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0);
  }
  const choice = row.getByRole('checkbox', { name: 'Show my name to the recipient' });
  await expect(choice).toBeHidden();
  await row.getByRole('button', { name: 'Details of chart.png' }).click();
  const answered = page.waitForResponse((response) => response.url().includes('/api/shares'));
  await choice.check();
  await answered;
});

/** How often a link's file was downloaded, as its owner is told. */
async function downloadsOf(url: string, request: APIRequestContext, key: string) {
  const answer = await request.get('/api/shares', { headers: { Authorization: `Bearer ${key}` } });
  const { shares } = (await answer.json()) as { shares: { url: string; downloads: number }[] };
  return shares.find((share) => share.url === url)?.downloads;
}

test('shows a browser what is behind a link, gives programs the file, and chats the product', async ({
  page,
  files,
  request,
  signedIn,
}) => {
  const url = await linkTo(page, files.png, 'chart.png');
  const answer = await page.goto(url);
  expect(answer?.headers()).toMatchObject({ 'x-robots-tag': 'noindex', 'cache-control': 'no-store' });
  const heading = page.getByRole('heading', { name: 'featherpress_chart.png', exact: true });
  await expect(heading).toBeVisible();
  // A phone breaks it behind what all names begin with, not in its last letters.
  await expect(heading.locator('wbr')).toHaveCount(1);
  await expect(page.getByText(/^PNG file, [\d.]+ (Bytes|KB)$/)).toBeVisible();
  await expect(page.getByText(/The link works until \d+ \w+ \d{4}, \d\d:\d\d UTC/)).toBeVisible();
  const picture = page.getByRole('main').locator('img');
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  await expectAccessible(page);
  const downloads = () => downloadsOf(url, request, signedIn);
  // To look is not to download.
  expect(await downloads()).toBe(0);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toBe('featherpress_chart.png');
  await expect.poll(downloads).toBe(1);

  const plain = await request.get(url, { headers: { Accept: '*/*' } });
  expect(plain.headers()['content-type']).toBe('image/png');
  const card = await request.get(url, { headers: { Accept: '*/*', 'User-Agent': 'WhatsApp/2.23' } });
  const head = (await card.text()).split('</head>')[0] ?? '';
  expect(head).toContain('og:title');
  expect(head).not.toContain('chart');
});

test('shows the first page of a PDF, which is no download, and a sheet to those who save data', async ({
  page,
  files,
  request,
  signedIn,
}) => {
  const url = await linkTo(page, files.pdf, 'report.pdf');
  // It comes a moment after the page.
  await page.addInitScript(() => sessionStorage.setItem('installBannerDismissed', 'yes'));
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(url);
  const button = page.getByRole('link', { name: 'Download' });
  const before = await button.boundingBox();
  const firstPage = page.getByRole('main').locator('canvas');
  await expect(firstPage).toBeVisible();
  expect(await button.boundingBox()).toEqual(before);
  // Paper with something on it.
  const colours = await firstPage.evaluate((canvas: HTMLCanvasElement) => {
    const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
    return new Set(new Uint32Array(data.buffer)).size;
  });
  expect(colours).toBeGreaterThan(10);
  await expectAccessible(page);
  expect(await downloadsOf(url, request, signedIn)).toBe(0);

  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true, effectiveType: '4g' } }),
  );
  const asked: string[] = [];
  page.on('request', (each) => asked.push(each.url()));
  await page.reload({ waitUntil: 'networkidle' });
  await expect(firstPage).toHaveCount(0);
  expect(asked.filter((each) => each.includes('/file'))).toEqual([]);
});

test('shares several results as one zip in their folders, with the name of the sender where that is wished', async ({
  page,
  files,
  signedIn,
}, testInfo) => {
  expect(signedIn).not.toBe('');
  const folder = testInfo.outputPath('trip');
  await mkdir(join(folder, 'day 1'), { recursive: true });
  await copyFile(files.jpeg, join(folder, 'day 1', 'lake.jpg'));
  await page.goto('/compress');
  await page.getByLabel('Choose a folder').setInputFiles(folder);
  await page.getByLabel('Add files').setInputFiles(files.png);
  await allFinished(page);
  await page.getByRole('button', { name: 'Copy one link to all 2 files' }).click();
  await expectToast(page, 'Link Copied');
  const url = await page.evaluate(() => navigator.clipboard.readText());
  const totals = page.getByText(/^Link copied. It works until/);
  await expectAccessible(page);
  // Words and box stand on one line.
  const offLine = await totals.evaluate((words) => {
    const range = document.createRange();
    range.selectNodeContents(words.firstChild!);
    const middle = ({ top, bottom }: DOMRect) => (top + bottom) / 2;
    const label = words.querySelector('label')!.getBoundingClientRect();
    return Math.abs(middle(range.getBoundingClientRect()) - middle(label));
  });
  expect(offLine).toBeLessThan(2);
  const answered = page.waitForResponse((response) => response.url().endsWith('/api/shares'));
  await totals.getByRole('checkbox', { name: 'Show my name to the recipient' }).check();
  await answered;

  await page.goto(url);
  await expect(page.getByRole('heading', { name: '2 files' })).toBeVisible();
  await expect(page.getByText(/^ZIP file, [\d.]+ KB$/)).toBeVisible();
  await expect(page.getByRole('list', { name: 'Files in the zip' }).getByRole('listitem')).toHaveText([
    /^trip\/day 1\/featherpress_.*\.jpe?g[\d.]+ (Bytes|KB)$/,
    /^featherpress_chart\.png[\d.]+ (Bytes|KB)$/,
  ]);
  await expect(page.getByText('Shared with you by Ama Mensah')).toBeVisible();
  await expectAccessible(page);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toBe('featherpress_files.zip');
  // It is counted when all of it was sent.
  await (await download).path();

  await page.goto('/dashboard');
  await expect(
    page.getByText(/^2 files · [\d.]+ KB · 1 download · until .* · shows your name$/),
  ).toBeVisible();
});
