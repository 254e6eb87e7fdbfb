import { describe, expect, it } from 'vitest';
import { imageHeader, writeChunks } from '#engine/containers/png/chunks.ts';
import {
  candidatePalettes,
  paletteLadder,
  readPalette,
  type CandidateRange,
} from '#engine/palette/build/candidate-palettes.ts';
import { rasterOf } from '#engine/palette/map/indexed-picture.ts';
import { ColourMapper } from '#engine/palette/map/map-colours.ts';
import { PaletteLadder } from '#engine/palette/build/palette-ladder.ts';
import { blockMeans } from '#engine/quality/metrics/block-means.ts';
import { hueShift } from '#engine/quality/metrics/hue-shift.ts';
import type { Raster } from '#engine/base/raster.ts';
import { photoLike, randomNumbers } from '#tests/fixtures/pictures/generated-pictures.ts';
import { WorkBudget } from '#engine/budget/work-budget.ts';
import { codecs } from '#tests/support/engine-run.ts';

const { image } = codecs;
const budget = new WorkBudget(Infinity);

/** Numbers of colours that are tried, where each palette misses the floor by so many points. */
async function countsOf(range: CandidateRange, missing = 0, photo = photoLike(120, 90)): Promise<number[]> {
  const ladder = (await paletteLadder(photo, image, budget))!;
  const candidates = candidatePalettes(photo, { ladder, range }, image);
  const counts: number[] = [];
  for (;;) {
    const { value, done } = await candidates.next(missing);
    if (done) return counts;
    counts.push(value.length / 4);
  }
}

const FINEST = { colors: 256, quality: 100, effort: 5, dither: 0 };

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

  it('begins with as many colours as keep the pixels within a few levels', async () => {
    const photo = photoLike(120, 90);
    const [, second] = await countsOf('all');
    expect((await paletteLadder(photo, image, budget))!.fewestWithin(8)).toBeLessThanOrEqual(second!);
  });

  it('makes no handful where pixels would move far, and no second one where the first misses the floor', async () => {
    const data = Uint8Array.from({ length: 4 * 120 * 90 }, (_, i) => Math.imul(i + 1, 2654435761) >>> 24);
    const colourful: Raster = { width: 120, height: 90, channels: 4, space: 'rgb', data };
    expect((await paletteLadder(colourful, image, budget))!.fewestWithin(10)).toBeGreaterThan(16);
    expect((await countsOf('all', 0, colourful))[0]).toBeGreaterThan(16);
    const grey = photoLike(120, 90);
    grey.data.forEach((_, i) => (grey.data[i] = Math.floor((i / 3) % 120)));
    expect((await countsOf('all', 5, grey)).slice(0, 2)).toEqual([16, 23]);
    expect((await countsOf('all', 0, grey)).slice(0, 2)).toEqual([16, 16]);
  });

  it('makes palettes of its own for a photograph whose few leaves would lose their hues', async () => {
    const leaves = brownsWithLeaves(480, 320);
    const usual = new PaletteLadder(leaves, readPalette(await image.quantizePng(leaves, FINEST))!);
    const own = (await paletteLadder(leaves, image, budget))!;
    const moveWith = (palette: Uint8Array): number => {
      const { width, height } = leaves;
      const indexes = new ColourMapper(leaves, palette).nearestIndexes();
      return hueShift(blockMeans(leaves, rasterOf({ width, height, palette, indexes }))[0]);
    };
    expect(moveWith(own.of(64))).toBeLessThan(0.8 * moveWith(usual.of(64)));
  });

  it('makes none of a picture that the quantiser leaves in true colours', async () => {
    const codec = { ...image, quantizePng: (raster: Raster) => image.encodePng(raster) };
    expect(await paletteLadder(photoLike(20, 20), codec, budget)).toBeNull();
  });

  it('samples pictures above a megapixel', async () => {
    const seen: number[] = [];
    const codec = {
      ...image,
      quantizePng: (raster: Raster, options: Parameters<typeof image.quantizePng>[1]) => {
        seen.push(raster.width * raster.height);
        return image.quantizePng(raster, options);
      },
    };
    const data = Uint8Array.from({ length: 1500 * 1200 }, (_, i) => i & 255);
    await paletteLadder({ width: 1500, height: 1200, channels: 1, space: 'grey', data }, codec, budget);
    expect(seen[0]).toBeLessThanOrEqual(1_000_000);
    expect(seen[0]).toBeGreaterThan(250_000);
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
