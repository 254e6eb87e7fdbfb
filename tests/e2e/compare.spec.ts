import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { allFinished, drawn, expect, select, test } from './support/test.ts';

/** Opens the comparison of the only result and waits until it is drawn. */
async function openComparison(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Compare ${name}` }).click();
  await expect(page.getByRole('slider', { name: /Divider/ })).toBeFocused();
}

/** Colours of the window at a point of the picture's own pixels, shown one to one from its left top corner. */
async function shownPixels(page: Page, width: number, height: number): Promise<Buffer> {
  const box = await page.getByTestId('compare-before').boundingBox();
  if (!box) throw new Error('Expected the comparison to be visible.');
  const x = Math.round(box.x + (box.width - width) / 2);
  const y = Math.round(box.y + (box.height - height) / 2);
  const shot = await page.screenshot({ clip: { x, y, width, height } });
  return sharp(shot).removeAlpha().raw().toBuffer();
}

async function pixelsOf(bytes: Buffer): Promise<Buffer> {
  return sharp(bytes).removeAlpha().raw().toBuffer();
}

/** Largest difference of two pictures in a column range, leaving out rows that labels cover. */
function largestDifference(
  one: Buffer,
  other: Buffer,
  width: number,
  columns: [number, number],
  rows: [number, number],
): number {
  let largest = 0;
  for (let y = rows[0]; y < rows[1]; y++)
    for (let x = columns[0]; x < columns[1]; x++)
      for (let channel = 0; channel < 3; channel++) {
        const at = (y * width + x) * 3 + channel;
        largest = Math.max(largest, Math.abs((one[at] ?? 0) - (other[at] ?? 0)));
      }
  return largest;
}

test.describe('of a picture', () => {
  // The window is larger than the picture, so that it stands one to one in the middle.
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('shows black and white strokes of a transparent picture, on a dark page too', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'dark' });
    const [width, height] = [240, 120];
    const stroke = (background: string) => ({
      create: { width: 40, height, channels: 4, background } as const,
    });
    const buffer = await sharp({ create: { width, height, channels: 4, background: '#0000' } })
      .composite([
        { input: stroke('#000'), left: 40, top: 0 },
        { input: stroke('#fff'), left: 160, top: 0 },
      ])
      .png()
      .toBuffer();
    await page.goto('/compress');
    await page
      .getByLabel('Choose files to compress')
      .setInputFiles({ name: 'line-art.png', mimeType: 'image/png', buffer });
    await allFinished(page);
    const light = async (picture: Buffer, left: number, wide: number) => {
      const part = await sharp(picture).extract({ left, top: 10, width: wide, height: 20 }).png().toBuffer();
      return (await sharp(part).stats()).channels[0]!.mean;
    };
    const thumbnail = page.getByRole('listitem').locator('canvas');
    await expect(thumbnail).toBeVisible();
    // Cut to a square from the middle: ground, and nothing else.
    expect(await light(await thumbnail.screenshot(), 15, 14)).toBeGreaterThan(130);
    await openComparison(page, 'line-art.png');
    const shown = await sharp(await shownPixels(page, width, height), { raw: { width, height, channels: 3 } })
      .png()
      .toBuffer();
    const ground = await light(shown, 88, 24);
    expect(ground - (await light(shown, 45, 30))).toBeGreaterThan(100);
    expect((await light(shown, 165, 30)) - ground).toBeGreaterThan(60);
  });

  test('shows the real pixels on both sides of the divider', async ({ page, files, signedIn: _signedIn }) => {
    await select(page, files.png);
    await allFinished(page);
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download chart.png' }).click();
    const result = await readFile(await (await coming).path());
    const source = await readFile(files.png);
    const { width, height } = await sharp(source).metadata();
    await openComparison(page, 'chart.png');
    await expect(page.getByText('Zoom 100%', { exact: true })).toBeVisible();
    const middle = width / 2;
    const before = await pixelsOf(source);
    const after = await pixelsOf(result);
    const rows: [number, number] = [0, height / 2 - 30];
    // A picture is decoded after its place stands.
    const difference = async (from: Buffer, columns: [number, number]) =>
      largestDifference(await shownPixels(page, width, height), from, width, columns, rows);
    await expect.poll(() => difference(before, [0, middle - 4])).toBe(0);
    await expect.poll(() => difference(after, [middle + 4, width])).toBe(0);
    // And the other way round: with the divider at an end one of them fills the window.
    for (let press = 0; press < 25; press++) await page.keyboard.press('ArrowLeft');
    await expect(page.getByRole('slider')).toHaveAttribute('aria-valuenow', '0');
    await expect.poll(() => difference(after, [0, width])).toBe(0);
  });

  test('is steered from the keyboard and gives the focus back', async ({ page, files }) => {
    await select(page, files.jpeg);
    await allFinished(page);
    await openComparison(page, 'lake.jpg');
    const divider = page.getByRole('slider');
    await page.keyboard.press('ArrowRight');
    await expect(divider).toHaveAttribute('aria-valuenow', '52');
    await page.keyboard.press('+');
    await expect(page.getByText('Zoom 150%', { exact: true })).toBeVisible();
    await page.keyboard.press('+');
    await expect(page.getByText('Zoom 225%', { exact: true })).toBeVisible();
    const picture = page.getByRole('img', { name: 'Original' });
    // A box is that of the frame drawn last.
    await drawn(page);
    const before = await picture.boundingBox();
    await page.keyboard.press('Shift+ArrowRight');
    await expect.poll(async () => (await picture.boundingBox())?.x).toBe((before?.x ?? 0) - 48);
    await page.keyboard.press('0');
    await expect(page.getByText('Zoom 100%', { exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Compare lake.jpg' })).toBeFocused();
  });

  test('gives addresses back when it is closed', async ({ page, files }) => {
    await page.addInitScript(() => {
      const open = new Set<string>();
      Object.assign(window, { openAddresses: open });
      const { createObjectURL, revokeObjectURL } = URL;
      URL.createObjectURL = (blob) => {
        const url = createObjectURL.call(URL, blob);
        open.add(url);
        return url;
      };
      URL.revokeObjectURL = (url) => {
        open.delete(url);
        revokeObjectURL.call(URL, url);
      };
    });
    const open = () =>
      page.evaluate(() => (window as unknown as { openAddresses: Set<string> }).openAddresses.size);
    await select(page, files.jpeg);
    await allFinished(page);
    await openComparison(page, 'lake.jpg');
    await expect.poll(open).toBe(2);
    await page.keyboard.press('Escape');
    await expect.poll(open).toBe(0);
  });

  test('moves the divider by a drag and shows both side by side', async ({ page, files }) => {
    await select(page, files.jpeg);
    await allFinished(page);
    await openComparison(page, 'lake.jpg');
    const box = await page.getByRole('slider').boundingBox();
    if (!box) throw new Error('Expected a divider.');
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(300, box.y + box.height / 2, { steps: 4 });
    await page.mouse.up();
    await expect(page.getByRole('slider')).toHaveAttribute('aria-valuenow', '21');
    await page.getByRole('button', { name: 'Side by side' }).click();
    const areApart = async () => {
      const [one, other] = await Promise.all(
        ['Original', 'Compressed'].map((name) => page.getByRole('img', { name }).boundingBox()),
      );
      return one && other && one.x + one.width <= other.x;
    };
    await expect.poll(areApart).toBe(true);
  });
});

test('draws the pages of a PDF before and after, and ends its worker', async ({ page, files }) => {
  await select(page, files.pdf);
  await allFinished(page);
  await openComparison(page, 'report.pdf');
  await expect(page.getByText('Page 1 of 3')).toBeVisible();
  // The small picture in the list is drawn by a worker of its own.
  await expect.poll(() => page.workers().length).toBe(1);
  const ink = (name: string) =>
    page.getByRole('img', { name }).evaluate((node) => {
      const canvas = node as HTMLCanvasElement;
      const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? {
        data: [],
      };
      let dark = 0;
      for (let at = 0; at < data.length; at += 4) if ((data[at] ?? 255) < 100) dark++;
      return dark;
    });
  await expect.poll(() => ink('Original')).toBeGreaterThan(1_000);
  const before = await ink('Original');
  await expect.poll(async () => Math.abs((await ink('Compressed')) - before) / before).toBeLessThan(0.1);
  await page.keyboard.press('PageDown');
  await expect(page.getByText('Page 2 of 3')).toBeVisible();
  const canvas = await page.getByRole('img', { name: 'Original' }).elementHandle();
  await page.keyboard.press('Escape');
  await expect.poll(() => page.workers().length).toBe(0);
  // Whoever still knows the canvas holds no pixels by it.
  await expect.poll(() => canvas?.evaluate((each) => (each as HTMLCanvasElement).width)).toBe(0);
});

test('shows the pictures of a deck that changed', async ({ page, files }) => {
  await select(page, files.pptx);
  await allFinished(page);
  await openComparison(page, 'deck.pptx');
  await expect(page.getByText(/^Image 1 of \d+, slide 1$/)).toBeVisible();
  await expect(page.getByRole('img', { name: 'Original' })).toBeVisible();
});
