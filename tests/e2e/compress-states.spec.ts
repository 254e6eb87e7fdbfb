import { mkdirSync } from 'node:fs';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Page } from '@playwright/test';
import { compressWalks, row } from './support/compress-walks.ts';
import { writeScan } from './support/files.ts';
import { smallTargets } from './support/targets.ts';
import { allFinished, expect, expectAccessible, listens, select, test as base } from './support/test.ts';

/**
 * Every state of the compress page. Tested: nothing wrong by axe, targets for fingers, no sideways scrolling at 320 px.
 * With a folder in `SHOTS` each is photographed instead, and looked at by axe, at three widths in light and dark:
 *
 *   SHOTS=/tmp/shots npx playwright test compress-states
 */
const folder = process.env.SHOTS;

/** Lines are cut and servers fail here; the browser reports each. */
const test = base.extend({ mayComplain: true });

// Without motion nothing is looked at half-faded.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

for (const walk of compressWalks) {
  test.describe(walk.name, () => {
    test.use({ javaScriptEnabled: walk.scripts ?? true });
    // It comes some seconds after the page, over whatever state is there.
    test.beforeEach(({ page }) =>
      page.addInitScript(() => sessionStorage.setItem('installBannerDismissed', 'yes')),
    );
    if (walk.signedIn) test.beforeEach(({ signedIn: _signedIn }) => undefined);
    if (folder) photograph();
    else inspect();
  });

  /** axe is a script itself. */
  async function nothingIsWrong(page: Page, scope: 'everything' | 'colours'): Promise<void> {
    if (walk.scripts === false) return;
    // A row that is half under what sticks to the window can be scrolled; to axe its buttons are too small.
    await stick(page, 'static');
    await expectAccessible(page, scope, { exceptFooter: true });
    await stick(page, '');
  }

  function inspect(): void {
    test.describe('under a finger', () => {
      test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

      test(`finds nothing wrong with the compress page, ${walk.name}`, async ({ page, files }) => {
        await walk.go(page, files, async (state) => {
          await nothingIsWrong(page, 'everything');
          expect.soft(await smallTargets(page), state).toEqual([]);
          await page.setViewportSize({ width: 320, height: 640 });
          expect.soft(await sidewaysPx(page), `${state} at 320 px`).toBeLessThanOrEqual(0);
          await page.setViewportSize({ width: 390, height: 844 });
        });
        await page.emulateMedia({ colorScheme: 'dark' });
        await nothingIsWrong(page, 'colours');
      });
    });
  }

  function photograph(): void {
    for (const width of [390, 768, 1440])
      for (const colorScheme of ['light', 'dark'] as const)
        test.describe(`${width} ${colorScheme}`, () => {
          const isPhone = width < 768;
          const viewport = { width, height: isPhone ? 844 : 900 };
          test.use({ viewport, colorScheme, hasTouch: isPhone, isMobile: isPhone });

          test(`photographs ${walk.name} at ${width} px, ${colorScheme}`, async ({ page, files }) => {
            const target = join(folder!, `${width}-${colorScheme}`);
            mkdirSync(target, { recursive: true });
            let number = compressWalks.indexOf(walk) * 10;
            await walk.go(page, files, async (state) => {
              const path = join(target, `${String(number++).padStart(2, '0')}-${state}.png`);
              await page.screenshot({ path });
              await nothingIsWrong(page, 'everything');
            });
          });
        });
  }
}

async function stick(page: Page, position: string): Promise<void> {
  await page.evaluate((set) => {
    for (const each of document.querySelectorAll<HTMLElement>('header, [data-toast-shelf]'))
      each.style.position = set;
  }, position);
}

function sidewaysPx(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}

if (!folder)
  test('ten results stand on one screen, as wide as the header, sizes under names', async ({
    page,
    files,
  }) => {
    const body = await readFile(files.webp);
    const headers = { 'Content-Disposition': 'attachment; filename="featherpress_chart.png"' };
    await page.route('**/api/compress', (route) =>
      route.fulfill({ contentType: 'image/webp', headers, body }),
    );
    await select(page, Array<string>(10).fill(files.scan));
    await page.getByRole('button', { name: 'Compress all 9 too' }).click();
    await allFinished(page);
    const list = await page.locator('[data-results] > ol').boundingBox();
    const brand = await page.getByRole('banner').getByRole('link').first().boundingBox();
    expect(list?.x).toBeCloseTo(brand?.x ?? 0, 0);
    expect(list?.width).toBeCloseTo(1440 - 2 * (list?.x ?? 0), 0);
    expect(list?.height).toBeLessThan(620);
    const first = row(page, 'scan.png').first();
    const name = await first.getByRole('heading').boundingBox();
    const sizes = await first.getByText('555.58 KB', { exact: true }).boundingBox();
    expect(sizes?.x).toBeCloseTo(name?.x ?? 0, 0);
    expect(sizes?.y).toBeGreaterThan((name?.y ?? 0) + 12);
    // How it was made is said on the same line, whole.
    const origin = await first.getByText('Balanced, on our servers').boundingBox();
    expect(origin?.height).toBeLessThan(24);
    expect(Math.abs((origin?.y ?? 0) - (sizes?.y ?? 0))).toBeLessThan(8);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(async () => (await first.boundingBox())?.height).toBeLessThanOrEqual(120);
    expect((await first.getByText('Balanced', { exact: true }).boundingBox())?.height).toBeLessThan(24);
  });

if (!folder)
  test('says a result’s limit and place to a visitor behind its sizes, whole', async ({ page, files }) => {
    await page.goto('/compress');
    await listens(page);
    await page.getByLabel('Another limit, such as 350 KB').fill('5 KB');
    await select(page, files.webp);
    await allFinished(page);
    const origin = row(page, 'poster.webp').getByText('Balanced, under 5.00 KB, on our servers');
    await expect(origin).toBeVisible();
    expect(await tallest(page)).toBeLessThan(60);
    expect(await origin.evaluate(({ parentElement: line }) => line!.scrollWidth - line!.clientWidth)).toBe(0);
  });

if (!folder)
  test('folds on a phone what is to be said of one of several results, and shows the limit of the others', async ({
    page,
    files,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/compress');
    await listens(page);
    await page.getByLabel('Another limit, such as 350 KB').fill('5 KB');
    await select(page, [files.signedPdf, files.jpeg, files.webp, files.pdf, files.jpegNamedPng]);
    await allFinished(page);
    await expect.poll(() => tallest(page)).toBeLessThanOrEqual(120);
    await expect(
      row(page, 'poster.webp').getByText('Balanced, under 5.00 KB', { exact: true }),
    ).toBeVisible();
    const signed = row(page, 'signed.pdf');
    const reason = /digitally signed\..* It is above your limit of 5\.00 KB\./;
    const lines = async () => ((await signed.getByText(reason).boundingBox())?.height ?? 0) / 20;
    expect(await lines()).toBeLessThan(1);
    await signed.getByRole('button', { name: 'Details of signed.pdf' }).click();
    await expect.poll(lines).toBeGreaterThan(2);
    await row(page, 'lake.jpg').getByRole('button', { name: 'Details of lake.jpg' }).click();
    await expect(page.getByRole('button', { name: /^Reach 5\.00 KB anyway/ })).toBeVisible();
  });

if (!folder)
  test('keeps rows low on phones that have a folder, two notes or an offer, and shows all of it with the details', async ({
    page,
    files,
  }, info) => {
    const day = join(info.outputPath('trip'), 'a day at the lake with everybody who came');
    mkdirSync(day, { recursive: true });
    await writeScan(join(day, 'paper.pdf'));
    for (const file of [files.signedPdf, files.jpegNamedPng, files.png, files.pdf])
      await copyFile(file, join(day, basename(file)));
    const damaged = Buffer.concat([await readFile(files.damaged), Buffer.alloc(300_000, ' ')]);
    await writeFile(join(day, 'damaged.pdf'), damaged);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/compress');
    await listens(page);
    for (const limit of ['', '2 KB']) {
      await page.getByLabel('Another limit, such as 350 KB').fill(limit);
      await page.getByLabel('Choose a folder').setInputFiles(info.outputPath('trip'));
      await allFinished(page);
      // Finding scanned text takes a moment.
      if (limit === '') await expect(page.getByText(/^Scanned text/).first()).toBeVisible();
      else await expect(page.getByText(/^Couldn’t reach 2\.00 KB/).first()).toBeVisible();
      for (const width of [390, 320]) {
        await page.setViewportSize({ width, height: 844 });
        await expect.poll(() => tallest(page), `${width} px, limit ${limit}`).toBeLessThanOrEqual(120);
        const sizes = await row(page, 'damaged.pdf')
          .getByText(/^[\d.]+ KB, not compressed$/)
          .boundingBox();
        const remove = await row(page, 'damaged.pdf')
          .getByRole('button', { name: /^Remove/ })
          .boundingBox();
        expect((sizes?.x ?? width) + (sizes?.width ?? 0)).toBeLessThan((remove?.x ?? 0) - 4);
      }
      await page.setViewportSize({ width: 390, height: 844 });
      // The name is not cut for its folder.
      const heading = row(page, 'photo.png').getByRole('heading');
      await expect(heading).toHaveText(/everybody who came\/photo\.png$/);
      const name = heading.getByText('photo.png');
      expect(await name.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0);
      await row(page, 'photo.png').getByRole('button', { name: 'Details of photo.png' }).click();
      await expect(row(page, 'photo.png').getByText('so it is saved as')).toBeInViewport();
      if (limit === '') {
        await page.getByRole('button', { name: 'Details of paper.pdf' }).click();
        await expect(page.getByRole('button', { name: /^Scanned text/ })).toBeVisible();
        await page.getByRole('button', { name: 'Compress Another File' }).click();
      }
    }
  });

async function tallest(page: Page): Promise<number> {
  const rows = page.locator('[data-results] > ol > li');
  return Math.max(
    ...(await rows.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().height))),
  );
}

if (!folder)
  test('shows both ends of a long name at 320 px, in the letters it was typed in', async ({
    page,
    files,
  }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto('/compress');
    const buffer = await readFile(files.damaged);
    const name = 'dashboard-2880x1800.pdf';
    await page
      .getByLabel('Choose files to compress')
      .setInputFiles({ name, mimeType: 'application/pdf', buffer });
    const shown = page.locator('[data-split-name]');
    // The row is drawn anew when the file fails.
    const narrowest = () =>
      shown
        .locator('span')
        .evaluateAll((parts) =>
          Math.min(
            parts.length > 1 ? Infinity : 0,
            ...parts.map((part) => part.getBoundingClientRect().width),
          ),
        );
    await expect.poll(narrowest).toBeGreaterThan(20);
    await expect(shown).toHaveCSS('font-feature-settings', /"calt" 0/);
  });

/** Names of both directions that have room on a wide screen, and of sixty letters, which have none. */
const LONG_NAMES = ['scan of a letter', 'סריקה של מכתב', 'مسح ضوئي لرسالة'].flatMap((words) =>
  [24, 60].map(
    (letters) =>
      `${Array<string>(9)
        .fill(words)
        .join(' ')
        .slice(0, letters - 4)}.png`,
  ),
);

if (!folder)
  for (const width of [390, 1440])
    test(`stands a long name of any direction over its sizes at ${width} px`, async ({ page, files }) => {
      await page.setViewportSize({ width, height: 900 });
      const body = await readFile(files.webp);
      await page.route('**/api/compress', (route) => route.fulfill({ contentType: 'image/webp', body }));
      await page.goto('/compress');
      const source = await readFile(files.scan);
      await page.getByLabel('Choose files to compress').setInputFiles(
        LONG_NAMES.map((name, index) => ({
          ...{ name, mimeType: 'image/png' },
          buffer: Buffer.concat([source, Buffer.alloc(index)]),
        })),
      );
      await allFinished(page);
      const edges = await page.locator('[data-results] > ol > li').evaluateAll((rows) =>
        rows.map((each) => {
          const name = each.querySelector('[data-split-name]')!;
          const heading = name.closest('h3')!.getBoundingClientRect();
          const parts = [...name.children].map((part) => part.getBoundingClientRect());
          return {
            left: Math.min(...parts.map(({ left }) => left)) - heading.left,
            excess: Math.max(...parts.map(({ right }) => right)) - heading.right,
          };
        }),
      );
      expect(edges).toHaveLength(LONG_NAMES.length);
      for (const { left, excess } of edges) {
        expect(Math.abs(left)).toBeLessThanOrEqual(2);
        expect(excess).toBeLessThanOrEqual(1);
      }
    });
