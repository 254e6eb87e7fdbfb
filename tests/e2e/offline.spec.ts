import type { Page } from '@playwright/test';
import type { EngineFileList } from '#platform/contracts/engine-files.ts';
import { standBefore, test, underWorker } from './support/installed.ts';
import { allFinished, expect, expectAccessible, select } from './support/test.ts';

const offer = /^Make available offline \((\d+\.\d) MB\)$/;

test('compresses all five kinds in flight mode once the engine is on the device', async ({
  installed: { context, page, devtools },
  files,
  request,
}) => {
  // A second session would undo what the first one says about the connection.
  await devtools.detach();
  const { files: engine } = (await (await request.get('/engine-files.json')).json()) as EngineFileList;
  const asked: string[] = [];
  context.on('request', (each) => asked.push(`${each.method()} ${new URL(each.url()).pathname}`));

  await test.step('nothing of the engine came with the page', async () => {
    expect(await keptPaths(page)).not.toEqual(expect.arrayContaining([engine[0]?.path]));
    await signIn(page);
  });

  await test.step('all of it comes when a person says so', async () => {
    const button = page.getByRole('button', { name: offer });
    await page.mouse.move(10, 10);
    const transferBytes = engine.reduce((sum, file) => sum + file.transferBytes, 0);
    await expect(button).toHaveText(
      `Make available offline (${(transferBytes / 2 ** 20).toFixed(1)}\u00a0MB)`,
    );
    await expectAccessible(page);
    await button.click();
    await expect(page.getByText('Available offline', { exact: true })).toBeVisible();
    expect(await keptPaths(page)).toEqual(expect.arrayContaining(engine.map(({ path }) => path)));
    await expectAccessible(page);
  });

  asked.length = 0;
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole('status').getByText('Files of every type')).toBeVisible();
  await expect(page.getByText('You are signed in, so results can be downloaded.')).toBeVisible();
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);

  await test.step('five kinds, and a download', async () => {
    const kinds = [files.jpeg, files.png, files.webp, files.pdf, files.pptx];
    await select(page, kinds);
    await expect(page.getByRole('button', { name: 'Compress Another File' })).toBeVisible();
    await expect(page.getByRole('button', { name: /^Download (?!All)/ })).toHaveCount(kinds.length);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: /^Download lake/ }).click(),
    ]);
    expect(await download.failure()).toBeNull();
    await expectAccessible(page);
  });

  await test.step('another app shares a file', async () => {
    await page.setContent(
      '<form action="/compress" method="post" enctype="multipart/form-data"><input name="files" type="file"><button>Share</button></form>',
    );
    await page.locator('input').setInputFiles(files.webp);
    await page.getByRole('button', { name: 'Share' }).click();
    await expect(page).toHaveURL('/compress');
    await page.getByRole('button', { name: 'Compress this file' }).click();
    await allFinished(page);
    await expect(page.getByRole('heading', { name: 'poster.webp' }).first()).toBeVisible();
  });

  // The browser itself asks for the page that a shared file opens; nothing else leaves.
  expect(asked.filter((each) => each.startsWith('POST') && each !== 'POST /compress')).toEqual([]);

  await test.step('and is taken off the device again', async () => {
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Compress Another File' }).click();
    await page.getByRole('button', { name: 'Remove the offline download from this device' }).press('Enter');
    await expect(page.getByRole('button', { name: offer })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Use offline' })).toBeFocused();
    const kept = page.evaluate(async () => (await (await caches.open('featherpress-engine')).keys()).length);
    expect(await kept).toBe(0);
  });
});

test('says what a visitor without an account can do offline, and stops when asked', async ({
  installed: { context, page, devtools },
  files,
}) => {
  await devtools.detach();
  // One file of the engine does not come.
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await context.route(/\.wasm$/, async (route) => {
    await held;
    await route.continue().catch(() => undefined);
  });
  await page.mouse.move(10, 10);
  await page.getByRole('button', { name: offer }).press('Enter');
  await expect(page.getByRole('progressbar', { name: 'Downloading for offline use' })).toBeVisible();
  // Each button goes when it is pressed; the keyboard stays where the next one stands.
  const part = page.getByRole('region', { name: 'Use offline' });
  await expect(part).toBeFocused();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Cancel' }).press('Enter');
  await expect(page.getByRole('button', { name: offer })).toBeVisible();
  await expect(part).toBeFocused();
  release();

  await context.setOffline(true);
  await page.reload();
  await expect(
    page.getByText('signing in needs a connection. Your results stay here for an hour.'),
  ).toBeVisible();
  await select(page, files.jpeg);
  // What is missing comes with the line: it says that it waits, and goes on then.
  await expect(
    page.getByText(/This file needs a download first|may not be on this device yet/).first(),
  ).toBeVisible();
});

test('an update keeps the engine that has not changed and drops what has', async ({
  browser,
  baseURL,
  request,
}) => {
  const { files: engine } = (await (await request.get('/engine-files.json')).json()) as EngineFileList;
  const changed = engine.find(({ path }) => path.endsWith('.js'))!.path;
  const next = changed.replace(/\.js$/, '-next.js');
  const deployment = await standBefore(baseURL ?? '');
  deployment.alias(next, changed);
  const context = await browser.newContext({ serviceWorkers: 'allow' });
  const page = await context.newPage();
  await page.goto(`${deployment.url}/compress`);
  await underWorker(page);
  await page.mouse.move(10, 10);
  await page.getByRole('button', { name: offer }).click();
  await expect(page.getByText('Available offline', { exact: true })).toBeVisible();
  expect(engine.map(({ path }) => deployment.asked.filter((each) => each === path).length)).toEqual(
    engine.map(() => 1),
  );

  const before = deployment.asked.length;
  deployment.changeWorker((source) => source.replaceAll(changed, next));
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
  await page.getByRole('button', { name: 'Reload' }).click();
  const whole = engine.map(({ path }) => (path === changed ? next : path));
  // While the page is loaded anew nothing can be read.
  await expect.poll(() => keptPaths(page).catch(() => [])).toEqual(expect.arrayContaining(whole));
  await expect.poll(() => keptPaths(page).catch(() => [changed])).not.toContain(changed);
  const fetched = deployment.asked
    .slice(before)
    .filter((path) => path === next || engine.some((file) => file.path === path));
  expect(fetched).toEqual([next]);
  await context.close();
  await deployment.close();
});

/** Paths in all caches of the site. */
function keptPaths(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const paths: string[] = [];
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) paths.push(new URL(url).pathname);
    return paths;
  });
}

async function signIn(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const post = async (path: string, body: object) =>
      (await fetch(path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      }).then((answer) => answer.json())) as { credential: string; token: string };
    const { credential } = await post('/dev/identity', { email: 'ama@example.com', name: 'Ama Mensah' });
    localStorage.setItem('jwt', (await post('/api/auth/google', { credential })).token);
  });
}
