import { describe, expect, it } from 'vitest';
import { meteredCodecs } from '#engine/codecs/metered-codecs.ts';
import type { Raster } from '#engine/base/raster.ts';
import { WorkBudget } from '#engine/budget/work-budget.ts';
import { photoLike, randomNumbers, withSoftAlpha } from '#tests/fixtures/pictures/generated-pictures.ts';
import { codecs, run } from '#tests/support/engine-run.ts';

const { image } = codecs;

function noisy(width: number, height: number): Raster {
  const picture = photoLike(width, height);
  const random = randomNumbers(7);
  return { ...picture, data: picture.data.map((sample) => sample + 60 * (random() - 0.5)) };
}

/** What a file takes, as it is counted, and how the pictures that were encoded are called and how large they are. */
async function workOn(source: Uint8Array) {
  const budget = new WorkBudget(Infinity);
  const wholes: string[] = [];
  const { width } = await image.probe(source);
  const metered = meteredCodecs(codecs, budget);
  const encodeWebp: typeof image.encodeWebp = (raster, options) => {
    if (raster.width === width && options.effort !== 0) wholes.push(Object.keys(options).join(' '));
    return metered.image.encodeWebp(raster, options);
  };
  const result = await run(source, { codecs: { ...metered, image: { ...metered.image, encodeWebp } } });
  return { ...result, ms: budget.spentMs, wholes };
}

describe('the work that a WebP of less than a megabyte takes', () => {
  it('is little where a noisy picture of low quality cannot become smaller', async () => {
    const source = await image.encodeWebp(noisy(1432, 888), { quality: 5, effort: 0 });
    const { bytes, ms, wholes } = await workOn(source);
    expect(bytes).toBe(source);
    expect(ms).toBeLessThan(1100);
    expect(wholes).toEqual([]);
  });

  it('leaves work for whole encodes, also where transparency makes them dear', async () => {
    const source = await image.encodeWebp(withSoftAlpha(noisy(1900, 1200)), { quality: 95, effort: 0 });
    expect(source.length).toBeLessThan(2 ** 20);
    const { bytes, report, ms } = await workOn(source);
    expect(bytes.length).toBeLessThan(source.length);
    expect(report.score).toBeGreaterThanOrEqual(70.5);
    expect(ms).toBeLessThan(8000);
  });

  it('goes into full effort at once where a picture is searched on its mosaic', async () => {
    const source = await image.encodeWebp(photoLike(1500, 1100), { quality: 95, effort: 0 });
    const { bytes, wholes } = await workOn(source);
    expect(bytes.length).toBeLessThan(source.length);
    expect(wholes.length).toBeLessThanOrEqual(4);
  });
});
