import { describe, expect, it } from 'vitest';
import { imageHeader, writeChunks } from '#engine/containers/png-chunks.ts';
import {
  candidatePalettes,
  paletteLadder,
  readPalette,
  type CandidateRange,
} from '#engine/palette/candidate-palettes.ts';
import type { Raster } from '#engine/raster.ts';
import { WorkBudget } from '#engine/work-budget.ts';
import { photoLike } from '#tests/fixtures/pictures/generated-pictures.ts';
import { codecs } from '#tests/support/engine-run.ts';

const { image } = codecs;
const budget = new WorkBudget(Infinity);

/** Numbers of colours that are tried, where each palette misses the floor by so many points. */
async function countsOf(range: CandidateRange, missing = 0, photo = photoLike(120, 90)): Promise<number[]> {
  const candidates = candidatePalettes(photo, paletteLadder(photo, budget), range, image);
  const counts: number[] = [];
  for (;;) {
    const { value, done } = await candidates.next(missing);
    if (done) return counts;
    counts.push(value.length / 4);
  }
}

describe('candidatePalettes', () => {
  it('goes from a handful of colours to many', async () => {
    const counts = await countsOf('all');
    expect(counts[0]).toBeLessThanOrEqual(16);
    expect(counts.at(-1)).toBeGreaterThan(128);
    expect([...counts].sort((a, b) => a - b)).toEqual(counts);
    // After the handful: that many and half as many again at most.
    for (let i = 2; i < counts.length - 1; i++) expect(counts[i]! / counts[i - 1]!).toBeLessThan(1.5);
  });

  it('takes larger steps in the coarse range, and makes one in the single', async () => {
    expect((await countsOf('coarse')).length).toBeLessThan((await countsOf('all')).length);
    expect(await countsOf('single')).toHaveLength(1);
  });

  it('leaves steps out where much is missing', async () => {
    const counts = await countsOf('all', 60);
    expect(counts.length).toBeLessThan((await countsOf('all', 20)).length);
    expect(counts.at(-1)).toBeGreaterThan(128);
  });

  it('begins with as many colours as keep the pixels within a few levels', async () => {
    const photo = photoLike(120, 90);
    const [, second] = await countsOf('all');
    expect(paletteLadder(photo, budget).fewestWithin(8)).toBeLessThanOrEqual(second!);
  });

  it('makes no handful where pixels would move far, and no second one where the first misses the floor', async () => {
    const data = Uint8Array.from({ length: 4 * 120 * 90 }, (_, i) => Math.imul(i + 1, 2654435761) >>> 24);
    const colourful: Raster = { width: 120, height: 90, channels: 4, space: 'rgb', data };
    expect(paletteLadder(colourful, budget).fewestWithin(10)).toBeGreaterThan(16);
    expect((await countsOf('all', 0, colourful))[0]).toBeGreaterThan(16);
    const grey = photoLike(120, 90);
    grey.data.forEach((_, i) => (grey.data[i] = Math.floor((i / 3) % 120)));
    expect((await countsOf('all', 5, grey)).slice(0, 2)).toEqual([16, 23]);
    expect((await countsOf('all', 0, grey)).slice(0, 2)).toEqual([16, 16]);
  });

  it('samples pictures above a megapixel, and counts the work', () => {
    const spent = new WorkBudget(Infinity);
    const data = Uint8Array.from({ length: 1500 * 1200 }, (_, i) => i & 255);
    paletteLadder({ width: 1500, height: 1200, channels: 1, space: 'grey', data }, spent);
    expect(spent.spentMs).toBeLessThanOrEqual(200);
    expect(spent.spentMs).toBeGreaterThan(50);
  });
});

describe('readPalette', () => {
  it('reads colours with their alpha, which may end early', () => {
    const png = writeChunks([
      imageHeader({ width: 1, height: 1, depth: 8, colourType: 3, isInterlaced: false }),
      { type: 'PLTE', data: Uint8Array.of(1, 2, 3, 4, 5, 6) },
      { type: 'tRNS', data: Uint8Array.of(90) },
      { type: 'IDAT', data: new Uint8Array(0) },
      { type: 'IEND', data: new Uint8Array(0) },
    ]);
    expect([...readPalette(png)!]).toEqual([1, 2, 3, 90, 4, 5, 6, 255]);
  });

  it('finds none in a PNG of samples', async () => {
    expect(readPalette(await image.encodePng(photoLike(20, 20)))).toBeNull();
  });
});
