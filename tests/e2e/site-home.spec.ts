import { readFile } from 'node:fs/promises';
import { brand } from '../../app/content/brand.ts';
import { heroPicture } from '../../app/content/hero-picture.ts';
import { smallHeroPicture } from '../../app/content/small-hero-picture.ts';
import { formatBytes } from '../../platform/contracts/byte-size.ts';
import { expect, test } from './support/test.ts';

test('shows everything that the specification puts on the home page', async ({ page }) => {
  await page.goto('/');
  const main = page.getByRole('main');
  for (const label of ['Start Compressing', 'Try It Now', 'Try Now', 'Get Started Free']) {
    await expect(main.getByRole('link', { name: label, exact: true })).toHaveAttribute('href', '/compress');
  }
  await expect(main.getByRole('link', { name: `${brand.name} API` })).toHaveAttribute('href', '/api');
  await expect(main.getByRole('link', { name: 'Meet Our Team' })).toHaveAttribute('href', '/teams');
  for (const [label, href] of [
    ['Support Us', brand.links.fundraising],
    ['Product Hunt', brand.links.startupDirectory],
    ['Leave Us a Review', brand.links.trustpilot],
  ] as const) {
    const link = main.getByRole('link', { name: label });
    await expect(link).toHaveAttribute('href', href);
    await expect(link).toHaveAttribute('target', '_blank');
  }
  const tiles = page.getByRole('region', { name: 'In numbers' });
  for (const [value, text] of [
    ['12K+', 'files compressed'],
    ['95%', 'average reduction'],
    ['100%', 'secure'],
    ['24/7', 'available'],
  ] as const) {
    await expect(tiles.locator('div', { hasText: text }).locator('dd')).toHaveText(value);
  }
  await expect(page.getByRole('region', { name: /drop zone/ }).getByRole('listitem')).toHaveCount(3);
  await expect(page.getByRole('region', { name: /^Why choose/ }).getByRole('listitem')).toHaveCount(3);
  await expect(page.getByRole('region', { name: 'What people say' }).getByRole('figure')).toHaveCount(8);
});

test('serves the tutorial with poster and captions', async ({ page, request }) => {
  // It is further below than a browser looks ahead, be the line ever so slow.
  await page.setViewportSize({ width: 390, height: 844 });
  const fetched: string[] = [];
  page.on('request', (asked) => fetched.push(new URL(asked.url()).pathname));
  await page.goto('/', { waitUntil: 'networkidle' });
  expect(fetched.filter((path) => path.includes('tutorial-poster'))).toEqual([]);
  const video = page.locator('video');
  await video.scrollIntoViewIfNeeded();
  await expect.poll(() => fetched).toContain('/media/tutorial-poster.webp');
  await expect(video.locator('track[kind=captions]')).toHaveCount(1);
  for (const [path, type] of [
    ['/media/tutorial.webm', 'video/webm'],
    ['/media/tutorial.vtt', 'text/vtt'],
    ['/media/tutorial-poster.webp', 'image/webp'],
  ] as const) {
    const answer = await request.get(path);
    expect(answer.status()).toBe(200);
    expect(answer.headers()['content-type']).toContain(type);
    expect((await answer.body()).byteLength).toBeLessThan(1.5 * 1024 * 1024);
  }
});

test('asks for its picture in its head', async ({ request }) => {
  const html = await (await request.get('/')).text();
  const head = html.slice(0, html.indexOf('</head>'));
  expect(
    head.match(/<link rel="preload" as="image" fetchpriority="high" href="[^"]+" media="[^"]+"/g),
  ).toEqual([
    `<link rel="preload" as="image" fetchpriority="high" href="${heroPicture.compressed}" media="not all and ${smallHeroPicture.media}"`,
    `<link rel="preload" as="image" fetchpriority="high" href="${smallHeroPicture.compressed}" media="${smallHeroPicture.media}"`,
  ]);
});

const phone = { width: 390, height: 844 };
for (const [who, viewport, deviceScaleFactor, shown, other] of [
  ['a phone', phone, 2, smallHeroPicture, heroPicture],
  ['a phone with the densest screen', phone, 3, heroPicture, smallHeroPicture],
  ['a desktop', { width: 1440, height: 900 }, 1, heroPicture, smallHeroPicture],
] as const)
  test.describe(`on ${who}`, () => {
    test.use({ viewport, deviceScaleFactor });

    test('fetches the pictures that it shows, once each, and tells their weights', async ({ page }) => {
      const fetched: string[] = [];
      page.on('request', (asked) => fetched.push(new URL(asked.url()).pathname));
      await page.goto('/', { waitUntil: 'networkidle' });
      await page.mouse.move(200, 200);
      const comparison = page.locator('figure:has([data-comparison])');
      await comparison.scrollIntoViewIfNeeded();
      await expect(comparison.getByRole('slider')).toBeEnabled();
      const pictures = [heroPicture, smallHeroPicture].flatMap(({ compressed, original }) => [
        compressed,
        original,
      ]);
      expect(fetched.filter((path) => pictures.some((each) => each === path))).toEqual([
        shown.compressed,
        shown.original,
      ]);
      const weights = ({ fromBytes, toBytes }: typeof shown) =>
        comparison.getByText(`${formatBytes(fromBytes)} → ${formatBytes(toBytes)}`);
      await expect(weights(shown)).toBeVisible();
      await expect(weights(other)).toBeHidden();
    });
  });

test('counts live while the page is open', async ({ page, request }) => {
  const sockets: string[] = [];
  page.on('websocket', (socket) => sockets.push(socket.url()));
  // A new server has counted fewer files than the claim, which stands there until it has counted more.
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      const line = document.querySelector<HTMLElement>('[data-least]');
      if (!line) return;
      line.dataset['least'] = '0';
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto('/');
  const count = page.getByTestId('live-count');
  await expect(count).toContainText('counted live');
  const before = Number((await count.textContent())?.replace(/\D/g, ''));

  const picture = await readFile(new URL('../../public/social/site.png', import.meta.url));
  const answer = await request.post('/api/compress', {
    multipart: { file: { name: 'site.png', mimeType: 'image/png', buffer: picture } },
  });
  expect(answer.status()).toBe(200);
  await expect
    .poll(async () => Number((await count.textContent())?.replace(/\D/g, '')))
    .toBeGreaterThan(before);
  expect(
    sockets.filter((url) => url.includes('/socket.io/')).every((url) => url.includes('transport=websocket')),
  ).toBe(true);
});

test('closes the connection when people leave the page', async ({ page }) => {
  // The document is gone before its sockets could report; what it does on leaving is kept beside it.
  await page.addInitScript(() => {
    const close = WebSocket.prototype.close;
    WebSocket.prototype.close = function closeAndTell(...reason) {
      sessionStorage.setItem('closed', this.url);
      close.apply(this, reason);
    };
  });
  const opened = page.waitForEvent('websocket', (socket) => socket.url().includes('/socket.io/'));
  await page.goto('/');
  await (await opened).waitForEvent('framereceived');
  await page.getByRole('link', { name: 'Meet Our Team' }).click();
  await expect(page).toHaveURL('/teams');
  await expect
    .poll(() => page.evaluate(() => sessionStorage.getItem('closed') ?? ''))
    .toContain('/socket.io/');
});
