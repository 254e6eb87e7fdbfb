import { allFinished, expect, expectAccessible, select, test } from './support/test.ts';

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

for (const width of [390, 1440])
  test(`lies over nothing at ${width} pixels, at the head of a page and further down`, async ({
    page,
    files,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    const banner = page.getByRole('region', { name: 'Install Featherpress' });
    const main = page.getByRole('main');
    const gap = async () =>
      page.evaluate(() => {
        const [above, below] = ['#install-banner', 'main'].map((each) =>
          document.querySelector(each)?.getBoundingClientRect(),
        );
        return Math.round((below?.top ?? 0) - (above?.bottom ?? 0));
      });
    await page.goto('/compress');
    await expect(banner).toBeVisible();
    await expect.poll(gap).toBe(0);
    await select(page, files.png);
    await allFinished(page);
    // Results make room by padding.
    await expect.poll(() => main.evaluate((each) => getComputedStyle(each).transform)).toBe('none');
    expect(await main.evaluate((each) => parseFloat(getComputedStyle(each).paddingTop))).toBeGreaterThan(50);

    await page.goto('/file-compression-education');
    await page.evaluate(() => window.scrollTo(0, 600));
    const heading = page.getByRole('heading', { level: 2 }).first();
    const before = await heading.evaluate((each) => each.getBoundingClientRect().top);
    await expect(banner).toBeAttached();
    await expect.poll(() => page.evaluate(() => document.body.dataset.install)).toBe('unseen');
    await expect(banner).not.toBeInViewport();
    // Who reads does not see the page move.
    await expect
      .poll(() => heading.evaluate((each) => each.getBoundingClientRect().top))
      .toBeCloseTo(before, 0);
    await page.evaluate(() => window.scrollTo(0, 0));
    await expect.poll(gap).toBe(0);
    await banner.getByRole('button', { name: 'Dismiss' }).click();
    await expect.poll(() => main.evaluate((each) => getComputedStyle(each).transform)).toBe('none');
  });

test('makes room without styling all of the page anew', async ({ page }) => {
  await page.goto('/api');
  // At one moment: the room slides in.
  const rooms = () =>
    page.evaluate(() =>
      ['main', 'footer', 'main h1', 'body'].map((selector) =>
        getComputedStyle(document.querySelector(selector)!).getPropertyValue('--install-height'),
      ),
    );
  await expect.poll(async () => (await rooms())[0]).not.toBe('0px');
  const [main, ...others] = await rooms();
  expect(others).toEqual([main, '0px', '0px']);
});

test('slides for its room without making a layer of the page', async ({ page }) => {
  await page.addInitScript(() => {
    const slid: string[] = [];
    Object.assign(window, { slid });
    document.addEventListener('transitionrun', ({ target, propertyName }) => {
      if ((target as Element).matches('main, footer')) slid.push(propertyName);
    });
  });
  await page.goto('/api');
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { slid: readonly string[] }).slid))
    .toEqual(['--install-height', '--install-height']);
});

test('explains how to install by hand and then goes away', async ({ page }) => {
  await page.goto('/compress');
  const banner = page.getByRole('region', { name: 'Install Featherpress' });
  const alert = page.waitForEvent('dialog');
  const click = banner.getByRole('button', { name: 'Install', exact: true }).click();
  const dialog = await alert;
  expect(dialog.message()).toContain('install icon in the address bar');
  await dialog.accept();
  const read = Date.now();
  await click;
  await expect(banner).toBeHidden();
  expect(Date.now() - read).toBeGreaterThan(2_500);
});

test('goes away when the app was installed otherwise, and stays away', async ({ page }) => {
  await page.goto('/about');
  await page.waitForLoadState('networkidle');
  const banner = page.getByRole('region', { name: 'Install Featherpress' });
  await page.evaluate(() => window.dispatchEvent(new Event('beforeinstallprompt')));
  await expect(banner).toBeVisible();
  await page.evaluate(() => window.dispatchEvent(new Event('appinstalled')));
  await expect(banner).toBeHidden();
  await page.goto('/features');
  await page.waitForTimeout(2_500);
  await expect(banner).toBeHidden();
});

test('stays away inside the installed app', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'standalone', { value: true });
    window.addEventListener('load', () => window.dispatchEvent(new Event('beforeinstallprompt')));
  });
  await page.goto('/compress');
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
