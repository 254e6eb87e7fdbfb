import type { Locator, Page } from '@playwright/test';
import { benchmarks } from '../../app/content/benchmarks.ts';
import { brand } from '../../app/content/brand.ts';
import { publishedPaths } from '../../app/content/navigation.ts';
import { expect, listens, menuButton, test } from './support/test.ts';

const HEADER = [
  ['Home', '/'],
  ['Compress', '/compress'],
  ['Features', '/features'],
  ['Why Compression?', '/file-compression-education'],
  ['Case Studies', '/case-studies'],
  ['Our Team', '/teams'],
  ['About', '/about'],
  ['Contact', '/contact'],
  ['API', '/api'],
] as const;

test('links the nine pages in the header and marks the current one', async ({ page }) => {
  await page.goto('/compress');
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
  await expect(links).toHaveText(HEADER.map(([label]) => label));
  for (const [index, [, path]] of HEADER.entries()) {
    await expect(links.nth(index)).toHaveAttribute('href', path);
  }
  await expect(page.getByRole('navigation', { name: 'Main' }).locator('[aria-current=page]')).toHaveText(
    'Compress',
  );
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('opens the menu, closes it by Escape and by a choice', async ({ page }) => {
    await page.goto('/compress');
    const menu = page.getByRole('navigation', { name: 'Mobile' });
    await menuButton(page).click();
    await expect(menu.getByRole('link')).toHaveCount(9);
    await listens(page);
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(menuButton(page)).toBeFocused();
    await menuButton(page).click();
    await menu.getByRole('link', { name: 'About' }).click();
    await expect(page).toHaveURL('/about');
    await expect(menu).toBeHidden();
  });

  test('never scrolls sideways', async ({ page, signedIn: _signedIn }) => {
    for (const path of ['/compress', '/dashboard', '/no-such-page']) {
      await page.goto(path);
      const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(excess, path).toBeLessThanOrEqual(0);
    }
  });
});

test('keeps the heads of a wide table to one line on a phone, its values under each other', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/blog/compressing-pdf-for-printing-vs-emailing');
  const cells = [
    page.getByRole('cell', { name: 'Not needed' }),
    page.getByRole('cell', { name: 'Keep them' }),
  ] as const;
  for (const cell of cells) expect((await cell.boundingBox())?.height).toBeLessThan(30);
  const startOf = (cell: Locator) =>
    cell.evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return range.getBoundingClientRect().left;
    });
  expect(await startOf(cells[0])).toBe(await startOf(cells[1]));
});

test.describe('on the narrowest phone', () => {
  test.use({ viewport: { width: 320, height: 640 } });

  test('stands figures in one line whatever their words take', async ({ page }) => {
    for (const [path, one, other] of [
      ['/', '12K+', '95%'],
      ['/contact', 'English', '24/7'],
    ] as const) {
      await page.goto(path);
      const topOf = async (text: string) =>
        (await page.getByRole('definition').getByText(text, { exact: true }).boundingBox())?.y;
      expect(await topOf(one), path).toBe(await topOf(other));
    }
  });

  test('draws the letters of charts as large as small print', async ({ page }) => {
    await page.goto('/file-compression-education');
    const heights = await page.locator('figure svg text').evaluateAll((texts) =>
      (texts as SVGTextElement[]).map((text) => ({
        text: text.textContent,
        px: parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM()!.a,
      })),
    );
    expect(heights.length).toBeGreaterThan(5);
    expect(heights.filter(({ px }) => px < 10.9)).toEqual([]);
  });

  test('breaks addresses and paths at their signs', async ({ page }) => {
    await page.goto('/contact');
    await expect.poll(() => linesOf(page, brand.support.email)).toEqual(brand.support.email.split(/(?<=@)/));
    await page.goto('/api');
    await expect
      .poll(() => linesOf(page, '/api/protected/dashboard'))
      .toEqual(['/api/protected', '/dashboard']);
  });
});

for (const width of [320, 390])
  test(`states at ${width} pixels who made a file smaller than we did, and breaks its name at signs`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/benchmarks');
    for (const { file, sourceBytes, oursBytes, bestBytes, bestRival } of benchmarks.lost) {
      const [from, ours, best] = [sourceBytes, oursBytes, bestBytes].map(
        (bytes) => `${Math.round(bytes / 1024).toLocaleString('en')}\u00a0KB`,
      );
      await expect(page.getByRole('listitem').filter({ hasText: file })).toHaveText(
        `${file}${from}: ${ours} by us, ${best} by ${bestRival}`,
      );
      for (const line of (await linesOf(page, file)).slice(0, -1)) expect(line).toMatch(/[-_]$/);
    }
  });

/** The lines that a text stands in where it is last on a page. */
function linesOf(page: Page, text: string): Promise<string[]> {
  return page
    .getByText(text)
    .last()
    .evaluate((element, whole) => {
      const lines = new Map<number, string>();
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const node = texts.currentNode as Text;
        if (!whole.includes(node.data)) continue;
        for (const [index, letter] of [...node.data].entries()) {
          const range = document.createRange();
          range.setStart(node, index);
          range.setEnd(node, index + 1);
          const { top } = range.getBoundingClientRect();
          lines.set(top, (lines.get(top) ?? '') + letter);
        }
      }
      return [...lines.values()];
    }, text);
}

test('scrolls none of the main pages sideways on a tablet', async ({ page, signedIn: _signedIn }) => {
  await page.setViewportSize({ width: 768, height: 1024 });
  for (const path of [...HEADER.map(([, path]) => path), '/dashboard']) {
    await page.goto(path);
    await listens(page);
    const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(excess, path).toBeLessThanOrEqual(0);
  }
});

test('carries tagline, year, links and profiles in the footer', async ({ page }) => {
  await page.goto('/compress');
  const footer = page.getByRole('contentinfo');
  await expect(footer).toContainText('File Compression Made Simple');
  await expect(footer).toContainText('2025');
  await expect(footer.getByRole('navigation', { name: 'Tools' }).getByRole('link')).toHaveCount(8);
  await expect(footer.getByRole('navigation', { name: 'Blog' }).getByRole('link')).toHaveCount(8);
  await expect(footer.getByRole('navigation', { name: 'Profiles' }).getByRole('link')).toHaveText([
    /^LinkedIn/,
    /^Instagram/,
    /^X/,
    /^TikTok/,
    /^Trustpilot/,
  ]);
  await expect(footer.getByRole('link', { name: 'Terms of Service' })).toHaveAttribute('href', '/terms');
  await expect(footer.getByRole('link', { name: 'Privacy Policy' })).toHaveAttribute('href', '/privacy');
  await footer.getByRole('link', { name: 'Benchmarks' }).click();
  await expect(page).toHaveURL('/benchmarks');
  await expect(page.getByRole('main')).toContainText(/Measured on \d{1,2} [A-Z][a-z]+ \d{4}\./);
});

test('records a footer click and shows the page from its hero', async ({ page }) => {
  await rememberCalls(page);
  for (const start of ['/compress', '/terms']) {
    await page.goto(start);
    await listens(page);
    await page.evaluate(() => sessionStorage.removeItem('calls'));
    await page.getByRole('link', { name: 'Compress PDF on iPhone' }).click();
    await expect(page).toHaveURL('/compress-pdf-on-iphone#hero');
    await expect
      .poll(() => page.evaluate(() => JSON.parse(sessionStorage.getItem('calls') ?? '[]') as unknown))
      .toEqual([
        { event: 'footer_link_click', path: '/compress-pdf-on-iphone', label: 'Compress PDF on iPhone' },
        { scrolledTo: 'hero', behavior: 'smooth' },
      ]);
    await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
  }
});

test('scrolls smoothly to the hero of the page that is open already', async ({ page }) => {
  await page.goto('/compress-pdf-on-iphone#hero');
  await listens(page);
  await page.evaluate(() => {
    Object.assign(window, { sameDocument: true });
    window.scrollTo({ top: document.body.scrollHeight, behavior: 'instant' });
  });
  await page.getByRole('link', { name: 'Compress PDF on iPhone' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
});

test('scrolls to the top when the path changes', async ({ page }) => {
  await page.goto('/compress');
  await listens(page);
  await page.getByRole('link', { name: 'Terms of Service' }).click();
  await expect(page).toHaveURL('/terms');
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
});

test('answers an unknown address with 404 and a way home', async ({ page }) => {
  const answer = await page.goto('/no-such-page');
  expect(answer?.status()).toBe(404);
  await expect(page.getByText('404', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible();
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(page).toHaveURL('/');
});

for (const [from, to] of [
  ['/index.html', '/'],
  ['/compressor.html', '/compress'],
] as const) {
  test(`redirects ${from} to ${to}`, async ({ page }) => {
    await page.goto(from);
    await expect(page).toHaveURL(to);
  });
}

test('lets caches share content pages and nothing that carries a nonce', async ({ request }) => {
  for (const path of ['/', '/api', '/terms', '/blog/how-to-compress-pdf-for-email']) {
    const answer = await request.get(path);
    expect(answer.headers()['cache-control'], path).toContain('s-maxage=60');
    expect(await answer.text(), path).not.toContain('nonce=');
  }
  for (const path of ['/compress', '/login', '/dashboard']) {
    expect((await request.get(path)).headers()['cache-control'], path).toBe('private, no-cache');
  }
  expect((await request.get('/no-such-page')).headers()).not.toHaveProperty('cache-control');
});

/** So many elements in the font of code, and its late arrival lays much of the page out again. */
const MUCH_CODE = 15;

test('asks for the font of code with the pages that have much of it, and with no others', async ({
  request,
}) => {
  const asking: string[] = [];
  for (const path of publishedPaths) {
    const html = await (await request.get(path)).text();
    const asks = /rel="preload" as="font"[^>]*jetbrains-mono/.test(html);
    if (asks) asking.push(path);
    const code = html.match(/<(code|kbd|pre|samp)\b|\bfont-mono\b/g)?.length ?? 0;
    expect(asks, `${path} has ${code} elements of code`).toBe(code >= MUCH_CODE);
  }
  expect(asking).toContain('/api');
});

test('leaves no hole under the offer to compress offline, nor moves anything when it comes', async ({
  page,
}) => {
  await page.goto('/compress');
  const settings = page.getByRole('group', { name: 'Settings', exact: true });
  const before = await settings.boundingBox();
  await listens(page);
  await page.mouse.move(5, 5);
  const offer = settings.getByRole('button', { name: /^Make available offline/ });
  const bottom = async () =>
    ((await offer.boundingBox())?.y ?? 0) + ((await offer.boundingBox())?.height ?? 0);
  const after = await settings.boundingBox();
  expect((before?.y ?? 0) + (before?.height ?? 0) - (await bottom())).toBeLessThan(8);
  expect(after?.height).toBe(before?.height);
});

test('runs scripts with the nonce of the answer only', async ({ request }) => {
  const answer = await request.get('/compress');
  const policy = answer.headers()['content-security-policy'] ?? '';
  const nonce = /'nonce-([^']+)'/.exec(policy)?.[1];
  expect(/script-src[^;]*/.exec(policy)?.[0]).not.toContain('unsafe-inline');
  // Structured data is not executed: the policy does not apply to it.
  const scripts = ((await answer.text()).match(/<script\b[^>]*>/g) ?? []).filter(
    (script) => !script.includes('application/ld+json'),
  );
  expect(scripts.length).toBeGreaterThan(0);
  expect(await answer.text()).toContain('rel="modulepreload" fetchpriority="low"');
  for (const script of scripts) expect(script).toContain(`nonce="${nonce}"`);
});

/** Keeps what is recorded and where the page scrolls, across documents. */
async function rememberCalls(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const remember = (call: object) => {
      const calls = JSON.parse(sessionStorage.getItem('calls') ?? '[]') as object[];
      sessionStorage.setItem('calls', JSON.stringify([...calls, call]));
    };
    Object.assign(window, { dataLayer: { push: remember } });
    Element.prototype.scrollIntoView = function scrollIntoView(options) {
      remember({ scrolledTo: this.id, ...(options as object) });
    };
  });
}
