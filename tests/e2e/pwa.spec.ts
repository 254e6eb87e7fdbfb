import { allFinished, expect, expectAccessible, menuButton } from './support/test.ts';
import { standBefore, test, underWorker } from './support/installed.ts';

test('can be installed, shares the five kinds with the system, and opens offline', async ({
  installed,
  files,
}) => {
  const { context, page, devtools } = installed;
  const manifest = await devtools.send('Page.getAppManifest');
  expect(manifest.errors).toEqual([]);
  expect((await devtools.send('Page.getInstallabilityErrors')).installabilityErrors).toEqual([]);
  // A second session would undo what the first one says about the connection.
  await devtools.detach();
  const { icons, screenshots, share_target, file_handlers } = JSON.parse(manifest.data ?? '{}');
  for (const { src, sizes, type } of [...icons, ...screenshots]) {
    const picture = await context.request.get(src);
    expect(picture.headers()['content-type'], src).toContain(type);
    if (sizes === 'any') continue;
    const natural = await page.evaluate(async (url) => {
      const image = new Image();
      image.src = url;
      await image.decode();
      return `${image.naturalWidth}x${image.naturalHeight}`;
    }, src);
    expect(natural, src).toBe(sizes);
  }
  expect(share_target).toMatchObject({ action: '/compress', method: 'POST' });
  expect(Object.values(file_handlers[0].accept).flat()).toEqual(
    expect.arrayContaining(['.pdf', '.jpg', '.png', '.webp', '.pptx']),
  );

  await test.step('another app shares files', async () => {
    await page.setContent(
      '<form action="/compress" method="post" enctype="multipart/form-data"><input name="files" type="file" multiple><button>Share</button></form>',
    );
    await page.locator('input').setInputFiles([files.png, files.webp]);
    await page.getByRole('button', { name: 'Share' }).click();
    // A page of any site can send the same form to a tab.
    await expect(page.getByRole('alert')).toContainText('by another app or website');
    await page.getByRole('button', { name: 'Compress these 2 files' }).click();
    await allFinished(page);
    await expect(page).toHaveURL('/compress');
    await expect(page.getByRole('heading', { name: 'chart.png' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'poster.webp' })).toBeVisible();
    expect(await page.evaluate(() => caches.has('featherpress-shared-files'))).toBe(false);
    await page.goto('/compress');
  });

  await test.step('the site without a connection', async () => {
    await context.setOffline(true);
    await page.reload();
    await expect(page.getByRole('status').getByText('You are offline')).toBeVisible();
    await expect(page.getByText('Offline compression is not set up on this device yet.')).toBeVisible();
    for (const path of ['/', '/blog/how-to-compress-pdf-for-email']) {
      expect((await page.goto(path))?.status()).toBe(200);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    }
    await page.getByRole('contentinfo').getByRole('link', { name: 'Compress PPTX Online' }).click();
    await expect(page).toHaveURL(/compress-pptx-online/);
    await expect(page.locator('#hero').getByRole('heading', { level: 1 })).toContainText('PPTX');

    const offline = page.getByRole('heading', { name: 'You are offline', level: 1 });
    for (const from of ['/about', '/compress']) {
      await page.goto(from);
      await page.getByRole('link', { name: 'Login', exact: true }).click();
      // The way back stays in the address: no script of the login page takes it out.
      const address = from === '/compress' ? '/login#/compress' : '/login';
      await expect(page, 'a page that needs the server').toHaveURL(address);
      await expect(offline).toBeVisible();
      await page.goto(from);
      await page
        .getByRole('link', { name: 'Terms of Service' })
        .evaluate((link) => link.setAttribute('href', '/never-visited'));
      await page.getByRole('link', { name: 'Terms of Service' }).click();
      await expect(page, 'a page that nobody knows').toHaveURL('/never-visited');
      await expect(offline).toBeVisible();
    }
    await page.goto('/no-such-page');
    await expect(offline).toBeVisible();
    await page.setViewportSize({ width: 390, height: 800 });
    await menuButton(page).click();
    await expect(page.getByRole('navigation', { name: 'Mobile' })).toBeVisible();
    await page.keyboard.press('Escape');
    await context.setOffline(false);
    await page.getByRole('link', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible();
  });
});

test('offers a new version calmly and reloads only when asked', async ({ browser, baseURL }) => {
  const deployment = await standBefore(baseURL ?? '');
  const context = await browser.newContext({ serviceWorkers: 'allow' });
  const page = await context.newPage();
  await page.goto(`${deployment.url}/terms`);
  await underWorker(page);
  const banner = page.getByRole('status', { name: 'Update' });
  await expect(banner).toBeHidden();

  deployment.changeWorker((source) => `${source}\n// The next one.`);
  await page.evaluate(async () => {
    Object.assign(window, { untouched: true });
    await (await navigator.serviceWorker.ready).update();
  });
  await expect(banner).toContainText('A new version is ready');
  await expectAccessible(page);
  expect(await page.evaluate(() => 'untouched' in window)).toBe(true);
  await banner.getByRole('button', { name: 'Reload' }).click();
  await expect.poll(() => page.evaluate(() => 'untouched' in window).catch(() => true)).toBe(false);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(banner).toBeHidden();
  await context.close();
  await deployment.close();
});

test('takes files that the system opens with the app', async ({ page, files }) => {
  await page.addInitScript(() => {
    const launchQueue = {
      setConsumer: (consumer: unknown) => Object.assign(window, { launched: consumer }),
    };
    Object.defineProperty(window, 'launchQueue', { value: launchQueue });
  });
  await page.goto('/compress');
  await page.waitForFunction(() => 'launched' in window);
  const name = files.png.split('/').at(-1);
  await page.evaluate(async (opened) => {
    const { launched } = window as unknown as { launched: (launch: object) => void };
    const blob = await (await fetch('/icons/icon-192.png')).blob();
    const file = new File([blob], opened ?? '', { type: 'image/png' });
    launched({ files: [{ getFile: () => Promise.resolve(file) }] });
  }, name);
  await allFinished(page);
  await expect(page.getByRole('heading', { name: 'chart.png' })).toBeVisible();
});

test('says so when shared files did not arrive', async ({ page, request }) => {
  const answer = await request.post('/compress', { multipart: { files: 'x' }, maxRedirects: 0 });
  expect(answer.status()).toBe(303);
  await page.goto(answer.headers().location ?? '');
  await expect(page.getByRole('alert')).toContainText('The shared files did not arrive.');
});
