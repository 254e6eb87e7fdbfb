import { allFinished, expect, expectAccessible, select, test, toast } from './support/test.ts';

const LOOKS = [
  { viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
  { viewport: { width: 390, height: 844 }, colorScheme: 'light' },
  { viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
] as const;

for (const { viewport, colorScheme } of LOOKS) {
  test.describe(`${viewport.width} px, ${colorScheme}`, () => {
    const scope = colorScheme === 'dark' ? 'colours' : 'everything';
    // Without motion nothing is measured half-faded.
    test.use({ viewport, colorScheme, contextOptions: { reducedMotion: 'reduce' } });

    test('finds nothing wrong with the compress page', async ({ page, files }) => {
      await page.goto('/compress');
      await expectAccessible(page, scope);
      await select(page, files.text);
      await expect(page.getByRole('alert')).not.toBeEmpty();
      await expectAccessible(page, scope);

      let release = () => {};
      const held = new Promise<void>((resolve) => (release = resolve));
      await page.route('**/api/compress', async (route) => {
        await held;
        await route.continue();
      });
      await select(page, [files.png, files.webp, files.damaged]);
      await expect(page.getByRole('heading', { name: 'damaged.pdf' })).toBeVisible();
      await expectAccessible(page, scope);
      release();
      await allFinished(page);
      await expect(toast(page, /Compression/).first()).toBeVisible();
      await expectAccessible(page, scope);
    });

    test('finds nothing wrong with login, dashboard and 404', async ({ page }) => {
      await page.goto('/login');
      await expectAccessible(page, scope);
      await page.getByRole('button', { name: 'Continue with a demo account' }).click();
      await expect(page).toHaveURL('/');
      await page.goto('/dashboard');
      await expect(page.getByRole('heading', { name: /^Welcome/ })).toBeVisible();
      await expectAccessible(page, scope);
      await page.goto('/no-such-page');
      if (viewport.width < 1140) await page.getByRole('button', { name: 'Open menu' }).click();
      await expectAccessible(page, scope);
    });
  });
}
