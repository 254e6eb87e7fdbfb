import { blogLinks, headerLinks, legalLinks, toolLinks } from '../../app/content/navigation.ts';
import { expectAccessible, test } from './support/test.ts';

const paths = [
  ...headerLinks.map((link) => link.to).filter((path) => path !== '/compress'),
  ...legalLinks.map((link) => link.to),
  ...toolLinks.map((link) => link.to),
  ...blogLinks.map((link) => link.to),
];

for (const [width, height, colorScheme] of [
  [1440, 900, 'light'],
  [390, 844, 'dark'],
] as const) {
  test.describe(`${width} px, ${colorScheme}`, () => {
    test.use({ viewport: { width, height }, colorScheme, contextOptions: { reducedMotion: 'reduce' } });

    for (const path of paths) {
      test(`finds nothing wrong with ${path}`, async ({ page }) => {
        await page.goto(path);
        await expectAccessible(page);
      });
    }
  });
}
