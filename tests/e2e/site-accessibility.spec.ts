import { blogLinks, headerLinks, legalLinks, toolLinks } from '../../app/content/navigation.ts';
import { smallTargets } from './support/targets.ts';
import { expect, expectAccessible, test } from './support/test.ts';

const paths = [
  ...headerLinks.map((link) => link.to).filter((path) => path !== '/compress'),
  ...legalLinks.map((link) => link.to),
  ...toolLinks.map((link) => link.to),
  ...blogLinks.map((link) => link.to),
  '/offline',
];

// Without motion nothing is measured half-faded.
test.use({ contextOptions: { reducedMotion: 'reduce' }, hasTouch: true });

for (const path of paths) {
  test(`finds nothing wrong with ${path}, wide and light, narrow and dark`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'light' });
    await page.addInitScript(() => sessionStorage.setItem('installBannerDismissed', 'yes'));
    await page.goto(path);
    // One footer stands under all pages.
    const options = { exceptFooter: path !== '/' };
    await expectAccessible(page, 'everything', options);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(page, 'colours', options);
    expect(await smallTargets(page)).toEqual([]);
  });
}
