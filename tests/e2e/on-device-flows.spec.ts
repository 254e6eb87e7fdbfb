import { readFile } from 'node:fs/promises';
import type { APIRequestContext, Page } from '@playwright/test';
import JSZip from 'jszip';
import { row } from './support/compress-walks.ts';
import { chooseDevice, expectOnlyNumbers, MADE_HERE, madeHere, sentBodies } from './support/on-device.ts';
import { allFinished, expect, expectToast, holdScripts, select, test } from './support/test.ts';

/** The engine starts cold in every test, and the machine may be busy. */

test('steers, tries again, packs and remembers results of the device, and sends none of them', async ({
  page,
  files,
  signedIn,
  request,
}) => {
  expect(signedIn).toBeTruthy();
  const sent = sentBodies(page);
  await chooseDevice(page);
  await page.getByText('Smallest', { exact: true }).click();
  await page.getByLabel('Another limit, such as 350 KB').fill('40 KB');
  await select(page, [files.jpeg, files.png]);
  await expect(madeHere(page)).toHaveCount(2);
  await allFinished(page);

  await test.step('preset and limit give the bytes of the server, one by one and as a zip', async () => {
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download All Compressed Files' }).click();
    const zip = await JSZip.loadAsync(await readFile(await (await coming).path()));
    const fields = { preset: 'small', target: '40960' };
    // Below the limit already, so that it is the preset's.
    const expected = {
      'featherpress_lake.jpg': await fromServer(request, files.jpeg, fields),
      'featherpress_chart.png': await fromServer(request, files.png, { preset: 'small' }),
    };
    expect(Object.keys(zip.files).sort()).toEqual(Object.keys(expected).sort());
    for (const [name, bytes] of Object.entries(expected))
      expect((await zip.file(name)!.async('nodebuffer')).equals(bytes), name).toBe(true);
  });

  await test.step('a step smaller, and a step better', async () => {
    const made = page.getByText(/^Made with:/);
    await openDetails(page, 'lake.jpg');
    await expect(made).toHaveText('Made with: Smallest, under 40.00 KB');
    await again(page, /^Smaller file/);
    await openDetails(page, 'lake.jpg');
    await expect(made).toHaveText(/^Made with: Smallest, under/);
    await expect(made).not.toHaveText('Made with: Smallest, under 40.00 KB');
    await again(page, /^Higher quality/);
    await openDetails(page, 'lake.jpg');
    await expect(made).toHaveText(/^Made with: (Smallest|Balanced|High quality)$/);
  });

  await test.step('a reload, and the history of this browser', async () => {
    await page.reload();
    await expect(madeHere(page)).toHaveCount(2);
    await expect(page.getByRole('region', { name: 'In this browser, last 12 hours' })).toContainText('files');
  });
  await expect.poll(() => sent.length).toBeGreaterThan(0);
  expectOnlyNumbers(sent);
});

test('hands a result to the share sheet of the device, and sends nothing', async ({
  page,
  files,
  signedIn,
}) => {
  expect(signedIn).toBeTruthy();
  await page.addInitScript(() => {
    navigator.canShare = () => true;
    navigator.share = async ({ files: given } = {}) => {
      Object.assign(window, { shared: given?.map(({ name }) => name) });
    };
  });
  const sent = sentBodies(page);
  await chooseDevice(page);
  await select(page, files.png);
  await allFinished(page);
  await page.getByRole('button', { name: 'Share chart.png' }).click();
  await expectToast(page, 'Share Successful');
  expect(await page.evaluate(() => (window as unknown as { shared: string[] }).shared)).toEqual([
    'featherpress_chart.png',
  ]);
  expectOnlyNumbers(sent);
});

test('sends nothing of a file that was chosen before the scripts ran, where this device was chosen before', async ({
  page,
  files,
}) => {
  await chooseDevice(page);
  const sent = sentBodies(page);
  const letScriptsCome = await holdScripts(page);
  await page.goto('/compress', { waitUntil: 'commit' });
  await page.getByLabel('Choose files to compress').setInputFiles(files.jpeg);
  letScriptsCome();
  await allFinished(page);
  await expect(madeHere(page)).toHaveCount(1);
  expectOnlyNumbers(sent);
});

test('keeps each file where it was chosen for, while another tab chooses otherwise', async ({
  page,
  context,
  files,
}) => {
  const sent = sentBodies(page);
  await chooseDevice(page);
  await select(page, files.scan);
  await expect.poll(() => page.workers().length).toBeGreaterThan(0);
  const other = await context.newPage();
  await other.goto('/compress');
  // Before the page is alive the other choice stands, and would be taken for made.
  await expect(other.getByRole('radio', { name: 'On this device' })).toBeChecked();
  await other.getByRole('radio', { name: 'On our servers' }).check({ force: true });
  // Tabs hear of each other's storage a moment later.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('compressionPlace'))).toBe('server');
  await page.getByLabel('Add files').setInputFiles(files.png);
  await allFinished(page);
  await expect(row(page, 'scan.png')).toContainText(MADE_HERE);
  await expect(row(page, 'chart.png')).not.toContainText(MADE_HERE);
  expect(sent.filter((line) => line.startsWith('/api/compress'))).toHaveLength(1);
});

test('goes on in another engine where its worker is ended, at once', async ({ page, files }) => {
  await chooseDevice(page);
  await select(page, files.scan);
  await expect.poll(() => engineWorkers(page).length).toBeGreaterThan(0);
  // As the browser does where it lacks memory: nobody is told.
  await engineWorkers(page)[0]!
    .evaluate(async () => {
      // One that has not begun holds no lock yet, by which its end is noticed; the page holds one for its list.
      const hasBegun = async () =>
        (await navigator.locks.query()).held?.some(({ name }) => name?.startsWith('engine-'));
      while (!(await hasBegun())) await new Promise((resolve) => setTimeout(resolve, 20));
      self.close();
    })
    .catch(() => undefined);
  await allFinished(page);
  await expect(madeHere(page)).toHaveCount(1);
});

async function openDetails(page: Page, name: string): Promise<void> {
  const details = page.getByRole('button', { name: `Details of ${name}` });
  if ((await details.getAttribute('aria-expanded')) !== 'true') await details.click();
}

/** Compresses the first file, whose details are open, once more, and waits until it has come back. */
async function again(page: Page, how: RegExp): Promise<void> {
  // It goes for good: that there is one less may be over before anybody looks.
  const before = await madeHere(page).first().elementHandle();
  await page.getByRole('button', { name: how }).click();
  await before?.waitForElementState('hidden');
  await expect(madeHere(page)).toHaveCount(2);
}

/** Workers of the page itself; those of libvips are threads of one of them. */
function engineWorkers(page: Page) {
  return page.workers().filter((worker) => worker.url().includes('engine-worker'));
}

async function fromServer(
  request: APIRequestContext,
  path: string,
  fields: Record<string, string>,
): Promise<Buffer> {
  const buffer = await readFile(path);
  const [name, mimeType] = path.endsWith('.png') ? ['chart.png', 'image/png'] : ['lake.jpg', 'image/jpeg'];
  const answer = await request.post('/api/compress', {
    multipart: { ...fields, file: { name, mimeType, buffer } },
  });
  expect(answer.status()).toBe(200);
  return answer.body();
}
