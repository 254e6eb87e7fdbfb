import { AxeBuilder } from '@axe-core/playwright';
import { brand } from '../../app/content/brand.ts';
import { expect, listens, test } from './support/test.ts';

const SAMPLES = 10;

test('keeps the language of the samples across the page, and over a visit', async ({ page }) => {
  await page.goto('/api');
  await listens(page);
  await expect(page.getByRole('link', { name: /Get API Access/ })).toHaveAttribute(
    'href',
    brand.links.apiAccess,
  );
  const tabs = page.getByRole('tab', { name: 'PHP' });
  await expect(tabs).toHaveCount(SAMPLES);
  await page.getByRole('tab', { name: 'curl' }).first().focus();
  await page.keyboard.press('End');
  await expect(page.getByRole('tab', { name: 'Go' }).first()).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(tabs.first()).toBeFocused();
  for (let index = 0; index < SAMPLES; index += 1)
    await expect(tabs.nth(index)).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('button', { name: 'Copy: Compress one file, PHP' }).click();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(copied).toContain('curl_init(');
  expect(await copied()).toContain(`${new URL(page.url()).origin}/api/compress`);

  await page.reload();
  await expect(tabs.first()).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('group', { name: 'Compress one file, PHP' })).toBeVisible();
  await expect(page.getByRole('group', { name: 'Compress one file, curl' })).toBeHidden();
});

test('sends a real request with options, and shows it as a command', async ({ page }) => {
  await page.goto('/api');
  await listens(page);
  await page.getByLabel('File', { exact: true }).setInputFiles('public/icons/maskable-512.png');
  await page.getByLabel('preset', { exact: true }).selectOption('small');
  await page.getByLabel('target', { exact: true }).fill('100');
  await page.getByRole('checkbox', { name: 'location' }).check();
  await expect(page.getByRole('group', { name: 'Your request as curl' })).toHaveText(
    [
      'curl -f -o small.png \\',
      '  -F file=@maskable-512.png \\',
      '  -F preset=small \\',
      '  -F target=100 \\',
      '  -F keep=location \\',
      `  ${new URL(page.url()).origin}/api/compress`,
    ].join('\n'),
  );
  await page.getByRole('button', { name: 'Send request' }).click();
  const answer = page.getByRole('group', { name: 'Answer of your request' });
  await expect(answer).toContainText('HTTP 200');
  await expect(answer).toContainText('x-target-met: false');
  await expect(page.getByRole('group', { name: 'Report of your request' })).toContainText(
    '"preset": "small"',
  );

  await page
    .getByLabel('File', { exact: true })
    .setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('words') });
  await page.getByRole('button', { name: 'Send request' }).click();
  await expect(answer).toContainText('HTTP 400');
  await expect(answer).toContainText('unsupported-type');
});

test('marks the section that is being read', async ({ page }) => {
  await page.goto('/api');
  const contents = page.getByRole('navigation', { name: 'On this page' });
  const link = contents.getByRole('link', { name: 'Every error' });
  await link.click();
  await expect(link).toHaveAttribute('aria-current', 'true');
  await expect(contents.locator('[aria-current]')).toHaveCount(1);
});

test('describes every call of the OpenAPI document, with nothing wrong when it is unfolded', async ({
  page,
  request,
}) => {
  const described = (await (await request.get('/api/openapi.json')).json()) as {
    info: { version: string };
    paths: Record<string, Record<string, { summary: string }>>;
  };
  await page.goto('/api');
  const section = page.getByRole('region', { name: 'Every call' });
  for (const [path, methods] of Object.entries(described.paths))
    for (const [method, { summary }] of Object.entries(methods))
      await expect(
        section.locator('summary', { hasText: `${method.toUpperCase()}${path}${summary}` }),
      ).toHaveCount(1);
  await expect(page.getByRole('region', { name: 'Versions and changes' })).toContainText(
    described.info.version,
  );
  await page.evaluate(() => {
    // One of each kind: a look at all of them takes a minute.
    for (const id of ['call-compressFile', 'object-Job'])
      document.getElementById(id)?.setAttribute('open', '');
  });
  // The rest is looked at by site-accessibility.spec.ts; the page is long, and every look takes its time.
  const { violations } = await new AxeBuilder({ page }).include('#calls details[open]').analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('shows the samples of every language', async ({ page }) => {
    await page.goto('/api');
    for (const language of ['curl', 'SDK', 'Python', 'Go'])
      await expect(
        page.getByRole('group', { name: `Compress one file, ${language}`, exact: true }),
      ).toBeVisible();
    await expect(page.getByRole('tab').first()).toBeHidden();
  });
});
