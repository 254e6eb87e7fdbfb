import { expect, test } from '@playwright/test';

test('opens the compress page and its title', async ({ page }) => {
  const answer = await page.goto('/compress');
  expect(answer?.status()).toBe(200);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('answers that it is alive and ready', async ({ request }) => {
  expect((await request.get('/healthz')).status()).toBe(200);
  expect((await request.get('/readyz')).status()).toBe(200);
});

test('sends old addresses to the new ones for good', async ({ request }) => {
  for (const [from, to] of [
    ['/index.html', '/'],
    ['/compressor.html', '/compress'],
  ] as const) {
    const answer = await request.get(from, { maxRedirects: 0 });
    expect(answer.status()).toBe(301);
    expect(new URL(answer.headers().location ?? '', answer.url()).pathname).toBe(to);
  }
});
