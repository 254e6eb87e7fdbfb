import { row } from './support/compress-walks.ts';
import { allFinished, expect, expectToast, listens, rests, select, test } from './support/test.ts';

test('copies a picture to the clipboard, and takes it from there as another file', async ({
  page,
  files,
  signedIn: _signedIn,
}) => {
  await select(page, files.jpeg);
  await allFinished(page);
  await page.getByRole('button', { name: 'Details of lake.jpg' }).click();
  await page.getByRole('button', { name: /^Copy image/ }).click();
  await expectToast(page, /cop/i);
  const size = await page.evaluate(async () => {
    const [item] = await navigator.clipboard.read();
    const bitmap = await createImageBitmap(await item!.getType('image/png'));
    return [bitmap.width, bitmap.height];
  });
  expect(size).toEqual([800, 540]);
  await page.keyboard.press('Control+V');
  await expect(row(page, 'image.png')).toBeVisible();
  await expect(row(page, 'lake.jpg')).toBeVisible();
});

test('gives a result to the desktop by a drag, and does not take it back', async ({
  page,
  files,
  signedIn: _signedIn,
}) => {
  await select(page, files.png);
  await allFinished(page);
  await page.getByRole('button', { name: 'Details of chart.png' }).click();
  const carried = await page.getByText('Drag to desktop').evaluate(async (handle) => {
    const dataTransfer = new DataTransfer();
    const send = (target: Element, type: string) =>
      target.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }));
    send(handle, 'dragstart');
    const download = dataTransfer.getData('DownloadURL');
    // Back over the page, as by a change of mind.
    send(document.body, 'dragenter');
    send(document.body, 'drop');
    send(handle, 'dragend');
    const [, type = '', name = '', address = ''] = /^(.+?):(.+?):(.+)$/.exec(download) ?? [];
    const blob = await (await fetch(address)).blob();
    return { type, name, bytes: blob.size, files: [...dataTransfer.files].map((file) => file.size) };
  });
  expect(carried).toMatchObject({ type: 'image/png', name: 'featherpress_chart.png' });
  expect(carried.bytes).toBeGreaterThan(0);
  expect(carried.files).toEqual([carried.bytes]);
  await expect(page.locator('[data-results] > ol > li')).toHaveCount(1);
});

test('tells what this browser compressed in the last hours, until it is cleared', async ({ page, files }) => {
  await select(page, [files.png, files.damaged]);
  await allFinished(page);
  const history = page.getByRole('region', { name: 'In this browser, last 12 hours' });
  await expect(history).toContainText('1 file, 6.30 KB before');
  await page.getByRole('button', { name: 'Compress Another File' }).click();
  await page.reload();
  await expect(history).toContainText('1 file, 6.30 KB before');
  await history.getByRole('button', { name: 'Show files' }).click();
  await expect(history.getByRole('listitem')).toContainText('chart.png');
  await history.getByRole('button', { name: 'Clear history' }).click();
  await expect(history).toHaveCount(0);
  await page.reload();
  await rests(page);
  await expect(history).toHaveCount(0);
});

test('asks for what pictures should keep, and remembers it', async ({ page, files }) => {
  const sent: string[] = [];
  await page.route('**/api/compress', async (route) => {
    sent.push(route.request().postDataBuffer()?.toString('latin1') ?? '');
    await route.fulfill({ status: 422, json: { error: 'Not now.', code: 'damaged' } });
  });
  await page.goto('/compress');
  await listens(page);
  const open = () => page.getByRole('button', { name: /^Photo metadata/ }).click();
  await open();
  await page.getByText('Location', { exact: true }).click();
  await page.reload();
  await listens(page);
  await open();
  await expect(page.getByRole('checkbox', { name: 'Location' })).toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'Camera' })).not.toBeChecked();
  await select(page, files.jpeg);
  await allFinished(page);
  expect(sent[0]).toMatch(/name="keep"\s+[^-]*location/);
});

test.describe('under two fingers', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('magnifies the comparison, and moves it', async ({ page, files }) => {
    await select(page, files.jpeg);
    await allFinished(page);
    await page.getByRole('button', { name: 'Compare lake.jpg' }).click();
    await expect(page.getByRole('slider', { name: /Divider/ })).toBeFocused();
    const zoom = page.getByRole('group', { name: 'Zoom' });
    await expect(zoom).toContainText('49%');
    const devtools = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...xs: readonly number[]) =>
      devtools.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: xs.map((x, id) => ({ x, y: 300, id })),
      });
    await touch('touchStart', 150, 240);
    for (const step of [1, 2, 3, 4, 5]) await touch('touchMove', 150 - step * 18, 240 + step * 18);
    await touch('touchEnd');
    // The fingers stand three times as far apart.
    await expect(zoom).toContainText(/1[3-5]\d%/);
    const before = await page.getByRole('img', { name: 'Original' }).boundingBox();
    await touch('touchStart', 300);
    await touch('touchMove', 260);
    await touch('touchMove', 220);
    await touch('touchEnd');
    await expect
      .poll(async () => (await page.getByRole('img', { name: 'Original' }).boundingBox())?.x)
      .toBeLessThan((before?.x ?? 0) - 60);
    // The page behind has neither moved nor grown.
    expect(await page.evaluate(() => [scrollY, visualViewport?.scale])).toEqual([0, 1]);
  });
});
