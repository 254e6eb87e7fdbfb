import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { allFinished, expect, select, test } from './support/test.ts';

/** Buttons in the window that are filled with the accent: what the screen is about. */
function accented(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('p'));
    probe.style.background = 'var(--color-primary)';
    const accent = getComputedStyle(probe).backgroundColor;
    probe.remove();
    return [...document.querySelectorAll<HTMLElement>('a, button, label')]
      .flatMap((each) => [each, ...each.querySelectorAll('span')])
      .filter((each) => {
        const { top, bottom, height } = each.getBoundingClientRect();
        return height >= 24 && bottom > 0 && top < innerHeight;
      })
      .filter((each) => getComputedStyle(each).backgroundColor === accent)
      .map((each) => each.innerText);
  });
}

for (const [who, main] of [
  ['a visitor', 'Login to download all'],
  ['one who is signed in', 'Download All Compressed Files'],
] as const) {
  test.describe(`for ${who}`, () => {
    if (who !== 'a visitor') test.beforeEach(({ signedIn: _signedIn }) => undefined);

    test('totals of two results take little of a phone, their button most of that', async ({
      page,
      files,
    }) => {
      await page.setViewportSize({ width: 390, height: 844 });
      await select(page, [files.png, files.webp]);
      await allFinished(page);
      const panel = page.locator('[data-toast-shelf]');
      await expect(panel.getByRole('button', { name: main })).toBeInViewport();
      expect((await panel.boundingBox())?.height).toBeLessThanOrEqual(96);
      // Of all that is drawn in it: what holds words, and bars.
      const largest = await panel.evaluate((each) => {
        const area = (part: Element) => {
          const { width, height } = part.getBoundingClientRect();
          return width * height;
        };
        return [...each.querySelectorAll<HTMLElement>('button, p, dt, dd, .bg-bar')].sort(
          (one, other) => area(other) - area(one),
        )[0]!.innerText;
      });
      expect(largest).toBe(main);
      // It lies over no settings that are being chosen.
      await page.getByRole('button', { name: 'Settings', exact: true }).click();
      await expect(page.getByText('Compression level')).toBeVisible();
      await expect(panel).not.toBeInViewport();
    });

    test('one button of a screen is filled, with no result, with one and with nine', async ({
      page,
      files,
    }) => {
      const body = await readFile(files.webp);
      await page.route('**/api/compress', (route) => route.fulfill({ contentType: 'image/webp', body }));
      await page.goto('/compress');
      await expect.poll(() => accented(page)).toEqual(['Choose files']);
      await select(page, files.scan);
      await allFinished(page);
      await expect
        .poll(() => accented(page))
        .toEqual([expect.stringMatching(main.startsWith('Login') ? /^Login to Download/ : /^Download/)]);
      await page.getByRole('button', { name: 'Clear selection' }).click();
      const source = await readFile(files.scan);
      const nine = Array.from({ length: 9 }, (_, index) => ({
        ...{ name: `${index}.png`, mimeType: 'image/png' },
        buffer: Buffer.concat([source, Buffer.alloc(index)]),
      }));
      await page.getByLabel('Choose files to compress').setInputFiles(nine);
      await allFinished(page);
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 900 });
        await expect.poll(() => accented(page), `${width} px`).toEqual([main]);
      }
    });
  });
}
