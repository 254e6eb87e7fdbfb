import { expect, it } from 'vitest';
import type { Raster } from '#engine/base/raster.ts';
import { paleSky, SKY_RIM, SKY_SHARE } from '#tests/fixtures/pictures/pale-sky.ts';
import { codecs, run } from '#tests/support/engine-run.ts';

const { image } = codecs;

/** Levels by which the mean of a strip of sky may move at "small"; it became grey with ten. */
const UNSEEN = 5;

/** Mean red, green and blue of strips across the sky, inside of the rim. Shares no code with the engine's measure. */
function skyStrips({ width, height, channels, data }: Raster): number[] {
  const strips: number[] = [];
  for (let top = SKY_RIM; top + 16 < height * SKY_SHARE - 14; top += 16)
    for (let left = SKY_RIM; left + 64 < width - SKY_RIM; left += 64)
      for (let c = 0; c < 3; c++) {
        let sum = 0;
        for (let y = top; y < top + 16; y++)
          for (let x = left; x < left + 64; x++) sum += data[(y * width + x) * channels + c]!;
        strips.push(sum / (16 * 64));
      }
  return strips;
}

it('keeps the colours of a pale sky behind foliage', async () => {
  const picture = paleSky(320, 240);
  const source = await image.encodePng(picture);
  const { bytes, report } = await run(source, { preset: 'small', budgetMs: 600_000 });
  expect(bytes.length).toBeLessThan(source.length / 4);
  expect(report.changes.map(({ code }) => code)).toContain('colours-reduced');
  const after = skyStrips(await image.decode(bytes));
  const moves = skyStrips(picture).map((mean, at) => Math.abs(mean - after[at]!));
  expect(moves.length).toBeGreaterThan(20);
  expect(Math.max(...moves)).toBeLessThan(UNSEEN);
});
