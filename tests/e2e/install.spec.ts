import type { Locator, Page } from '@playwright/test';
import { allFinished, expect, expectAccessible, listens, rests, select, test } from './support/test.ts';

test.use({ viewport: { width: 390, height: 844 } });

test('offers to install two seconds after the manifest was found, and not again once dismissed', async ({
  page,
}) => {
  await page.goto('/compress');
  const banner = page.getByRole('region', { name: 'Install Featherpress' });
  await expect(banner).toContainText('Get quick access to file compression');
  await expectAccessible(page);
  await banner.getByRole('button', { name: 'Dismiss' }).click();
  await expect(banner).toBeHidden();
});

/** Air between the strip and the first words below it, in px. */
const LEAST_AIR = 12;

for (const width of [320, 390, 768, 1440])
  test(`moves nothing and lies over no words at ${width} pixels`, async ({ page, files }) => {
    await page.setViewportSize({ width, height: 844 });
    await page.addInitScript(() => {
      const shifts: number[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const { startTime } of list.getEntries()) shifts.push(startTime);
      }).observe({ type: 'layout-shift', buffered: true });
    });
    const banner = page.getByRole('region', { name: 'Install Featherpress' });
    for (const path of ['/', '/compress', '/features', '/compress-pdf-online', '/terms', '/offline']) {
      await page.goto(path);
      // Pictures and fonts may move what stands, too.
      await rests(page);
      const heading = page.getByRole('heading', { level: 1 });
      const before = await heading.evaluate((each) => each.getBoundingClientRect().top);
      const began = await page.evaluate(() => performance.now());
      await expect(banner).toBeVisible();
      expect(await topOfWords(page), path).toBeGreaterThanOrEqual((await bottomOf(banner)) + LEAST_AIR);
      expect(await heading.evaluate((each) => each.getBoundingClientRect().top), path).toBe(before);
      // The page may hear late of one that was before.
      const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts);
      expect(
        shifts.filter((at) => at > began),
        path,
      ).toEqual([]);
    }
    await select(page, files.png);
    await allFinished(page);
    expect(await topOfWords(page)).toBeGreaterThanOrEqual((await bottomOf(banner)) + LEAST_AIR);
  });

const bottomOf = (banner: Locator) => banner.evaluate((each) => each.getBoundingClientRect().bottom);

/** Where the first words or buttons of the page's own content begin. */
function topOfWords(page: Page): Promise<number> {
  return page.getByRole('main').evaluate((main) => {
    const marked = [...main.querySelectorAll<HTMLElement>('h1, p, a, button, label')];
    const seen = marked.filter((each) => each.checkVisibility() && each.offsetWidth > 1);
    return Math.min(...seen.map((each) => each.getBoundingClientRect().top));
  });
}

test('explains how to install by hand and then goes away', async ({ page }) => {
  await page.goto('/compress');
  const banner = page.getByRole('region', { name: 'Install Featherpress' });
  const alert = page.waitForEvent('dialog');
  const click = banner.getByRole('button', { name: 'Install', exact: true }).click();
  const dialog = await alert;
  expect(dialog.message()).toContain('install icon in the address bar');
  const read = Date.now();
  await dialog.accept();
  await click;
  await expect(banner).toBeHidden();
  expect(Date.now() - read).toBeGreaterThan(2_500);
});

test('goes away when the app was installed otherwise, and stays away', async ({ page }) => {
  await page.goto('/about');
  await listens(page);
  const banner = page.getByRole('region', { name: 'Install Featherpress' });
  await page.evaluate(() => window.dispatchEvent(new Event('beforeinstallprompt')));
  await expect(banner).toBeVisible();
  await page.evaluate(() => window.dispatchEvent(new Event('appinstalled')));
  await expect(banner).toBeHidden();
  await page.goto('/features');
  await listens(page);
  // The two seconds after which it would have come.
  await page.waitForTimeout(2_500);
  await expect(banner).toBeHidden();
});

test('stays away inside the installed app', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'standalone', { value: true });
    window.addEventListener('load', () => window.dispatchEvent(new Event('beforeinstallprompt')));
  });
  await page.goto('/compress');
  await listens(page);
  // The three seconds in which it would have come.
  await page.waitForTimeout(3_000);
  await expect(page.getByRole('region', { name: 'Install Featherpress' })).toHaveCount(0);
});

test('uses the prompt of the browser where it has one, also before the page has come to life', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: async () => void (document.title = 'prompted'),
      userChoice: Promise.resolve({ outcome: 'accepted' }),
    });
    // As browsers do: once, when the page has loaded.
    window.addEventListener('load', () => window.dispatchEvent(event));
  });
  const loaded = page.waitForEvent('load');
  await page.route('**/assets/enhancements-*.js', async (route) => {
    await loaded;
    await route.continue();
  });
  await page.goto('/compress');
  const banner = page.getByRole('region', { name: 'Install Featherpress' });
  await banner.getByRole('button', { name: 'Install', exact: true }).click();
  await expect(page).toHaveTitle('prompted');
  await expect(banner).toBeHidden();
});
