import { allFinished, expect, expectAccessible, select, test, toast } from './support/test.ts';

const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const;

for (const viewport of SIZES) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test.describe(`${viewport.width} px, ${colorScheme}`, () => {
      // Without motion nothing is measured half-faded.
      test.use({ viewport, colorScheme, contextOptions: { reducedMotion: 'reduce' } });

      test('finds nothing wrong with the compress page', async ({ page, files }) => {
        await page.goto('/compress');
        await expectAccessible(page);
        await select(page, files.text);
        await expect(page.getByRole('alert')).not.toBeEmpty();
        await expectAccessible(page);

        let release = () => {};
        const held = new Promise<void>((resolve) => (release = resolve));
        await page.route('**/api/compress', async (route) => {
          const answer = await route.fetch();
          await held;
          await route.fulfill({ response: answer });
        });
        await select(page, [files.png, files.webp, files.damaged]);
        await expect(page.getByRole('heading', { name: 'damaged.pdf' })).toBeVisible();
        await expectAccessible(page);
        release();
        await allFinished(page);
        await expect(toast(page, /Compression/).first()).toBeVisible();
        await expectAccessible(page);
      });

      test('finds nothing wrong with login, dashboard and 404', async ({ page }) => {
        await page.goto('/login');
        await expectAccessible(page);
        await page.getByRole('button', { name: 'Continue with a demo account' }).click();
        await expect(page).toHaveURL('/');
        await page.goto('/dashboard');
        await expect(page.getByRole('heading', { name: /^Welcome/ })).toBeVisible();
        await expectAccessible(page);
        await page.goto('/no-such-page');
        if (viewport.width < 1140) await page.getByRole('button', { name: 'Open menu' }).click();
        await expectAccessible(page);
      });
    });
  }
}
