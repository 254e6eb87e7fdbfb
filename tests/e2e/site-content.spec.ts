import { brand } from '../../app/content/brand.ts';
import { expect, test } from './support/test.ts';

test('introduces nine people, by initials where a picture is missing', async ({ page }) => {
  await page.route('**/portraits/kofi-asante.svg', (route) => route.abort());
  await page.goto('/teams');
  await expect(page.getByRole('main').locator('ul > li')).toHaveCount(9);
  // The picture itself may be gone already.
  await page.getByRole('heading', { name: 'Kofi Asante' }).scrollIntoViewIfNeeded();
  await expect(page.getByText('KA', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: /LinkedIn profile of/ })).toHaveCount(9);
});

test('shows twelve features and the row of categories', async ({ page }) => {
  await page.goto('/features');
  await expect(page.getByRole('main').locator('ol > li')).toHaveCount(12);
  await expect(page.getByRole('list', { name: 'Categories' }).getByRole('listitem')).toHaveText([
    'All',
    'Performance',
    'Security',
    'User Experience',
    'Compatibility',
    'Technology',
    'Accessibility',
    'Freedom',
    'Efficiency',
    'Simplicity',
  ]);
});

test('says how to reach people', async ({ page }) => {
  await page.goto('/contact');
  const main = page.getByRole('main');
  for (const text of [
    'Reply within 24 hours',
    'Mon-Fri 9AM-6PM GMT',
    'Accra, Ghana',
    'General Help',
    'Bug Reports',
    'Feature Requests',
    '2 hours',
    '98%',
    'English',
    '24/7',
  ]) {
    await expect(main.getByText(text, { exact: true })).toBeVisible();
  }
  await expect(main.getByRole('link', { name: brand.support.email })).toBeVisible();
});

test('teaches with demonstrations that work by keyboard', async ({ page }) => {
  await page.goto('/file-compression-education');
  const runs = page.getByRole('region', { name: 'Run-length encoding' });
  await runs.getByRole('textbox').fill('AAAAB');
  await expect(runs).toContainText('4AB');
  await expect(runs.getByRole('status')).toContainText('5 characters before, 3 characters after');

  const huffman = page.getByRole('region', { name: 'Huffman coding' });
  await huffman.getByRole('textbox').fill('aaab');
  await expect(huffman.getByRole('status')).toContainText('32 bits before, 4 bits after');

  const jpeg = page.getByRole('region', { name: 'One block of a JPEG' });
  const before = await jpeg.getByRole('status').textContent();
  await jpeg.getByRole('slider').focus();
  await page.keyboard.press('Home');
  await expect(jpeg.getByRole('status')).not.toHaveText(before ?? '');
});

test('holds every section of the guide', async ({ page }) => {
  await page.goto('/file-compression-education');
  for (const heading of [
    'Why compression matters',
    'A short history',
    'The science of compression',
    'Lossless, lossy and hybrid',
    'Where compression is used',
    'Environmental impact',
    'Best practices',
    'Privacy and security',
    'Myths',
    'Glossary',
    'Eight questions',
    'Further reading',
    'How we can help',
  ]) {
    await expect(page.getByRole('heading', { name: heading, level: 2 })).toBeVisible();
  }
  // The folded list of contents is one, too.
  await expect(page.locator('main details:not(nav details)')).toHaveCount(8);
  const reading = page.getByRole('main').getByRole('link', { name: /opens in a new tab/ });
  expect(await reading.count()).toBeGreaterThanOrEqual(6);
  await expect(reading.first()).toHaveAttribute('target', '_blank');
  await expect(page.getByRole('main').getByRole('link', { name: 'write to us' })).toHaveAttribute(
    'href',
    '/contact',
  );
});
