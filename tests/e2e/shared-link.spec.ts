import { allFinished, expect, expectAccessible, select, test, toast } from './support/test.ts';

test('shows a browser what is behind a link, gives programs the file, and chats the product', async ({
  page,
  files,
  request,
  signedIn,
}) => {
  await select(page, files.png);
  await allFinished(page);
  await page.getByRole('button', { name: 'Copy Link chart.png' }).click();
  await expect(toast(page, 'Link Copied')).toBeVisible();
  const url = await page.evaluate(() => navigator.clipboard.readText());

  const answer = await page.goto(url);
  expect(answer?.headers()).toMatchObject({ 'x-robots-tag': 'noindex', 'cache-control': 'no-store' });
  await expect(page.getByRole('heading', { name: 'featherpress_chart.png' })).toBeVisible();
  await expect(page.getByText(/^PNG file, [\d.]+ (Bytes|KB)$/)).toBeVisible();
  await expect(page.getByText(/The link works until \d+ \w+, \d\d:\d\d UTC/)).toBeVisible();
  const picture = page.getByRole('main').locator('img');
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  await expectAccessible(page);
  const downloads = async () => {
    const headers = { Authorization: `Bearer ${signedIn}` };
    const { shares } = (await (await request.get('/api/shares', { headers })).json()) as {
      shares: { url: string; downloads: number }[];
    };
    return shares.find((share) => share.url === url)?.downloads;
  };
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

test('shares several results as one zip, with the name of the sender where that is wished', async ({
  page,
  files,
  signedIn,
}) => {
  expect(signedIn).not.toBe('');
  await select(page, [files.png, files.jpeg]);
  await allFinished(page);
  await page.getByRole('button', { name: 'Copy one link to all 2 files' }).click();
  await expect(toast(page, 'Link Copied')).toBeVisible();
  const url = await page.evaluate(() => navigator.clipboard.readText());
  const totals = page.getByText(/^Link copied. It works until/);
  await expectAccessible(page);
  const answered = page.waitForResponse((response) => response.url().endsWith('/api/shares'));
  await totals.getByRole('checkbox', { name: 'Show my name to the recipient' }).check();
  await answered;

  await page.goto(url);
  await expect(page.getByRole('heading', { name: '2 files' })).toBeVisible();
  await expect(page.getByText(/^ZIP file, [\d.]+ KB$/)).toBeVisible();
  await expect(page.getByRole('list', { name: 'Files in the zip' }).getByRole('listitem')).toHaveText([
    /^featherpress_chart\.png[\d.]+ (Bytes|KB)$/,
    /^featherpress_.*\.jpe?g[\d.]+ (Bytes|KB)$/,
  ]);
  await expect(page.getByText('Shared with you by Ama Mensah')).toBeVisible();
  await expectAccessible(page);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toBe('featherpress_files.zip');

  await page.goto('/dashboard');
  await expect(
    page.getByText(/^2 files · [\d.]+ KB · 1 download · until .* · shows your name$/),
  ).toBeVisible();
});
