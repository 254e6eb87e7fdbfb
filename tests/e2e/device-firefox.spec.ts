import { standBefore } from './support/installed.ts';
import { keptFilesIn, listsAreFreeIn } from './support/kept-files.ts';
import {
  chooseDeviceIn,
  expectMadeHere,
  openFirefox,
  press,
  type FirefoxPage,
} from './support/other-browsers.ts';
import { expect, test } from './support/test.ts';

// As device-adversity.spec.ts has it for Chromium. The browser and the engine start cold in every test.

test('Firefox works without a server after one visit, and says what is missing for other kinds', async ({
  files,
  baseURL,
}) => {
  const product = await standBefore(baseURL ?? '');
  const page = await openFirefox();
  try {
    await chooseDeviceIn(page, product.url);
    await page.choose('#file-input', [files.png]);
    await expectMadeHere(page, 1);
    await page.run('await navigator.serviceWorker.ready');
    await expect
      .poll(async () => (await page.run<string[]>(KEPT_OF_ENGINE)).join())
      .toMatch(
        /(?=.*engine-worker)(?=.*on-device\.png)(?=.*on-device\.vips-worker)(?=.*\/vips-[\w-]+\.wasm)/,
      );
    await product.close();
    await page.goto(`${product.url}/compress`);
    await press(page, 'Compress Another File');
    await page.choose('#file-input', [files.png]);
    await expectMadeHere(page, 1);
    expect(await page.run('return navigator.serviceWorker.controller !== null')).toBe(true);
    await press(page, 'Compress Another File');
    await page.choose('#file-input', [files.pdf]);
    await expectWords(page, 'This file needs a download first');
  } finally {
    await page.close();
    await product.close();
  }
});

test('Firefox says that a part of the engine came half, and goes on once it comes whole', async ({
  files,
  baseURL,
}) => {
  const product = await standBefore(baseURL ?? '');
  product.halve(/\/assets\/vips-[\w-]+\.wasm$/);
  const page = await openFirefox();
  try {
    await chooseDeviceIn(page, product.url);
    await page.choose('#file-input', [files.png]);
    await expectWords(page, 'The download arrived damaged twice');
    product.halve(null);
    await press(page, 'Try again');
    await expectMadeHere(page, 1);
  } finally {
    await page.close();
    await product.close();
  }
});

test('Firefox cancels in the middle, takes a file twice, and goes on with what a closed tab left', async ({
  files,
  baseURL,
}) => {
  let page = await openFirefox();
  try {
    await chooseDeviceIn(page, baseURL ?? '');
    await test.step('cancels one in the middle, and goes on with another one twice', async () => {
      await page.choose('#file-input', [files.slow]);
      await inTheMiddle(page);
      await press(page, 'Cancel slow.png');
      await expect.poll(() => page.run<string>(TEXT)).not.toContain('slow.png');
      await page.choose('#file-input', [files.png, files.webp]);
      await expectMadeHere(page, 2);
    });
    await test.step('and with what a tab left that was closed in the middle', async () => {
      await press(page, 'Compress Another File');
      await page.choose('#file-input', [files.slow]);
      await inTheMiddle(page);
      await expect.poll(async () => (await keptFilesIn(page)).length).toBe(1);
      page = await page.reopen();
      await page.goto(`${baseURL}/teams`);
      await listsAreFreeIn(page);
      await page.goto(`${baseURL}/compress`);
      await expectMadeHere(page, 1);
    });
  } finally {
    await page.close();
  }
});

const TEXT = 'return document.querySelector("main").textContent';

const KEPT_OF_ENGINE = `
  if (!(await caches.has('featherpress-engine'))) return [];
  const requests = await (await caches.open('featherpress-engine')).keys();
  return requests.map(({ url }) => new URL(url).pathname);`;

async function expectWords(page: FirefoxPage, words: string): Promise<void> {
  await expect.poll(() => page.run<string>(TEXT)).toContain(words);
}

/** Waits until an engine is at work on the one file: more than its start has been told. */
async function inTheMiddle(page: FirefoxPage): Promise<void> {
  const percent = 'return Number(document.querySelector("[role=progressbar]")?.ariaValueNow ?? 0)';
  await expect.poll(() => page.run<number>(percent), { intervals: [50] }).toBeGreaterThan(10);
}
