import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { allFinished, expect, expectToast, select, test, toast } from './support/test.ts';

const LONG_NAME = 'a-name-that-has-no-room-in-one-line-of-a-toast.png';

// What slides in is not yet where it will lie.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('lay no toast over the button for all results, and totals on one line, on any width', async ({
  page,
  files,
  signedIn: _signedIn,
}) => {
  const body = await readFile(files.webp);
  const headers = { 'Content-Disposition': 'attachment; filename="featherpress_chart.png"' };
  await page.route('**/api/compress', (route) => route.fulfill({ contentType: 'image/webp', headers, body }));
  await page.route('**/api/shares', (route) => route.fulfill({ status: 503, body: '' }));
  // One result leaves room for toasts beside each other; the list that it becomes does not.
  await select(page, files.scan);
  await allFinished(page);
  await expectToast(page, /^Compression Complete/);
  await page.setViewportSize({ width: 390, height: 844 });
  const more = { name: LONG_NAME, mimeType: 'image/png', buffer: await readFile(files.scan) };
  await page.getByLabel('Add files').setInputFiles(more);
  await page.getByRole('button', { name: 'Compress it too' }).click();
  await expectToast(page, `Compression Complete! (${LONG_NAME})`);
  await expect.poll(() => coveredPx(page), 'a long name').toBe(0);
  for (const width of [320, 390, 640, 768, 1180, 1280, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    await page.getByRole('button', { name: 'Copy Link scan.png' }).click();
    await expect(toast(page, 'Please try downloading and sharing manually.').last()).toBeVisible();
    // Toasts follow the shelf with the frame after the page has moved.
    await expect.poll(() => coveredPx(page), `${width} px`).toBe(0);
    await expect.poll(() => coveredWords(page), `${width} px`).toEqual([]);
    const totals = page.getByRole('group', { name: 'Total statistics' });
    for (const figure of await totals.locator('dd').all())
      expect((await figure.boundingBox())?.height, `totals on one line at ${width} px`).toBeLessThan(30);
    for (const button of await totals.getByRole('button').all()) {
      const box = await button.boundingBox();
      expect((box?.x ?? width) + (box?.width ?? 0)).toBeLessThan(width - 20);
    }
  }
});

/** What of the totals can be seen and has a toast lying over it. */
function coveredWords(page: Page): Promise<string[]> {
  return page.locator('[data-toast-shelf]').evaluate((shelf) => {
    const toasts = [...document.querySelectorAll('[data-sonner-toast][data-visible=true]')].map((each) =>
      each.getBoundingClientRect(),
    );
    return [...shelf.querySelectorAll<HTMLElement>('button, p, dt, dd')]
      .filter((each) => each.checkVisibility({ opacityProperty: true }))
      .filter((each) => {
        const { left, right, top, bottom, width } = each.getBoundingClientRect();
        // Without width it is said to screen readers alone.
        return (
          width > 1 &&
          toasts.some((box) => box.left < right && box.right > left && box.top < bottom && box.bottom > top)
        );
      })
      .map(({ innerText }) => innerText);
  });
}

/** How far toasts reach over the button while it stands at the foot of the window. */
function coveredPx(page: Page): Promise<number> {
  return page.evaluate(() => {
    scrollTo({ top: 0, behavior: 'instant' });
    const button = [...document.querySelectorAll('button')].find(({ textContent }) =>
      textContent.includes('Download All'),
    );
    if (!button) throw new Error('Expected the button for all results');
    const shown = [...document.querySelectorAll('[data-sonner-toast][data-visible=true]')];
    const { left, right, top, bottom } = button.getBoundingClientRect();
    const overlaps = shown.map((each) => {
      const box = each.getBoundingClientRect();
      const across = Math.min(right, box.right) - Math.max(left, box.left);
      const down = Math.min(bottom, box.bottom) - Math.max(top, box.top);
      return Math.max(0, Math.min(across, down));
    });
    return Math.round(Math.max(0, ...overlaps));
  });
}
