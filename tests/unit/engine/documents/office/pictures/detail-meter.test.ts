import { describe, expect, it } from 'vitest';
import { DetailMeter } from '#engine/documents/office/pictures/detail-meter.ts';
import { msSsim } from '#engine/quality/metrics/ms-ssim.ts';
import { photoSamples } from '#tests/fixtures/deck-pictures.ts';
import { codecs } from '#tests/support/engine-run.ts';
import type { Raster } from '#engine/base/raster.ts';

const { image } = codecs;
const photo = (width: number, height: number): Raster => ({
  width,
  height,
  channels: 3,
  space: 'rgb',
  data: photoSamples(width, height, 3),
});

describe('DetailMeter', () => {
  it('finds all detail in a picture of the same samples', async () => {
    const picture = photo(300, 200);
    expect(await new DetailMeter(picture, image).similarity(picture)).toBeCloseTo(1, 6);
  });

  it('finds less the smaller the copy is', async () => {
    const meter = new DetailMeter(photo(300, 200), image);
    const shares = [0.9, 0.6, 0.3].map((share) => ({ width: 300 * share, height: 200 * share }));
    const found = await Promise.all(shares.map((size) => meter.similarityAt(size)));
    expect(found).toEqual([...found].sort((a, b) => b - a));
    expect(found[2]).toBeLessThan(found[0]!);
  });

  it.each([
    ['a landscape', 1900, 1300, 703],
    ['a panorama', 5000, 400, 1777],
    ['a logo shown about an inch wide', 1236, 860, 124],
  ])(
    'says of tiles of %s what enlarging all of it says',
    { timeout: 60_000 },
    async (_, width, height, to) => {
      const picture = photo(width, height);
      const meter = new DetailMeter(picture, image);
      const size = { width: to, height: Math.ceil((to * height) / width) };
      const shown = await image.resize(picture, size.width, size.height);
      const enlarged = await image.resize(shown, width, height);
      const all = msSsim(picture, enlarged, { windows: 'box', background: 255 });
      expect(Math.abs((await meter.similarity(shown)) - all)).toBeLessThan(0.004);
      expect(Math.abs((await meter.similarityAt(size)) - all)).toBeLessThan(0.004);
    },
  );
});
