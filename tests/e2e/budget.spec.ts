import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { EngineFileList } from '#platform/contracts/engine-files.ts';
import { expect, test } from './support/test.ts';

/** Kilobytes of scripts that a first visit may load, as they travel. An article page must stay under 120 and aims at 60. */
const BUDGETS = {
  '/': 20,
  '/compress': 101.6,
  '/compress-pdf-online': 8,
  '/blog/how-to-compress-pdf-for-email': 8,
  '/file-compression-education': 8,
  '/api': 10,
  '/teams': 8,
  '/login': 92,
} as const;

test('loads few scripts on a first visit', async ({ browser, baseURL }) => {
  const table: Record<string, { scripts: number; kilobytes: number; budget: number }> = {};
  for (const [path, budget] of Object.entries(BUDGETS)) {
    // A context of its own, so that nothing comes from the cache.
    const context = await browser.newContext({ serviceWorkers: 'block', ...(baseURL ? { baseURL } : {}) });
    const page = await context.newPage();
    const loaded = new Set<string>();
    page.on('requestfinished', (request) => {
      if (request.resourceType() === 'script' || /\.js$/.test(request.url())) loaded.add(request.url());
    });
    await page.goto(path, { waitUntil: 'networkidle' });
    await context.close();
    const bytes = (await Promise.all([...loaded].map(travelBytes))).reduce((sum, each) => sum + each, 0);
    table[path] = { scripts: loaded.size, kilobytes: Math.round(bytes / 102.4) / 10, budget };
  }
  console.table(table);
  const over = Object.entries(table).filter(([, { kilobytes, budget }]) => kilobytes > budget);
  expect(over).toEqual([]);
  const unmeasured = Object.entries(table).filter(([, { kilobytes }]) => kilobytes === 0);
  expect(unmeasured).toEqual([]);
});

/** Bytes of a script as it is sent to a browser; a busy one may tell none itself. */
async function travelBytes(url: string): Promise<number> {
  const [answer] = (await once(get(url, { headers: { 'Accept-Encoding': 'gzip, br' } }), 'response')) as [
    IncomingMessage,
  ];
  return (await buffer(answer)).length;
}

/**
 * Megabytes that the engine on the device may be, as they travel from a build of `npm test`: for pictures, and for all kinds. Shipped
 * it is packed higher: 2 and 5.2 (measured on one state: 2.06 and 5.42 here, 1.95 and 5.02 shipped).
 */
const ENGINE_BUDGETS = { pictures: 2.1, 'all kinds': 5.6 } as const;

/** What documents need beside it; scripts that several kinds may load are counted with pictures. */
const FOR_DOCUMENTS = /^\/assets\/(pdfium|harfbuzz-subset|openjpeg|on-device\.(pdf|pptx|identify-document))-/;

/** What an AVIF needs beside it. */
const FOR_AVIF = /^\/assets\/vips-heif-/;

test('has an engine for the device that is soon there', async ({ request }) => {
  const { files } = (await (await request.get('/engine-files.json')).json()) as EngineFileList;
  const megabytes = (of: EngineFileList['files']): number =>
    of.reduce((sum, { transferBytes }) => sum + transferBytes, 0) / 1e6;
  // Scripts and WebAssembly are served as the build compressed them ahead.
  expect(files.filter(({ bytes, transferBytes }) => bytes > 2_000 && transferBytes === bytes)).toEqual([]);
  const pictures = files.filter(({ path }) => !FOR_DOCUMENTS.test(path) && !FOR_AVIF.test(path));
  expect(files.length - pictures.length).toBe(7);
  const sizes = { pictures: megabytes(pictures), 'all kinds': megabytes(files) };
  console.table({ sizes, ENGINE_BUDGETS });
  expect(sizes.pictures).toBeLessThanOrEqual(ENGINE_BUDGETS.pictures);
  expect(sizes['all kinds']).toBeLessThanOrEqual(ENGINE_BUDGETS['all kinds']);
});
