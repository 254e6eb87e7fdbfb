import type { Page } from '@playwright/test';
import { heroPicture } from '../../app/content/hero-picture.ts';
import { smallHeroPicture } from '../../app/content/small-hero-picture.ts';
import { formatBytes } from '../../platform/contracts/byte-size.ts';
import { carryOver, type Carried } from './support/drag.ts';
import { standBefore, type Deployment } from './support/installed.ts';
import { keptFilesIn, keptNames } from './support/kept-files.ts';
import { openChromium, type ChromiumPage, type OtherPage } from './support/other-browsers.ts';
import { allFinished, expect, expectAccessible, listens, rests, test } from './support/test.ts';

/** Lets files go over the page. */
const drop = (page: Page, files: readonly Carried[]) => carryOver(page, files, ['dragenter', 'drop']);
const row = (page: Page, name: string) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: name });
const zoneIsAlive = (page: Page) => expect(page.locator('[data-start-zone][data-state=ready]')).toBeVisible();

for (const [where, screen, shown] of [
  ['', {}, heroPicture],
  [' on a phone', { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 }, smallHeroPicture],
] as const)
  test.describe(() => {
    test.use(screen);

    test(`takes the sample of the home page along and gives back what the hero shows${where}`, async ({
      page,
    }) => {
      await page.goto('/');
      await zoneIsAlive(page);
      await page.getByRole('button', { name: /Try a sample image/ }).click();
      await expect(page).toHaveURL('/compress');
      await allFinished(page);
      await expect(row(page, shown.name)).toContainText(formatBytes(shown.toBytes));
    });

    test(`offers the sample of the home page on the compress page${where}`, async ({ page }) => {
      await page.goto('/compress');
      await listens(page);
      await page.getByRole('button', { name: /Try a sample image/ }).click();
      await allFinished(page);
      await expect(row(page, shown.name)).toContainText(formatBytes(shown.toBytes));
    });
  });

for (const [path, what, name] of [
  ['/compress-pdf-online', 'PDF', 'feather-notes.pdf'],
  ['/compress-pptx-online', 'deck', 'feather-talk.pptx'],
] as const)
  test(`offers a ${what} to try ${path} with, which becomes far smaller`, async ({ page }) => {
    await page.goto(path);
    await zoneIsAlive(page);
    await page.getByRole('button', { name: `Try a sample ${what}` }).click();
    await expect(page).toHaveURL('/compress');
    await allFinished(page);
    await expect(row(page, name)).toContainText(/[89]\d% reduction/);
  });

test('starts files that are chosen on the home page behind those that stand', async ({ page, files }) => {
  for (const path of [files.png, files.jpeg]) {
    await page.goto('/');
    await zoneIsAlive(page);
    await page.getByLabel('Choose your files to compress').setInputFiles(path);
    await expect(page).toHaveURL('/compress');
    await allFinished(page);
  }
  await expect(row(page, 'chart.png')).toBeVisible();
  await expect(row(page, 'lake.jpg')).toBeVisible();
});

test.describe('where the browser makes pages ready unseen', () => {
  let site: Deployment;
  let page: ChromiumPage;
  test.beforeEach(async ({ baseURL }) => {
    site = await standBefore(baseURL!);
    page = await openChromium();
  });
  test.afterEach(async () => {
    await page.close();
    await site.close();
  });

  /** Goes to the home page and to its drop zone, as a person who is about to choose a file. */
  async function reachForFiles(): Promise<void> {
    await page.goto(`${site.url}/`);
    const zone = 'document.querySelector("[data-start-zone][data-state=ready]")';
    await expect.poll(() => page.run(`return ${zone} !== null`)).toBe(true);
    const asked = pagesAsked();
    await page.run(`${zone}.dispatchEvent(new PointerEvent('pointerenter'))`);
    await expect.poll(pagesAsked).toBe(asked + 1);
  }
  async function choose(file: string): Promise<void> {
    await page.choose('[data-start-zone] input[type=file]', [file]);
    // While one page takes the place of the other, neither can be asked.
    const path = () => page.run('return location.pathname').catch(() => null);
    await expect.poll(path).toBe('/compress');
  }
  const pagesAsked = () => site.asked.filter((path) => path === '/compress').length;
  const textOf = (each: OtherPage) => each.run<string>('return document.querySelector("main").textContent');

  test('opens the compress page that is ready', async ({ files }) => {
    await reachForFiles();
    await choose(files.png);
    await expect.poll(() => textOf(page)).toMatch(/chart\.png.*reduction/s);
    const [opened] = await page.run<number[]>(
      'return performance.getEntriesByType("navigation").map((each) => each.activationStart)',
    );
    expect(opened).toBeGreaterThan(0);
    expect(await page.run('return crossOriginIsolated')).toBe(true);
  });

  test('shows what was chosen, and leaves the list of a closed tab to the page that is opened', async ({
    files,
  }) => {
    const before = await page.openTab();
    await before.goto(`${site.url}/compress`);
    await before.choose('#file-input', [files.png]);
    await expect.poll(() => textOf(before)).toContain('reduction');
    await expect.poll(async () => (await keptFilesIn(before)).map(({ status }) => status)).toEqual(['done']);
    await before.closeTab();

    await reachForFiles();
    const other = await page.openTab();
    await other.goto(`${site.url}/compress`);
    await expect.poll(() => textOf(other)).toContain('chart.png');
    await other.closeTab();
    await choose(files.jpeg);
    await expect.poll(() => textOf(page)).toMatch(/lake\.jpg.*reduction/s);
    expect(await textOf(page)).not.toContain('chart.png');
  });
});

test('sends a small file of the home page before the page changes', async ({ page, files }) => {
  const sentFrom: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/compress'))
      sentFrom.push(new URL(page.url()).pathname);
  });
  await page.clock.install();
  await page.goto('/');
  await zoneIsAlive(page);
  // The 300 ms that it has for it are too few for a busy machine.
  await page.clock.pauseAt(Date.now() + 60_000);
  const sent = page.waitForRequest('**/api/compress');
  await page.getByLabel('Choose your files to compress').setInputFiles(files.png);
  await sent;
  await page.clock.resume();
  await expect(page).toHaveURL('/compress');
  await allFinished(page);
  await expect(row(page, 'chart.png')).toContainText('reduction');
  expect(sentFrom[0]).toBe('/');
});

test('asks once about copies among files that come from another page', async ({ page }) => {
  await page.route('**/api/compress', (route) =>
    route.fulfill({ status: 422, json: { error: 'Not now.', code: 'damaged' } }),
  );
  await page.goto('/');
  await zoneIsAlive(page);
  const png = (name: string, words: string) => ({
    ...{ name, type: 'image/png' },
    content: btoa(`\x89PNG\r\n\x1a\n${words}`),
  });
  await drop(page, [png('one.png', 'one'), png('copy.png', 'one'), png('two.png', 'two')]);
  await expect(page).toHaveURL('/compress');
  await expect(page.locator('#upload-problem')).toHaveText(
    'copy.png has the same content as another file, so it was left out.',
  );
  await expect(row(page, '.png')).toHaveCount(2);
  await page.getByRole('button', { name: 'Compress it too' }).click();
  await expect(row(page, '.png')).toHaveCount(3);
  await expect(page.getByText('Not now.')).toHaveCount(3);
  await expect.poll(() => keptNames(page)).toHaveLength(3);
  await page.reload();
  await expect(row(page, '.png')).toHaveCount(3);
  await expect(page.locator('#upload-problem')).toHaveText('');
});

test('tells on the compress page what else was in a folder that was dropped on the home page', async ({
  page,
}) => {
  await page.route('**/api/compress', (route) =>
    route.fulfill({ status: 422, json: { error: 'Not now.', code: 'damaged' } }),
  );
  await page.goto('/');
  await zoneIsAlive(page);
  // A drop that is made here carries files alone.
  await page.evaluate(() => {
    const entry = (file: File) => ({ name: file.name, file: (found: (file: File) => void) => found(file) });
    const answers = [
      [entry(new File(['\x89PNG'], 'one.png', { type: 'image/png' })), { name: 'notes.txt' }],
      [],
    ];
    const reader = { readEntries: (read: (some: object[]) => void) => read(answers.shift() ?? []) };
    const folder = { name: 'trip', isDirectory: true, createReader: () => reader };
    DataTransferItem.prototype.webkitGetAsEntry = () => folder as unknown as FileSystemEntry;
  });
  await drop(page, [{ name: 'trip', type: '', content: '' }]);
  await expect(page).toHaveURL('/compress');
  await expect(row(page, 'one.png')).toBeVisible();
  await expect(page.locator('#upload-problem')).toHaveText('Some of the folder was left out.');
  await expect(page.getByRole('list', { name: 'Left out' })).toHaveText(/^notes\.txt: not a/);
  await page.reload();
  await expect(row(page, 'one.png')).toBeVisible();
  await expect(page.locator('#upload-problem')).toHaveText('');
});

test('shows why it rejects what is dropped above its drop zone', async ({ page }) => {
  await page.goto('/');
  await zoneIsAlive(page);
  await drop(page, [{ name: 'notes.txt', type: 'text/plain', content: btoa('words') }]);
  await expect(page.locator('#start-problem')).toBeInViewport({ ratio: 1 });
});

test('rejects on a landing page what the compress page rejects, and takes the first ten', async ({
  page,
}) => {
  // Only that they go is of interest here; ten compressions take their time.
  await page.route('**/api/compress', (route) =>
    route.fulfill({ status: 422, json: { error: 'Not now.', code: 'damaged' } }),
  );
  await page.goto('/compress-pdf-online');
  await zoneIsAlive(page);
  const problem = page.locator('#start-problem');
  await drop(page, [{ name: 'notes.txt', type: 'text/plain', content: btoa('words') }]);
  await expect(problem).toHaveText('Please select only PDF, JPEG, PNG, WebP, PPTX, or PPT files.');
  const pixel =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==';
  await drop(
    page,
    Array.from({ length: 11 }, (_, index) => ({
      name: `dot-${index}.png`,
      type: 'image/png',
      content: pixel,
    })),
  );
  await expect(problem).toHaveText('You can upload up to 10 files at a time.');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Compress all 11 files' }).click();
  await expect(page).toHaveURL('/compress');
  await allFinished(page);
  await expect(row(page, 'dot-10.png')).toBeVisible();
});

test('keeps the files here and says so where the browser keeps nothing', async ({ page, files }) => {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('closed', 'SecurityError');
    };
  });
  await page.goto('/compress-images-online');
  await zoneIsAlive(page);
  await page.getByLabel('Choose your images to compress').setInputFiles(files.png);
  await expect(page.locator('#start-problem')).toContainText('Please choose them on the compress page.');
  expect(page.url()).toContain('/compress-images-online');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('says that compressing needs it, and shows the compressed picture', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByText('Compressing needs JavaScript.')).toBeVisible();
    await expect(page.getByRole('button', { name: /Try a sample/ })).toBeHidden();
    await expect(page.getByRole('img', { name: heroPicture.alt })).toBeVisible();
    await expect(page.getByRole('slider')).toHaveCount(0);
  });
});

test('wipes between the two real files by keys and by pointer', async ({ page }) => {
  await page.goto('/');
  const divider = page.getByRole('slider', { name: /Divider/ });
  const heavy = page.waitForRequest(`**${heroPicture.original}`);
  let isAsked = false;
  void heavy.then(() => (isAsked = true));
  await rests(page);
  await expect(divider).toBeHidden();
  // Nothing asks for the heavy one before a person is there.
  expect(isAsked).toBe(false);
  await page.mouse.move(200, 200);
  await heavy;
  await expect(divider).toBeEnabled();
  const left = () =>
    page.locator('[data-comparison]').evaluate((stage) => getComputedStyle(stage).getPropertyValue('--at'));
  await divider.focus();
  await page.keyboard.press('ArrowRight');
  await expect(divider).toHaveValue('51');
  expect(await left()).toBe('51%');
  await expect(divider).toHaveAttribute('aria-valuetext', '51% original');
  const stage = page.locator('[data-comparison]');
  const width = await stage.evaluate((each) => each.clientWidth);
  await stage.click({ position: { x: width * 0.25, y: 40 } });
  await expect(divider).toHaveValue('25');
  // The grip lies on pictures, not on the page: dark in the dark it would be lost.
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(stage.locator('span:has(> svg)')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
});
