import { expect, expectAccessible, test } from './support/test.ts';

const GUIDE = '/file-compression-education';

test('marks the section one reads beside the text', async ({ page }) => {
  await page.goto(`${GUIDE}#best-practices`);
  const current = page.getByRole('navigation', { name: 'On this page' }).locator('[aria-current]');
  await expect(current).toHaveText('Best practices');
  await page.evaluate(() => window.scrollTo({ top: 0 }));
  await expect(current).toHaveCount(0);
});

test.describe('at 320 px', () => {
  test.use({ viewport: { width: 320, height: 700 } });

  test('names it on the list that stays in sight, and folds after a choice', async ({ page }) => {
    await page.goto(`${GUIDE}#myths`);
    const list = page.getByRole('navigation', { name: 'On this page' });
    const summary = list.locator('summary');
    await expect(summary).toContainText('Myths');
    await expect(summary).toBeInViewport();
    await summary.click();
    await expectAccessible(page);
    await list.getByRole('link', { name: 'Glossary' }).click();
    await expect(summary).toContainText('Glossary');
    await expect(list.locator('details')).not.toHaveAttribute('open');
    const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(excess).toBeLessThanOrEqual(0);
  });
});
