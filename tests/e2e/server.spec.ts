import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { IMAGE_ENTRIES, neededBy } from '../../infra/docker/needed-by-image.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
const MEGABYTE = 1024 ** 2;

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

test('has in its image what it loads', async () => {
  const { packages } = await neededBy(ROOT, IMAGE_ENTRIES.web);
  expect([...packages]).toContain('node_modules/react-dom');
  const bytes = [...packages].reduce((sum, path) => sum + bytesBelow(join(ROOT, path)), 0);
  expect(bytes).toBeLessThan(60 * MEGABYTE);
});

/** Bytes of what an image keeps of a package, without packages in it. */
function bytesBelow(folder: string): number {
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sum + (entry.name === 'node_modules' ? 0 : bytesBelow(path));
    const isKept = entry.isFile() && !/\.(d\.[cm]?ts|map)$/.test(entry.name);
    return sum + (isKept ? statSync(path).size : 0);
  }, 0);
}
