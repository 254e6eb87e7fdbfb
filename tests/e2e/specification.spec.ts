import { brand } from '../../app/content/brand.ts';
import { expect, expectToast, menuButton, select, test, toast } from './support/test.ts';

/** The route table: path, and the address at which it is shown to a visitor who is not signed in. */
const LANDING = {
  '/compress-pdf-online': 'Compress PDF Online',
  '/compress-pptx-online': 'Compress PPTX Online',
  '/compress-images-online': 'Compress Images Online',
  '/compress-pdf-for-email': 'Compress PDF for Email',
  '/compress-pdf-on-iphone': 'Compress PDF on iPhone',
  '/compress-pdf-without-losing-quality': 'Compress PDF Without Losing Quality',
  '/compress-pptx-for-presentation': 'Compress PPTX for Presentation',
  '/compress-images-for-website': 'Compress Images for Website',
} as const;
const BLOG = [
  'how-to-compress-pdf-for-email',
  'best-tools-to-compress-images-online',
  'compress-pptx-presentations-without-losing-quality',
  'reduce-pdf-file-size-on-mobile',
  'how-to-compress-files-for-faster-website-loading',
  'why-file-compression-is-essential-for-remote-work',
  'compressing-pdf-for-printing-vs-emailing',
  'how-to-compress-large-videos-before-uploading',
].map((slug) => `/blog/${slug}`);
const BUTTONS = [
  'Start Compressing',
  'Compress a PDF',
  'Open Compressor',
  'Optimize a Deck',
  'Compress Images',
  'Compress Files',
  `Try ${brand.name}`,
];

test('links the eight tools and the eight articles in the footer', async ({ page }) => {
  await page.goto('/terms');
  const hrefs = (name: string) =>
    page
      .getByRole('contentinfo')
      .getByRole('navigation', { name })
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).pathname));
  await expect(
    page.getByRole('contentinfo').getByRole('navigation', { name: 'Tools' }).getByRole('link'),
  ).toHaveText(Object.values(LANDING));
  expect(await hrefs('Tools')).toEqual(Object.keys(LANDING));
  expect(await hrefs('Blog')).toEqual(BLOG);
});

test('leads from every landing page and article to the compressor by a button of the list', async ({
  request,
}) => {
  const seen = new Set<string>();
  for (const path of [...Object.keys(LANDING), ...BLOG]) {
    const html = await (await request.get(path)).text();
    const hero = /id="hero"[\s\S]*?<\/header>|id="hero"[\s\S]{0,3000}/.exec(html)?.[0] ?? '';
    const label = /<a[^>]*href="\/compress"[^>]*>([^<]+)/.exec(hero)?.[1]?.trim() ?? '';
    expect(BUTTONS, path).toContain(label);
    seen.add(label);
  }
  expect([...seen].sort()).toEqual([...BUTTONS].sort());
});

test('tells the story, the formats, the app, the privacy and the tools on the about page', async ({
  page,
}) => {
  await page.goto('/about');
  const main = page.getByRole('main');
  for (const name of ['Our story', 'Supported formats', 'Privacy first', 'Online and offline']) {
    await expect(main.getByRole('heading', { name })).toBeVisible();
  }
  for (const format of ['PDF', 'PPTX', 'JPEG', 'PNG', 'WebP']) {
    await expect(main.getByText(format, { exact: true }).first()).toBeVisible();
  }
  await expect(main).toContainText('React');
});

for (const [path, sections, day] of [
  ['/terms', 11, 'May 2024'],
  ['/privacy', 10, 'September 2025'],
] as const) {
  test(`holds the ${sections} sections of ${path}, last updated ${day}`, async ({ page }) => {
    await page.goto(path);
    const main = page.getByRole('main');
    await expect(main.getByRole('heading', { level: 2, name: /^\d+\. / })).toHaveCount(sections);
    await expect(main).toContainText(day);
    await expect(main).toContainText('13');
  });
}

test('documents the four calls of the API', async ({ page }) => {
  await page.goto('/api');
  for (const call of [
    '/api/auth/google',
    '/api/compress',
    '/api/compress/batch',
    '/api/protected/dashboard',
  ]) {
    await expect(page.getByRole('main').getByText(call, { exact: true }).first()).toBeVisible();
  }
});

test('shows the login on its own, its logo fading in over 300 ms', async ({ page }) => {
  await page.goto('/login');
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
  await expect(
    page.getByText('Fast, secure, high-quality compression for images, PDFs and PPTX.'),
  ).toBeVisible();
  await expect(page.getByText('wait a moment')).toBeVisible();
  const [duration, steps] = await page.getByTestId('login-logo').evaluate((logo) => {
    const [animation] = logo.getAnimations();
    const effect = animation?.effect as KeyframeEffect | null;
    return [getComputedStyle(logo).animationDuration, JSON.stringify(effect?.getKeyframes() ?? 'over')];
  });
  expect(duration).toBe('0.3s');
  if (steps !== '"over"') expect(steps).toMatch(/opacity.*(scale|transform)/);
});

test('says Loading... until the profile has come', async ({ page, signedIn: _signedIn }) => {
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/protected/dashboard', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/dashboard');
  await expect(page.getByText('Loading...')).toBeVisible();
  answer();
  await expect(page.getByRole('heading', { name: 'Welcome Ama Mensah' })).toBeVisible();
  await expect(page.getByText('Loading...')).toBeHidden();
});

test('shows toasts at the bottom right and takes them away after four seconds', async ({ page, files }) => {
  await page.route('**/api/compress', (route) =>
    route.fulfill({ status: 422, json: { error: 'This file is damaged.', code: 'damaged' } }),
  );
  // When it came and went, by the page's own clock: a busy machine looks later.
  await page.addInitScript(() => {
    const seen: { place?: string; from?: number; to?: number } = {};
    Object.assign(window, { seen });
    new MutationObserver(() => {
      const shown = document.querySelector<HTMLElement>('[data-sonner-toast]');
      if (shown) seen.place ??= `${shown.dataset['yPosition']} ${shown.dataset['xPosition']}`;
      if (shown) seen.from ??= performance.now();
      else if (seen.from !== undefined) seen.to ??= performance.now();
    }).observe(document, { subtree: true, childList: true });
  });
  await select(page, files.png);
  await expectToast(page, 'Compression Notice (chart.png)', 'This file is damaged.');
  await page.mouse.move(5, 5);
  await expect(toast(page, 'Compression Notice (chart.png)')).toBeHidden();
  const { place, from, to } = await page.evaluate(
    () => (window as unknown as { seen: { place: string; from: number; to: number } }).seen,
  );
  expect(place).toBe('bottom right');
  expect(to - from).toBeGreaterThan(3_900);
});

test.describe('on a phone without JavaScript', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });

  test('lists the nine pages in the menu', async ({ page }) => {
    await page.goto('/about');
    await menuButton(page).click();
    await expect(page.getByRole('navigation', { name: 'Mobile' }).getByRole('link')).toHaveCount(9);
  });
});
