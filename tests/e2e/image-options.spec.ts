import { openImageOptions } from './support/compress-walks.ts';
import { allFinished, expect, expectAccessible, select, test } from './support/test.ts';

// Without motion nothing is measured half-faded.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('makes images in another format and size, and leaves documents as they are', async ({
  page,
  files,
  signedIn,
}) => {
  expect(signedIn).not.toBe('');
  await openImageOptions(page);
  await page.getByRole('radio', { name: 'WebP', exact: true }).check({ force: true });
  await page.getByRole('spinbutton', { name: 'Largest width, px' }).fill('40');
  await expect(page.getByText(/^Settings: Balanced, as WebP, at most 40 px wide, no limit/)).toBeVisible();
  await expectAccessible(page);
  await select(page, [files.jpeg, files.pdf]);
  await allFinished(page);
  await expect(page.getByText('Balanced, as WebP, at most 40 px wide, on our servers')).toBeVisible();
  await expect(page.getByText('Balanced, on our servers')).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: /^Download lake/ }).click();
  expect((await download).suggestedFilename()).toMatch(/\.webp$/);
});

test('changes the format of one result, says what does not go together, and fits a window of 320 px', async ({
  page,
  files,
}) => {
  await select(page, files.jpeg);
  await allFinished(page);
  await page.getByRole('button', { name: /^Details of/ }).click();
  await page.getByRole('button', { name: /^Other settings/ }).click();
  await page.getByRole('radio', { name: 'Lossless' }).check({ force: true });
  await page.getByRole('button', { name: /^Other settings/ }).click();
  await page.getByRole('button', { name: /^Change format or size/ }).click();
  await page.getByRole('spinbutton', { name: 'Lowest quality, 50 to 95' }).fill('20');
  await expect(page.getByText('A whole number, 50 to 95')).toBeVisible();
  await page.getByRole('spinbutton', { name: 'Lowest quality, 50 to 95' }).fill('95');
  await page.setViewportSize({ width: 320, height: 640 });
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await page.getByRole('radio', { name: 'PNG', exact: true }).check({ force: true });
  await page.getByRole('button', { name: /^Compress again/ }).click();
  // A photo takes more as a PNG, which was asked for by name.
  await expect(page.getByText(/takes more bytes than the original/).first()).toBeVisible();
  await expect(page.getByText(/ larger$/)).toBeVisible();
  await expect(page.getByText('Made with: Balanced, as PNG, quality 95')).toBeVisible();
});
