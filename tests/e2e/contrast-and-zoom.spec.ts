import { row } from './support/compress-walks.ts';
import { allFinished, expect, select, test, toast } from './support/test.ts';

test('marks in forced colours what is chosen, what can be pressed, and how far a bar has come', async ({
  page,
  files,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/compress');
  const edges = (label: string) =>
    page.locator('label', { hasText: new RegExp(`^${label}$`) }).evaluate((each) => {
      const { outlineStyle, borderStyle } = getComputedStyle(each);
      return `${borderStyle} ${outlineStyle}`;
    });
  expect(await edges('Balanced')).toBe('solid solid');
  expect(await edges('Smallest')).toBe('solid none');
  expect(await edges('No limit')).toBe('solid solid');
  // Where the keyboard is has a mark of its own, on what is chosen and on what is not.
  const looks = (label: string) =>
    page.locator('label', { hasText: new RegExp(`^${label}$`) }).evaluate((each) => {
      const { outline, outlineOffset, boxShadow, border } = getComputedStyle(each);
      return [outline, outlineOffset, boxShadow, border].join('; ');
    });
  const [chosen, unchosen] = [await looks('Balanced'), await looks('Smallest')];
  await page.getByRole('radio', { name: 'No limit' }).focus();
  await page.keyboard.press('Shift+Tab');
  await expect(page.getByRole('radio', { name: 'Balanced' })).toBeFocused();
  const focusedChosen = await looks('Balanced');
  await page.getByRole('radio', { name: 'Smallest' }).focus();
  const focusedUnchosen = await looks('Smallest');
  expect(new Set([chosen, unchosen, focusedChosen, focusedUnchosen]).size).toBe(4);
  const choose = page.locator('#hero label[for=file-input] span[aria-hidden]', { hasText: 'Choose files' });
  expect(await choose.evaluate((each) => getComputedStyle(each).borderStyle)).toBe('solid');
  await select(page, files.png);
  await allFinished(page);
  const colours = await row(page, 'chart.png')
    .locator('.bg-bar')
    .first()
    .evaluate((bar) => [bar, bar.firstElementChild!].map((each) => getComputedStyle(each).backgroundColor));
  expect(new Set(colours).size).toBe(2);
  await row(page, 'chart.png')
    .getByRole('button', { name: /^Compare/ })
    .click();
  const line = page
    .getByRole('slider', { name: /Divider/ })
    .locator('span')
    .first();
  expect(await line.evaluate((each) => getComputedStyle(each).borderInlineStyle)).toBe('solid');
});

test('draws the bars of the benchmarks in forced colours', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/benchmarks');
  const bars = await page
    .getByRole('table')
    .first()
    .locator('tbody th > span[aria-hidden]')
    .evaluateAll((tracks) =>
      tracks.map((track) => ({
        edge: getComputedStyle(track).borderStyle,
        colours: [track, track.firstElementChild!].map((each) => getComputedStyle(each).backgroundColor),
      })),
    );
  expect(bars.length).toBeGreaterThan(1);
  for (const { edge, colours } of bars) {
    expect(edge).toBe('solid');
    expect(new Set(colours).size).toBe(2);
  }
});

test('shows one small toast at a time at 400 percent zoom', async ({ page, files }) => {
  await page.setViewportSize({ width: 320, height: 256 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await select(page, files.signedPdf);
  await expect(toast(page, /digitally signed/)).toBeVisible();
  // Under the pointer it stays.
  await toast(page, /digitally signed/).hover();
  await page.getByLabel('Add files').setInputFiles(files.damaged);
  await expect(toast(page, /damaged\.pdf/)).toBeVisible();
  await expect(toast(page, /digitally signed/)).toHaveCount(1);
  const shown = page.locator('[data-sonner-toast][data-visible=true]');
  await expect(shown).toHaveCount(1);
  expect((await shown.boundingBox())?.height).toBeLessThanOrEqual(72);
});

test('shows the list at 400 percent zoom', async ({ page, files }) => {
  await page.setViewportSize({ width: 320, height: 256 });
  await select(page, [files.png, files.webp]);
  await allFinished(page);
  const heading = page.getByRole('heading', { name: 'chart.png' });
  // Nothing that stays in place lies over it, wherever it is scrolled to; toasts go.
  for (const block of ['start', 'center', 'end'] as const) {
    const isCovered = () =>
      heading.evaluate((each, to) => {
        each.scrollIntoView({ block: to, behavior: 'instant' });
        const { x, y, width, height } = each.getBoundingClientRect();
        const top = document.elementFromPoint(x + width / 2, y + height / 2);
        return top === null || !(each.contains(top) || top.contains(each));
      }, block);
    await expect.poll(isCovered, block).toBe(false);
  }
});
