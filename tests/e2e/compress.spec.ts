import { readFile } from 'node:fs/promises';
import { PDFDocument } from '@cantoo/pdf-lib';
import JSZip from 'jszip';
import sharp from 'sharp';
import { carryOver } from './support/drag.ts';
import {
  allFinished,
  aPersonComes,
  cutOffUntilClick,
  expect,
  expectToast,
  listens,
  saidToasts,
  select,
  test,
  toast,
} from './support/test.ts';

const KINDS = ['jpeg', 'png', 'webp', 'pdf', 'pptx'] as const;
const OPENS: Record<(typeof KINDS)[number], (bytes: Buffer) => Promise<unknown>> = {
  jpeg: async (bytes) => expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 800 }),
  png: async (bytes) => expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 320 }),
  webp: async (bytes) => expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 600 }),
  pdf: async (bytes) => expect((await PDFDocument.load(bytes)).getPageCount()).toBe(3),
  pptx: async (bytes) =>
    expect(Object.keys((await JSZip.loadAsync(bytes)).files)).toContain('ppt/slides/slide2.xml'),
};

test.describe('signed in', () => {
  test.beforeEach(({ signedIn: _signedIn }) => undefined);

  test('makes the five kinds smaller and hands back files that open', async ({ page, files }) => {
    await select(
      page,
      KINDS.map((kind) => files[kind]),
    );
    await allFinished(page);
    const cards = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('button', { name: /^Download / }) });
    await expect(cards).toHaveCount(KINDS.length);
    await expect(cards.getByRole('heading')).toHaveText([
      'lake.jpg',
      'chart.png',
      'poster.webp',
      'report.pdf',
      'deck.pptx',
    ]);

    const singles = new Map<string, Buffer>();
    for (const [index, kind] of KINDS.entries()) {
      const coming = page.waitForEvent('download');
      await cards
        .nth(index)
        .getByRole('button', { name: /^Download / })
        .click();
      const download = await coming;
      const bytes = await readFile(await download.path());
      const source = await readFile(files[kind]);
      expect(download.suggestedFilename()).toMatch(/^featherpress_/);
      expect(bytes.length, kind).toBeLessThan(source.length);
      await OPENS[kind](bytes);
      const percent = Math.round(((source.length - bytes.length) / source.length) * 100);
      await expect(cards.nth(index)).toContainText(`${percent}%`);
      singles.set(download.suggestedFilename(), bytes);
    }

    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download All Compressed Files' }).click();
    const zip = await JSZip.loadAsync(await readFile(await (await coming).path()));
    expect(Object.keys(zip.files).sort()).toEqual([...singles.keys()].sort());
    for (const [name, bytes] of singles) {
      expect(await zip.file(name)?.async('nodebuffer')).toEqual(bytes);
    }
    const totals = page.getByRole('group', { name: 'Total statistics' });
    await expect(totals).toContainText('Total original');
    await expect(totals).toContainText('Total saved');
  });

  test('copies a link that downloads the same bytes', async ({ page, files, request }) => {
    await select(page, files.png);
    await allFinished(page);
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download chart.png' }).click();
    const bytes = await readFile(await (await coming).path());

    await page.getByRole('button', { name: 'Copy Link chart.png' }).click();
    await expectToast(page, 'Link Copied', 'File URL copied to clipboard for sharing!');
    const url = await page.evaluate(() => navigator.clipboard.readText());
    const shared = await request.get(url);
    expect(shared.headers()['content-disposition']).toContain('attachment');
    expect(await shared.body()).toEqual(bytes);
  });

  test('asks to sign in again when the server no longer takes the token', async ({ page, files }) => {
    await select(page, files.png);
    await allFinished(page);
    await page.route('**/api/shares', (route) =>
      route.fulfill({ status: 403, json: { error: 'Token expired or unauthorized', code: 'token-expired' } }),
    );
    await page.getByRole('button', { name: 'Copy Link chart.png' }).click();
    await expect(page).toHaveURL('/login');
    await expectToast(page, 'Login Required');
  });
});

test.describe('on a device with a share sheet', () => {
  for (const [outcome, title, text] of [
    ['resolves', 'Share Successful', ''],
    ['rejects', 'Share Failed', 'Failed to share the file. Please try downloading and sharing manually.'],
  ] as const) {
    test(`says ${title} when sharing ${outcome}`, async ({ page, files, signedIn: _signedIn }) => {
      await page.addInitScript((result) => {
        navigator.canShare = () => true;
        navigator.share = async () => {
          if (result === 'rejects') throw new DOMException('No app took it.', 'DataError');
        };
      }, outcome);
      await select(page, files.png);
      await allFinished(page);
      await page.getByRole('button', { name: 'Share chart.png' }).click();
      await expectToast(page, title, text);
    });
  }
});

test('shows a failed file in words on its card and goes on with the others', async ({ page, files }) => {
  await select(page, [files.damaged, files.png]);
  await allFinished(page);
  const failed = page.getByRole('main').getByRole('listitem').filter({ hasText: 'damaged.pdf' });
  await expect(failed).toContainText('not compressed');
  await expect(failed).toContainText(/damaged/i);
  await expect(page.getByRole('button', { name: 'Login to Download chart.png' })).toBeVisible();
});

test('offers to try again at once while the connection is lost', async ({ page, files }) => {
  await page.goto('/compress');
  // The next try goes in pieces.
  await cutOffUntilClick(page, /\/api\/(compress|resumable)$/);
  await select(page, files.png);
  await expectToast(page, 'Compression Notice (chart.png)', 'Connection lost.');
  await page.getByRole('button', { name: 'Try again with chart.png' }).click();
  await expectToast(page, 'Compression Complete! (chart.png)', 'File compressed successfully.');
});

test('visits every progress step in order while the answer is outstanding', async ({ page, files }) => {
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/compress', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/compress');
  // A row that waits for the code of the list shows no first step.
  await aPersonComes(page);
  await page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    new MutationObserver(() => {
      const value = document.querySelector('li [role=progressbar]')?.getAttribute('aria-valuenow');
      if (value && seen.at(-1) !== value) seen.push(value);
    }).observe(document.body, { subtree: true, childList: true, attributes: true });
  });
  await select(page, files.png);
  await expectToast(page, 'Almost Done');
  answer();
  await expectToast(page, 'Compression Complete! (chart.png)');
  // It gives way to what is true then.
  await expect(toast(page, 'Almost Done')).toHaveCount(0);
  expect(await saidToasts(page)).toEqual([
    expect.stringMatching(/^Almost Done/),
    expect.stringMatching(/^Compression Complete! \(chart\.png\)/),
  ]);
  const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen);
  expect(seen.filter((value) => value !== '0')).toEqual(['10', '25', '45', '65', '80', '95', '100']);
});

test('sends at most two files at a time, in the order of selection', async ({ page, files }) => {
  // In the page: the browser may let requests that begin in one moment out in another order.
  await page.addInitScript(() => {
    const sent: string[] = [];
    Object.assign(window, { sent });
    const { send } = XMLHttpRequest.prototype;
    XMLHttpRequest.prototype.send = function (body) {
      if (body instanceof FormData) sent.push((body.get('file') as File).name);
      send.call(this, body);
    };
    // Toasts go by themselves: what counts is how many there were at once, not how many are left for a slow test.
    const toasts: number[] = [];
    Object.assign(window, { toasts });
    const shown = '[data-sonner-toast][data-visible=true]:not([data-removed=true])';
    new MutationObserver(() => toasts.push(document.querySelectorAll(shown).length)).observe(document, {
      ...{ subtree: true, childList: true, attributeFilter: ['data-removed', 'data-visible'] },
    });
  });
  let inFlight = 0;
  let most = 0;
  await page.route('**/api/compress', async (route) => {
    most = Math.max(most, ++inFlight);
    await expect.poll(() => most).toBeGreaterThan(1);
    await new Promise((resolve) => setTimeout(resolve, 300));
    inFlight--;
    await route.fulfill({ status: 422, json: { error: 'Not now.', code: 'damaged' } });
  });
  await select(page, [files.webp, files.png, files.jpeg, files.damaged]);
  await allFinished(page);
  const sent = await page.evaluate(() => (window as unknown as { sent: string[] }).sent);
  expect(sent).toEqual(['poster.webp', 'chart.png', 'lake.jpg', 'damaged.pdf']);
  expect(most).toBe(2);
  const toasts = () => page.evaluate(() => Math.max(...(window as unknown as { toasts: number[] }).toasts));
  // What says them is loaded late.
  await expect.poll(toasts).toBeGreaterThan(0);
  expect(await toasts()).toBeLessThanOrEqual(3);
});

test('cancels what is under way when the selection is cleared', async ({ page, files }) => {
  await page.route('**/api/compress', () => undefined); // Never answered.
  const sent = page.waitForRequest('**/api/compress');
  const cancelled = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/compress'));
  await select(page, files.png);
  await sent;
  await page.getByRole('button', { name: 'Stop and clear selection' }).click();
  await cancelled;
  await expect(page.getByLabel('Choose files to compress')).toBeFocused();
});

test('returns to the upload area and compresses another file', async ({ page, files }) => {
  await select(page, files.png);
  await allFinished(page);
  await expect(page.getByText('can show a negative reduction')).toBeVisible();
  await page.getByRole('button', { name: 'Compress Another File' }).click();
  await expect(page.getByText('Drop your files here')).toBeVisible();
  await select(page, files.webp);
  await allFinished(page);
  await expect(page.getByRole('heading', { name: 'poster.webp' })).toBeVisible();
});

test('lights the area for a drag and takes what is dropped', async ({ page, files }) => {
  await page.goto('/compress');
  await listens(page);
  const content = (await readFile(files.png)).toString('base64');
  const carried = [{ name: 'dropped.png', type: 'image/png', content }];
  // Not `dragenter`: a drag may have come over the page before it listened.
  await carryOver(page, carried, ['dragover']);
  await expect(page.getByText('Drop to compress')).toBeVisible();
  await carryOver(page, carried, ['drop']);
  await allFinished(page);
  await expect(page.getByRole('heading', { name: 'dropped.png' })).toBeVisible();
});

test('sends the chosen preset', async ({ page, files }) => {
  let body = '';
  await page.route('**/api/compress', async (route) => {
    body = route.request().postDataBuffer()?.toString('latin1') ?? '';
    await route.continue();
  });
  await page.goto('/compress');
  await listens(page);
  await page.getByText('Lossless', { exact: true }).click();
  await select(page, files.png);
  await allFinished(page);
  expect(body).toMatch(/name="preset"\s+lossless/);
});

test('runs from the keyboard alone', async ({ page, files }) => {
  // From the start: Playwright takes a moment to stand where the system's dialogue would open.
  const chooser = page.waitForEvent('filechooser');
  await page.goto('/compress');
  await listens(page);
  const input = page.getByLabel('Choose files to compress');
  for (
    let press = 0;
    press < 25 && !(await input.evaluate((node) => node === document.activeElement));
    press++
  ) {
    await page.keyboard.press('Tab');
  }
  await expect(input).toBeFocused();
  await page.keyboard.press('Enter');
  await (await chooser).setFiles(files.png);
  await expect(page.getByRole('heading', { name: /Your results|Compressing your files/ })).toBeFocused();
  await allFinished(page);
  for (const name of [
    'Add files',
    'Settings',
    'Compress Another File',
    'Clear selection',
    'Compare chart.png',
  ]) {
    await page.keyboard.press('Tab');
    await expect(page.locator(':focus')).toHaveAccessibleName(name);
  }
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Login to Download chart.png' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/login');
});
