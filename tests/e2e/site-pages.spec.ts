import type { Page } from '@playwright/test';
import { blogLinks, headerLinks, legalLinks, toolLinks } from '../../app/content/navigation.ts';
import { expect, test } from './support/test.ts';

const mainLinks = [...headerLinks.filter((link) => link.to !== '/compress'), ...legalLinks];
const contentPaths = [...mainLinks, ...toolLinks, ...blogLinks].map((link) => link.to);

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  for (const [name, links] of Object.entries({ main: mainLinks, landing: toolLinks, blog: blogLinks })) {
    test(`shows every ${name} page in full`, async ({ page, baseURL }) => {
      for (const { to } of links) {
        const response = await page.goto(to, { waitUntil: 'domcontentloaded' });
        expect(response?.status()).toBe(200);
        await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        const head = page.locator('head');
        await expect(head.locator('link[rel=canonical]')).toHaveAttribute('href', `${baseURL}${to}`);
        await expect(head.locator('meta[name=description]')).toHaveAttribute('content', /.{50,}/);
        await expect(head.locator('meta[property="og:image"]')).toHaveAttribute(
          'content',
          /\/social\/.+\.png$/,
        );
        expect(await headingJumps(page)).toEqual([]);
      }
    });
  }
});

test('gives every page a title and a description of its own', async ({ request }) => {
  const pages = await Promise.all(contentPaths.map(async (path) => (await request.get(path)).text()));
  const titles = pages.map((html) => /<title>(.*?)<\/title>/.exec(html)?.[1]);
  const descriptions = pages.map((html) => /<meta name="description" content="(.*?)"/.exec(html)?.[1]);
  expect(titles).not.toContain(undefined);
  expect(new Set(titles).size).toBe(pages.length);
  expect(new Set(descriptions).size).toBe(pages.length);
});

test('lists every page in the sitemap, and its pictures for sharing exist', async ({ request, baseURL }) => {
  const sitemap = await (await request.get('/sitemap.xml')).text();
  for (const path of contentPaths) expect(sitemap).toContain(`<loc>${baseURL}${path}</loc>`);
  expect(await (await request.get('/robots.txt')).text()).toContain(`Sitemap: ${baseURL}/sitemap.xml`);
  const security = await (await request.get('/.well-known/security.txt')).text();
  expect(security).toMatch(/^Contact: mailto:\S+@\S+\nExpires: \d{4}-.*Z\n/);
  expect(await (await request.get('/licences.txt')).text()).toContain('react 18');
  const feed = await request.get('/blog/rss.xml');
  expect(feed.headers()['content-type']).toContain('application/rss+xml');
  expect((await feed.text()).match(/<item>/g)).toHaveLength(8);
  const names = [...toolLinks, ...blogLinks].map((link) => link.to.split('/').at(-1));
  for (const name of ['site', ...names]) {
    expect((await request.get(`/social/${name}.png`)).headers()['content-type']).toBe('image/png');
  }
});

test('sends landing and blog pages to the compressor, and on to related pages', async ({ page, files }) => {
  for (const { to } of [toolLinks[0], blogLinks[7]].filter((link) => link !== undefined)) {
    await page.goto(to);
    const hero = page.locator('#hero');
    await expect(hero.getByRole('heading', { level: 1 })).toBeVisible();
    expect(
      await page.getByRole('navigation', { name: 'Keep reading' }).getByRole('link').count(),
    ).toBeGreaterThan(2);
    await expect(hero.getByRole('link')).toHaveAttribute('href', '/compress');
    const isLanding = to === toolLinks[0]?.to;
    if (isLanding) await expect(page.locator('[data-start-zone][data-state=ready]')).toBeVisible();
    const choice = isLanding ? page.waitForEvent('filechooser') : null;
    await hero.getByRole('link').click();
    // A page with a drop zone asks for the files at once.
    await (await choice)?.setFiles(files.png);
    await expect(page).toHaveURL('/compress');
  }
});

/** Places where a heading skips a level. */
async function headingJumps(page: Page): Promise<string[]> {
  const levels = await page
    .locator('main :is(h1, h2, h3, h4)')
    .evaluateAll((headings) =>
      headings.map((heading) => ({ level: Number(heading.tagName.slice(1)), text: heading.textContent })),
    );
  return levels
    .filter(({ level }, index) => level > (levels[index - 1]?.level ?? 0) + 1)
    .map(({ text }) => text ?? '');
}
