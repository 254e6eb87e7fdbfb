import { writeFile } from 'node:fs/promises';
import { PDFDocument } from '@cantoo/pdf-lib';
import sharp from 'sharp';
import { allFinished, expect, expectAccessible, select, test } from './support/test.ts';

/** A page of an A4 at 150 dpi, as a scanner stores it: letters on paper with grain. */
async function scan(path: string): Promise<string> {
  const [width, height] = [1_240, 1_754];
  const lines = Array.from(
    { length: 36 },
    (_line, at) =>
      `<text x="120" y="${150 + at * 42}">${'Invoice for paper, ink and binding. '.repeat(2)}</text>`,
  );
  const text = Buffer.from(`<svg width="${width}" height="${height}" font-size="28">${lines.join('')}</svg>`);
  const noise = { type: 'gaussian', mean: 235, sigma: 6 } as const;
  const page = await sharp({ create: { width, height, channels: 3, background: '#fff', noise } })
    .composite([{ input: text }])
    .jpeg({ quality: 95 })
    .toBuffer();
  const document = await PDFDocument.create();
  const image = await document.embedJpg(page);
  document.addPage([595, 842]).drawImage(image, { x: 0, y: 0, width: 595, height: 842 });
  await writeFile(path, await document.save());
  return path;
}

test('offers layers for a PDF of scanned text, and for no other', async ({ page, files }, info) => {
  const paper = await scan(info.outputPath('paper.pdf'));
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
