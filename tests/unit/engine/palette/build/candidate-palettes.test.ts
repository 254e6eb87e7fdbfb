import { describe, expect, it } from 'vitest';
import {
  candidatePalettes,
  paletteLadder,
  type CandidateRange,
} from '#engine/palette/build/candidate-palettes.ts';
import { rasterOf } from '#engine/palette/map/indexed-picture.ts';
import { ColourMapper } from '#engine/palette/map/map-colours.ts';
import { FIRST_LEVELS, HANDFUL_COLOURS } from '#engine/palette/tuning.ts';
import { blockMeans } from '#engine/quality/metrics/block-means.ts';
import { hueShift } from '#engine/quality/metrics/hue-shift.ts';
import { HUE_SHIFT } from '#engine/quality/thresholds.ts';
import type { Raster } from '#engine/base/raster.ts';
import { photoLike, randomNumbers } from '#tests/fixtures/pictures/generated-pictures.ts';
import { WorkBudget } from '#engine/budget/work-budget.ts';

const budget = new WorkBudget(Infinity);

/** Numbers of colours that are tried, where each palette misses the floor by so many points. */
async function countsOf(range: CandidateRange, missing = 0, photo = photoLike(120, 90)): Promise<number[]> {
  const ladder = paletteLadder(photo, budget);
  const candidates = candidatePalettes({ ladder, range });
  const counts: number[] = [];
  for (;;) {
    const { value, done } = await candidates.next(missing);
    if (done) return counts;
    counts.push(value.length / 4);
  }
}

/** Grainy browns and greys, and in one block of forty leaves of a green or red of its own. */
function brownsWithLeaves(width: number, height: number): Raster {
  const random = randomNumbers(7);
  const blocks = Array.from(
    { length: Math.ceil(width / 16) * Math.ceil(height / 16) },
    () => [random(), random()] as const,
  );
  const data = new Uint8Array(width * height * 3);
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at += 3) {
      const [rare, hue] = blocks[Math.floor(y / 16) * Math.ceil(width / 16) + Math.floor(x / 16)]!;
      const light = 30 + 200 * random();
      const warmth = 0.5 + 0.5 * random();
      const leaf = [light * hue, light * (1 - hue), light * 0.2];
      data.set(rare < 1 / 40 ? leaf : [light, light * (0.6 + 0.4 * warmth), light * warmth], at);
    }
  return { width, height, channels: 3, space: 'rgb', data };
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
    expect((await countsOf('few')).length).toBeLessThan((await countsOf('all')).length);
    expect(await countsOf('one')).toHaveLength(1);
  });

  it('leaves steps out where much is missing', async () => {
    const counts = await countsOf('all', 60);
    expect(counts.length).toBeLessThan((await countsOf('all', 20)).length);
    expect(counts.at(-1)).toBeGreaterThan(128);
  });

  it('begins with as many colours as keep the pixels within a few levels, and a handful at least', async () => {
    const data = Uint8Array.from({ length: 3 * 120 * 90 }, (_, i) => Math.imul(i + 1, 2654435761) >>> 24);
    const colourful: Raster = { width: 120, height: 90, channels: 3, space: 'rgb', data };
    const [first] = await countsOf('all', 0, colourful);
    expect(first).toBe(paletteLadder(colourful, budget).fewestWithin(FIRST_LEVELS));
    expect(first).toBeGreaterThan(HANDFUL_COLOURS);
    const grey = photoLike(120, 90);
    grey.data.forEach((_, i) => (grey.data[i] = Math.floor((i / 3) % 120)));
    expect((await countsOf('all', 0, grey))[0]).toBe(HANDFUL_COLOURS);
  });

  it('keeps the hues of the few leaves of a photograph', () => {
    const leaves = brownsWithLeaves(480, 320);
    const { width, height } = leaves;
    const palette = paletteLadder(leaves, budget).of(64);
    const indexes = new ColourMapper(leaves, palette).nearestIndexes();
    expect(hueShift(blockMeans(leaves, rasterOf({ width, height, palette, indexes }))[0])).toBeLessThan(
      HUE_SHIFT.noticed,
    );
  });
});
