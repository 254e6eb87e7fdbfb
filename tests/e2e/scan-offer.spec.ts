import { writeScan } from './support/files.ts';
import { allFinished, expect, expectAccessible, select, test } from './support/test.ts';

test('offers layers for a PDF of scanned text, and for no other', async ({ page, files }, info) => {
  const paper = await writeScan(info.outputPath('paper.pdf'));
  await select(page, [paper, files.pdf]);
  await allFinished(page);
  const offer = page.getByRole('button', {
    name: /^Scanned text: .+ → about .+ to .+, paper smoothed in paper\.pdf$/,
  });
  await expect(offer).toBeVisible();
  await expect(page.getByRole('button', { name: /^Scanned text/ })).toHaveCount(1);
  await expectAccessible(page);
  let form = '';
  await page.route('**/api/compress', (route) => {
    form = route.request().postDataBuffer()?.toString('latin1') ?? '';
    return route.continue();
  });
  await offer.click();
  await expect.poll(() => form).toMatch(/name="scans"\r\n\r\nlayers/);
  await allFinished(page);
});
