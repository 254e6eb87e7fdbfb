import type { Page, Route } from '@playwright/test';
import { keptFiles } from './support/kept-files.ts';
import { allFinished, expect, select, test, toast } from './support/test.ts';

const made = (page: Page) => page.getByText(/^Made with: /);

test('says what the result on the page was made with after another try came to nothing', async ({
  page,
  files,
}) => {
  await select(page, files.jpeg);
  await allFinished(page);
  await page.getByRole('button', { name: 'Details of lake.jpg' }).click();
  await expect(made(page)).toHaveText('Made with: Balanced');

  let answer: (route: Route) => unknown = () => undefined; // Never.
  await page.route('**/api/compress', (route) => void answer(route));
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  await page.getByRole('radio', { name: 'Smallest' }).first().check({ force: true });
  await page.getByRole('button', { name: 'Compress again', exact: true }).click();
  await page.getByRole('button', { name: 'Cancel lake.jpg' }).click();
  await expect(made(page)).toHaveText('Made with: Balanced');

  answer = (route) => route.fulfill({ status: 422, json: { error: 'No.' } });
  await page.getByRole('button', { name: /^Higher quality/ }).click();
  await expect(toast(page, 'Compression Notice (lake.jpg)')).toContainText('No.');
  await expect(made(page)).toHaveText('Made with: Balanced');

  await expect.poll(async () => (await keptFiles(page)).map(({ status }) => status)).toEqual(['done']);
  await page.reload();
  await page.getByRole('button', { name: 'Details of lake.jpg' }).click();
  await expect(made(page)).toHaveText('Made with: Balanced');
  const again = page.waitForRequest('**/api/compress');
  await page.getByRole('button', { name: /^Smaller file/ }).click();
  expect((await again).postData()).toMatch(/name="preset"\r\n\r\nsmall\r\n/);
});

test('tells a missed limit once, the same in toast, row and history, and no success', async ({
  page,
  files,
}) => {
  await page.goto('/compress');
  await page.waitForLoadState('networkidle');
  await page.getByLabel('Another limit, such as 350 KB').fill('300 B');
  await select(page, files.jpeg);
  await allFinished(page);
  const words = /Couldn’t reach 300 Bytes at acceptable quality\. Smallest result: [\d.]+ KB\./;
  await expect(toast(page, 'Compression Notice (lake.jpg)')).toContainText(words);
  await expect(toast(page, 'Compression Complete')).toHaveCount(0);
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: 'lake.jpg' });
  await expect(row).toContainText(words);
  await page.getByRole('button', { name: 'Details of lake.jpg' }).click();
  await expect(made(page)).toHaveText('Made with: as small as possible');
  await expect(row).not.toContainText(/keeps its appearance|visible harm/);
  await page.getByRole('button', { name: 'Show files' }).click();
  await expect(page.locator('#history-list')).toContainText('Above the limit of 300 Bytes');
});
