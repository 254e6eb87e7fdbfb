import { allFinished, expect, expectToast, select, test } from './support/test.ts';

test('says Compression Failed when the server gives no reason', async ({ page, files }) => {
  await page.route('**/api/compress', (route) => route.fulfill({ status: 500, body: '' }));
  await select(page, files.png);
  await expectToast(page, 'Compression Notice (chart.png)', 'Compression Failed');
});

test('says so loudly when something unexpected happens in the page', async ({ page, files }) => {
  await page.addInitScript(() => {
    Response.prototype.blob = () => Promise.reject(new RangeError('Out of memory'));
  });
  await select(page, files.png);
  await expectToast(page, 'Compression Failed (chart.png)', '[error]');
  await expect(page.getByRole('button', { name: 'Try again with chart.png' })).toBeVisible();
});

test('says so when a download cannot be handed over', async ({ page, files, signedIn: _signedIn }) => {
  await select(page, files.png);
  await allFinished(page);
  await page.evaluate(() => {
    URL.createObjectURL = () => {
      throw new Error('No room.');
    };
  });
  await page.getByRole('button', { name: 'Download chart.png' }).click();
  await expectToast(page, 'Download Failed', 'An error occurred while downloading the file.');
});

test('names a control after the pointer has rested on it, until Escape', async ({ page, files }) => {
  await page.route('**/api/compress', () => undefined); // Never answered.
  await select(page, files.png);
  const tooltip = page.locator('[role=tooltip]');
  await expect(tooltip).toBeHidden();
  await page.getByRole('button', { name: 'Stop and clear selection' }).hover();
  await expect(tooltip).toBeVisible();
  await expect(tooltip).toHaveText('Stop and clear selection');
  await page.getByRole('button', { name: 'Stop and clear selection' }).focus();
  await page.keyboard.press('Escape');
  await expect(tooltip).toHaveCount(0);
});
