import { smallTargets } from './support/targets.ts';
import { expect, expectAccessible, test } from './support/test.ts';

const LOOKS = [
  { viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
  { viewport: { width: 390, height: 844 }, colorScheme: 'light' },
  { viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
] as const;

for (const { viewport, colorScheme } of LOOKS) {
  test.describe(`${viewport.width} px, ${colorScheme}`, () => {
    const scope = colorScheme === 'dark' ? 'colours' : 'everything';
    // Without motion nothing is measured half-faded.
    test.use({ viewport, colorScheme, hasTouch: true, contextOptions: { reducedMotion: 'reduce' } });

    test('finds nothing wrong with login, dashboard and 404', async ({ page }) => {
      await page.addInitScript(() => sessionStorage.setItem('installBannerDismissed', 'yes'));
      await page.goto('/login');
      await expectAccessible(page, scope);
      if (viewport.width < 1140) expect(await smallTargets(page)).toEqual([]);
      await page.getByRole('button', { name: 'Continue with a demo account' }).click();
      await expect(page).toHaveURL('/');
      await page.goto('/dashboard');
      await expect(page.getByRole('heading', { name: /^Welcome/ })).toBeVisible();
      await expectAccessible(page, scope);
      if (viewport.width < 1140) expect(await smallTargets(page)).toEqual([]);
      await page.goto('/no-such-page');
      if (viewport.width < 1140) await page.getByRole('button', { name: 'Open menu' }).click();
      await expectAccessible(page, scope);
    });
  });
}
