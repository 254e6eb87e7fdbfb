import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { readSet, type SetEntry } from '#engine/index.ts';
import { openImageOptions } from './support/compress-walks.ts';
import { openFirefox } from './support/other-browsers.ts';
import { allFinished, expect, expectAccessible, select, test } from './support/test.ts';

// Without motion nothing is measured half-faded.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('makes a set for a website, whose images Chromium and Firefox pick by width', async ({
  page,
  files,
  signedIn,
}) => {
  expect(signedIn).not.toBe('');
  await openImageOptions(page);
  await page.getByRole('radio', { name: 'A set for a website' }).check({ force: true });
  const widths = page.getByRole('textbox', { name: 'Widths, px' });
  await widths.fill('200, wide');
  await expect(page.getByText(/^Enter a list of at most 12 widths in pixels/)).toBeVisible();
  await widths.fill('800, 200, 400');
  for (const format of ['AVIF', 'JPEG'])
    await page.getByRole('checkbox', { name: format }).check({ force: true });
  await expect(
    page.getByText(/^Settings: Balanced, a set 200 \/ 400 \/ 800 px wide, as JPEG and AVIF, no limit/),
  ).toBeVisible();
  await expectAccessible(page);
  await select(page, files.jpeg);
  await allFinished(page);
  await expect(page.getByText('6 images and HTML', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: /^Compare/ }).click();
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText('lake-200.avif')).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: /^Details of/ }).click();
  await expect(page.getByText('lake-800.jpg 800 × 540')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Copy HTML/ }).click();
  await expect(page.getByText('HTML Copied')).toBeVisible();
  const html = await page.evaluate(() => navigator.clipboard.readText());
  expect(html).toMatch(/^<picture>/);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: /^Download lake/ }).click();
  expect((await download).suggestedFilename()).toMatch(/lake.*\.zip$/);
  const entries = readSet(await readFile(await (await download).path()));
  const site = await serve(html, entries);
  const picked = ['lake-200.avif', 'lake-400.avif', 'lake-800.avif'];
  const firefox = await openFirefox();
  try {
    await page.goto(site.url);
    expect(await page.evaluate(`(async () => { ${PICKED} })()`)).toEqual(picked);
    // Chromium decodes AVIF by dav1d, we by aom.
    const avif = entries.find(({ name }) => name === 'lake-400.avif')!.bytes;
    const ours = await sharp(avif).ensureAlpha().raw().toBuffer();
    expect(meanDifference(await page.evaluate(pixelsOf, '/lake-400.avif'), ours)).toBeLessThan(1);
    await firefox.goto(site.url);
    expect(await firefox.run(PICKED)).toEqual(picked);
  } finally {
    await firefox.close();
    await site.close();
  }
});

/** The images that are shown in windows of three widths: the viewport of a frame is its own. */
const PICKED = `
  const picked = [];
  for (const width of [190, 390, 780]) {
    const frame = document.createElement('iframe');
    Object.assign(frame.style, { width: width + 'px', height: '600px' });
    const loaded = new Promise((resolve) => (frame.onload = resolve));
    frame.src = '/page';
    document.body.append(frame);
    await loaded;
    const image = frame.contentDocument.querySelector('img');
    while (!image.complete || image.naturalWidth === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    picked.push(image.currentSrc.split('/').pop());
    frame.remove();
  }
  return picked;`;

/** What a browser shows of an image, as RGBA. */
async function pixelsOf(address: string): Promise<number[]> {
  const bitmap = await createImageBitmap(await (await fetch(address)).blob());
  const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
  context.drawImage(bitmap, 0, 0);
  return [...context.getImageData(0, 0, bitmap.width, bitmap.height).data];
}

function meanDifference(one: readonly number[], other: Uint8Array): number {
  expect(one.length).toBe(other.length);
  return one.reduce((sum, sample, i) => sum + Math.abs(sample - other[i]!), 0) / one.length;
}

/** A page with the HTML of a set, and its images beside it. */
async function serve(html: string, entries: readonly SetEntry[]) {
  const page = `<!doctype html><title>Set</title><body style="margin:0">${html}`;
  const server = createServer(({ url }, response) => {
    const entry = entries.find(({ name }) => url === `/${name}`);
    if (entry) return response.end(entry.bytes);
    response
      .setHeader('Content-Type', 'text/html')
      .end(url === '/page' ? page : '<!doctype html><title>Widths</title>');
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => new Promise((resolve) => server.close(resolve).closeAllConnections());
  return { url: `http://localhost:${port}/`, close };
}
