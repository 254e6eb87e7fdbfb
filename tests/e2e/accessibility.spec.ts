import type { Page } from '@playwright/test';
import { smallTargets } from './support/targets.ts';
import { expect, expectAccessible, menuButton, test } from './support/test.ts';

// Without motion nothing is measured half-faded.
test.use({ hasTouch: true, contextOptions: { reducedMotion: 'reduce' } });

test('finds nothing wrong with login, dashboard and 404, wide and narrow, light and dark', async ({
  page,
}) => {
  await page.addInitScript(() => sessionStorage.setItem('installBannerDismissed', 'yes'));
  await goWide(page);
  await page.goto('/login');
  await expectNothingWrong(page);
  await page.getByRole('button', { name: 'Continue with a demo account' }).click();
  await expect(page).toHaveURL('/');
  await goWide(page);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: /^Welcome/ })).toBeVisible();
  await expectNothingWrong(page);
  await goWide(page);
  await page.goto('/no-such-page');
  await expectNothingWrong(page, () => menuButton(page).click());
});

async function goWide(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: 'light' });
}

/** Looks at a wide page in light, then narrow, then in dark. @param whenNarrow done before the looks at the narrow page */
async function expectNothingWrong(page: Page, whenNarrow = async () => {}): Promise<void> {
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await whenNarrow();
  await expectAccessible(page);
  expect(await smallTargets(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page, 'colours');
}
