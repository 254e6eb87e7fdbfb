import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { chooseDevice, madeHere, sentBodies } from './support/on-device.ts';
import { allFinished, expect, expectToast, select, test } from './support/test.ts';

/** The engine starts cold in every test, and the machine may be busy. */

const UPLOAD = /^Compress on our servers/;

test('compresses picture, PDF and deck here with the bytes of the server, and sends none of them', async ({
  page,
  files,
  request,
}) => {
  const sent = sentBodies(page);
  await chooseDevice(page);
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  const paths = [files.jpeg, files.pdf, files.pptx];
  await select(page, paths);
  await expect(madeHere(page)).toHaveCount(3);
  await allFinished(page);
  // A bare number tells the public count.
  await expect.poll(() => sent.join()).toContain('/api/stats');
  for (const line of sent) expect(line).toMatch(/^\/api\/stats \{"files":[1-3]\}$/);

  // The choice and the results outlast a reload and a sign-in in the middle.
  await page.reload();
  await expect(madeHere(page)).toHaveCount(3);
  await page.getByRole('button', { name: 'Login to Download lake.jpg' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Continue with a demo account' }).click();
  const here = await readFile(await (await download).path());
  const answer = await request.post('/api/compress', {
    multipart: { file: { name: 'lake.jpg', mimeType: 'image/jpeg', buffer: await readFile(files.jpeg) } },
  });
  expect(here.equals(await answer.body())).toBe(true);
  expect(sent.filter((line) => !/^\/(api\/stats|api\/auth|dev\/identity)/.test(line))).toEqual([]);
  await page.getByRole('button', { name: 'Compare report.pdf' }).click();
  await expect(page.getByRole('dialog')).toContainText('Page 1 of 3');
});

test('asks before it uploads a result for a link', async ({ page, files, signedIn, request }) => {
  expect(signedIn).toBeTruthy();
  const sent = sentBodies(page);
  await chooseDevice(page);
  await select(page, files.png);
  await allFinished(page);
  const copy = page.getByRole('button', { name: 'Copy Link chart.png' });
  await copy.click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(sent.join()).not.toContain('/api/compress');
  await copy.click();
  const upload = page.waitForRequest((each) => each.url().endsWith('/api/compress'));
  await page.getByRole('button', { name: 'Upload and copy link' }).click();
  // The public count knows it already.
  expect((await upload).headers()['x-made-on-device']).toBe('true');
  await expectToast(page, 'Link Copied');
  const url = await page.evaluate(() => navigator.clipboard.readText());
  const shared = await request.get(url);
  expect(shared.headers()['content-disposition']).toContain('filename="featherpress_chart.png"');
  const pixels = (picture: string | Buffer) =>
    sharp(picture).toColourspace('srgb').removeAlpha().raw().toBuffer();
  const save = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download chart.png' }).click();
  // What the link gives shows the very same as the result on the page.
  const here = await pixels(await (await save).path());
  expect(here.equals(await pixels(await shared.body()))).toBe(true);
});

test('cancels a file by ending its engine, and goes on with the next', async ({ page, files }) => {
  await chooseDevice(page);
  await select(page, files.slow);
  await expect.poll(() => page.workers().length).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Cancel slow.png' }).click();
  await expect.poll(() => page.workers().length).toBe(0);
  await select(page, files.png);
  await allFinished(page);
  await expect(madeHere(page)).toHaveCount(1);
});

test('offers the server where the engine breaks down, and uploads only when told to', async ({
  page,
  files,
}) => {
  const sent = sentBodies(page);
  // A part that does not arrive is a codec that breaks down.
  await page.route(/\/assets\/vips-.*\.wasm$/, (route) => route.abort());
  await chooseDevice(page);
  await select(page, files.png);
  const offer = page.getByRole('button', { name: UPLOAD });
  await expect(offer).toBeVisible();
  await expect(page.locator('[data-results]')).toContainText('Nothing was uploaded.');
  expect(sent).toEqual([]);
  await offer.click();
  await expect(page.getByText('Balanced, on our servers')).toBeVisible();
  expect(sent.join()).toContain('/api/compress');
});

test('says what is too large for this device, and why', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'deviceMemory', { get: () => 2 });
  });
  const noise = { type: 'gaussian', mean: 128, sigma: 8 } as const;
  const grain = sharp({ create: { width: 4_200, height: 4_000, channels: 3, background: '#888', noise } });
  const plan = {
    name: 'plan.jpg',
    mimeType: 'image/jpeg',
    buffer: await grain.jpeg({ quality: 60 }).toBuffer(),
  };
  const sent = sentBodies(page);
  await chooseDevice(page);
  await page.getByLabel('Choose files to compress').setInputFiles(plan);
  await expect(page.locator('[data-results]')).toContainText(
    'An image has 17 megapixels; this device has memory for up to 16. Nothing was uploaded.',
  );
  await expect(page.getByRole('button', { name: UPLOAD })).toBeVisible();
  expect(sent).toEqual([]);
});

test('does not offer the device where the page is not isolated, and says so', async ({ page }) => {
  await page.route('**/compress', async (route) => {
    const answer = await route.fetch();
    const headers = answer.headers();
    delete headers['cross-origin-embedder-policy'];
    await route.fulfill({ response: answer, headers });
  });
  await page.goto('/compress');
  await expect(page.getByText(/Not available on this device/)).toBeVisible();
  await expect(page.getByRole('radio', { name: 'On this device' })).toBeDisabled();
});

test('leads to a login page that is not isolated, so that a popup can answer it', async ({
  page,
  context,
}) => {
  // As Google's popup does.
  await context.route('http://accounts.test/popup', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<script>opener.postMessage("credential", "*")</script>',
    }),
  );
  await page.goto('/compress');
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  await page.getByRole('link', { name: 'Login', exact: true }).click();
  await expect(page).toHaveURL('/login');
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(false);
  // An isolated page could not hear from a window of another origin.
  const heard = page.evaluate(
    () =>
      new Promise((resolve) => {
        addEventListener('message', ({ data }) => resolve(data));
        open('http://accounts.test/popup');
      }),
  );
  expect(await heard).toBe('credential');
});
