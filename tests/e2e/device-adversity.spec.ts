import type { Page } from '@playwright/test';
import type { EngineFileList } from '#platform/contracts/engine-files.ts';
import { row } from './support/compress-walks.ts';
import { underWorker } from './support/installed.ts';
import { keptNames, listsAreFree } from './support/kept-files.ts';
import { chooseDevice, expectOnlyNumbers, madeHere, sentBodies } from './support/on-device.ts';
import { allFinished, expect, select, test } from './support/test.ts';

/** The engine starts cold in every test, and the machine may be busy. */

test('works offline after one visit, with what was loaded before there was a service worker', async ({
  browser,
  files,
}) => {
  const context = await browser.newContext({ serviceWorkers: 'allow' });
  // It is registered when the page is quiet: here, when all has been loaded without it.
  await context.addInitScript(() => {
    const register = navigator.serviceWorker.register.bind(navigator.serviceWorker);
    navigator.serviceWorker.register = async (...args) => {
      if (sessionStorage.getItem('registers') === null)
        await new Promise((resolve) => addEventListener('registers', resolve));
      return register(...args);
    };
  });
  const page = await context.newPage();
  await chooseDevice(page);
  await select(page, files.jpeg);
  await expect(madeHere(page)).toHaveCount(1);
  expect(await keptOfEngine(page)).toEqual([]);
  await page.evaluate(() => {
    sessionStorage.setItem('registers', 'yes');
    dispatchEvent(new Event('registers'));
  });
  await underWorker(page);
  await expect
    .poll(async () => (await keptOfEngine(page)).join())
    .toMatch(/(?=.*engine-worker)(?=.*on-device\.vips-worker)(?=.*\/vips-[\w-]+\.wasm)/);
  await context.setOffline(true);
  await page.reload();
  await page.getByRole('button', { name: 'Compress Another File' }).click();
  await select(page, files.jpeg);
  await expect(madeHere(page)).toHaveCount(1);
  await context.close();
});

test('says that there is no room for the engine, keeps whole files alone, and compresses all the same', async ({
  browser,
  files,
  request,
}) => {
  const { files: engine } = (await (await request.get('/engine-files.json')).json()) as EngineFileList;
  const context = await browser.newContext({ serviceWorkers: 'allow' });
  // A browser that does not tell its room beforehand: it ends in the middle.
  await context.addInitScript(() => Object.assign(StorageManager.prototype, { estimate: undefined }));
  const page = await context.newPage();
  await page.goto('/compress');
  await underWorker(page);
  const devtools = await context.newCDPSession(page);
  const { origin } = new URL(page.url());
  const { usage } = await devtools.send('Storage.getUsageAndQuota', { origin });
  await devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: usage + 2_500_000 });
  await page.mouse.move(10, 10);
  const offer = page.getByRole('button', { name: /^Make available offline/ });
  await offer.click();
  await expect(
    page.getByText('There is not enough space on this device. Free some space and try again.'),
  ).toBeVisible();
  await expect(offer).toBeEnabled();
  const sizes = new Map(engine.map(({ path, bytes }) => [path, bytes]));
  const kept = await keptOfEngine(page, true);
  expect(kept.length).toBeLessThan(engine.length);
  for (const each of kept) {
    const [path, bytes] = each.split(' ');
    expect(Number(bytes), path).toBe(sizes.get(path!));
  }
  await page.getByRole('radio', { name: 'On this device' }).check({ force: true });
  await select(page, files.png);
  await expect(madeHere(page)).toHaveCount(1);
  await context.close();
});

test('goes on in a page that was frozen for a minute, in the same engine', async ({
  page,
  context,
  files,
}) => {
  await chooseDevice(page);
  await select(page, files.scan);
  await expect.poll(() => page.workers().length).toBeGreaterThan(0);
  const devtools = await context.newCDPSession(page);
  const started: string[] = [];
  page.on('worker', (worker) => started.push(worker.url()));
  // Longer than an engine may take to start: nobody looks meanwhile.
  await devtools.send('Page.setWebLifecycleState', { state: 'frozen' });
  await new Promise((resolve) => setTimeout(resolve, 60_000));
  await devtools.send('Page.setWebLifecycleState', { state: 'active' });
  await allFinished(page);
  expect(started.filter((url) => url.includes('engine-worker'))).toEqual([]);
  await expect(madeHere(page)).toHaveCount(1);
});

test('compresses here again what a page that was closed left in the middle', async ({
  page,
  context,
  files,
}) => {
  await chooseDevice(page);
  await select(page, files.scan);
  await expect.poll(() => page.workers().length).toBeGreaterThan(0);
  await expect.poll(() => keptNames(page)).toEqual(['scan.png']);
  await page.close();
  const next = await context.newPage();
  const sent = sentBodies(next);
  await next.goto('/teams');
  await listsAreFree(next);
  await next.goto('/compress');
  await allFinished(next);
  await expect(madeHere(next)).toHaveCount(1);
  expectOnlyNumbers(sent);
});

test('compresses the same file twice in one batch, and in another tab at the same time', async ({
  page,
  context,
  files,
}) => {
  await chooseDevice(page);
  const other = await context.newPage();
  await chooseDevice(other);
  await select(page, [files.png, files.png]);
  await page.getByRole('button', { name: 'Compress it too' }).click();
  await select(other, files.png);
  for (const each of [page, other]) await allFinished(each);
  await expect(madeHere(page)).toHaveCount(2);
  await expect(madeHere(other)).toHaveCount(1);
});

test('is not offered where something is missing, and says what', async ({ context }) => {
  const lacks = [
    ['delete globalThis.WebAssembly', 'this browser is too old for it'],
    ['delete globalThis.Worker', 'this browser is too old for it'],
    ['delete globalThis.SharedArrayBuffer', 'this browser does not offer the isolation'],
    [`Object.defineProperty(Navigator.prototype, 'deviceMemory', { get: () => 1 })`, 'too little memory'],
  ] as const;
  for (const [script, words] of lacks) {
    const page = await context.newPage();
    const errors: Error[] = [];
    page.on('pageerror', (error) => errors.push(error));
    await page.addInitScript(script);
    await page.goto('/compress');
    await expect(page.getByText(/Not available on this device/), script).toContainText(words);
    await expect(page.getByRole('radio', { name: 'On this device' })).toBeDisabled();
    expect(errors).toEqual([]);
    await page.close();
  }
});

test('says in words that no worker could be started, and tries again', async ({ page, files }) => {
  await page.addInitScript(() => {
    const RealWorker = globalThis.Worker;
    globalThis.Worker = class extends RealWorker {
      constructor(url: string | URL, options?: WorkerOptions) {
        super(url, options);
        if (sessionStorage.getItem('refuses') !== null) throw new DOMException('not here', 'SecurityError');
      }
    };
    sessionStorage.setItem('refuses', 'yes');
  });
  await chooseDevice(page);
  await select(page, files.png);
  await expect(row(page, 'chart.png')).toContainText('The compressor could not be loaded');
  await page.evaluate(() => sessionStorage.removeItem('refuses'));
  await page.getByRole('button', { name: 'Try again' }).click();
  await allFinished(page);
  await expect(madeHere(page)).toHaveCount(1);
});

test('says that a part of the engine came half, and goes on once it comes whole', async ({ page, files }) => {
  const part = /\/assets\/vips-[\w-]+\.wasm$/;
  await page.route(part, async (route) => {
    const answer = await route.fetch();
    const whole = await answer.body();
    const headers = { ...answer.headers() };
    for (const name of ['content-encoding', 'content-length']) delete headers[name];
    await route.fulfill({ status: 200, headers, body: whole.subarray(0, whole.length >> 1) });
  });
  await chooseDevice(page);
  await select(page, files.png);
  await expect(row(page, 'chart.png')).toContainText('The download arrived damaged twice');
  await page.unroute(part);
  await page.getByRole('button', { name: 'Try again' }).click();
  await allFinished(page);
  await expect(madeHere(page)).toHaveCount(1);
});

/** Paths of what is kept of the engine, with the bytes behind them where asked for. */
function keptOfEngine(page: Page, withBytes = false): Promise<string[]> {
  return page.evaluate(async (isWithBytes) => {
    if (!(await caches.has('featherpress-engine'))) return [];
    const cache = await caches.open('featherpress-engine');
    const kept: string[] = [];
    for (const request of await cache.keys()) {
      const { pathname } = new URL(request.url);
      if (!pathname.startsWith('/assets/')) continue;
      const bytes = isWithBytes ? ` ${(await (await cache.match(request))!.blob()).size}` : '';
      kept.push(pathname + bytes);
    }
    return kept;
  }, withBytes);
}
