import { expect, it } from 'vitest';
import { PRESETS, type Preset } from '#engine/index.ts';
import type { Raster } from '#engine/base/raster.ts';
import { flateOf, picturePdf } from '#tests/fixtures/pdf/pdf-documents.ts';
import { colouredDiscs, inkedRows } from '#tests/fixtures/pictures/discs.ts';
import { run } from '#tests/support/engine-run.ts';

async function bytesOnPage(raster: Raster, dpi: number, preset: Preset): Promise<number> {
  const source = picturePdf(flateOf(raster), (raster.width * 72) / dpi);
  return (await run(source, { preset })).bytes.length;
}

it.each([122, 200])('takes no more bytes of a drawing of %i dpi than a gentler preset', async (dpi) => {
  const sizes: number[] = [];
  for (const preset of PRESETS) sizes.push(await bytesOnPage(colouredDiscs(240), dpi, preset));
  expect(sizes).toEqual([...sizes].sort((a, b) => a - b));
});

it('finds few colours wherever on a page the ink is', async () => {
  const rows = [5, 276, 548, 820, 1080];
  const [sampled, between] = [rows, rows.map((top) => Math.min(top + 40, 1000))];
  const sizeOf = (tops: number[]) => bytesOnPage(inkedRows(800, 1100, tops), 97, 'small');
  expect(await sizeOf(sampled)).toBeLessThan(1.1 * (await sizeOf(between)));
});
