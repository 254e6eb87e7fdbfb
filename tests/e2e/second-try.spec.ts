import type { Page, Route } from '@playwright/test';
import { keptFiles } from './support/kept-files.ts';
import { allFinished, expect, expectToast, listens, saidToasts, select, test } from './support/test.ts';

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
  await expectToast(page, 'Compression Notice (lake.jpg)', 'No.');
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
  await listens(page);
  await page.getByLabel('Another limit, such as 350 KB').fill('300 B');
  await select(page, files.jpeg);
  await allFinished(page);
  const words = /Couldn’t reach 300 Bytes at acceptable quality\. Smallest result: [\d.]+ KB\./;
  await expectToast(page, 'Compression Notice (lake.jpg)', words);
  expect((await saidToasts(page)).join('\n')).not.toContain('Compression Complete');
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: 'lake.jpg' });
  await expect(row).toContainText(words);
  await page.getByRole('button', { name: 'Details of lake.jpg' }).click();
  await expect(made(page)).toHaveText('Made with: as small as possible');
  await expect(row).not.toContainText(/keeps its appearance|visible harm/);
  await page.getByRole('button', { name: 'Show files' }).click();
  await expect(page.locator('#history-list')).toContainText('Above the limit of 300 Bytes');
  // What would reach it is the person's choice.
  let form = '';
  await page.route('**/api/compress', (route) => {
    form = route.request().postDataBuffer()?.toString('latin1') ?? '';
    return route.continue();
  });
  await page.getByRole('button', { name: /^Reach 300 Bytes anyway: smaller dimensions/ }).click();
  await expect.poll(() => form).not.toBe('');
  expect(form).toMatch(/name="target\w*"\r\n\r\n300\r\n/);
  const side = Number(/name="maxSide"\r\n\r\n(\d+)\r\n/.exec(form)?.[1]);
  expect(side).toBeGreaterThan(0);
  expect(side).toBeLessThan(800);
});

test('offers loss to a document that was to lose nothing and stays above its limit', async ({
  page,
  files,
}) => {
  await page.goto('/compress');
  await listens(page);
  await page.getByText('Lossless', { exact: true }).click();
  await page.getByLabel('Another limit, such as 350 KB').fill('20 KB');
  await select(page, files.pdf);
  await allFinished(page);
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: 'report.pdf' });
  await expect(row).toContainText(
    /Couldn’t reach 20\.00 KB without loss of quality\. Smallest result: [\d.]+ KB\./,
  );
  await expect(row).toContainText('As small as possible without loss');
  await page.getByRole('button', { name: /^Try for 20\.00 KB: visible loss in its images/ }).click();
  await expect(row).toContainText('High quality, under 20.00 KB, on our servers');
  await expect(row).not.toContainText('Couldn’t reach');
});

test('sends files that have not begun with settings that are changed meanwhile, and shows them', async ({
  page,
  files,
}) => {
  await page.goto('/compress');
  await expect(page.getByText('Balanced, no limit, on our servers')).toBeVisible();
  const sent: string[] = [];
  let hold = true;
  const held: (() => void)[] = [];
  await page.route('**/api/compress', async (route) => {
    sent.push(/name="preset"\r\n\r\n(\w+)/.exec(route.request().postData() ?? '')?.[1] ?? '');
    if (hold) await new Promise<void>((resolve) => held.push(resolve));
    await route.continue();
  });
  await select(page, [files.png, files.jpeg, files.webp]);
  await expect.poll(() => sent).toEqual(['balanced', 'balanced']);
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  await page.getByRole('radio', { name: 'Smallest' }).check({ force: true });
  await expect(page.getByText('The 1 file that has not started will use these settings.')).toBeVisible();
  const rows = page.getByRole('listitem');
  await expect(rows.filter({ has: page.getByText('Smallest') })).toHaveCount(1);
  hold = false;
  for (const goOn of held) goOn();
  await allFinished(page);
  expect(sent).toEqual(['balanced', 'balanced', 'small']);
  await page.getByRole('button', { name: 'Compress Another File' }).click();
  await expect(page.getByText('Smallest, no limit, on our servers')).toBeVisible();
});
