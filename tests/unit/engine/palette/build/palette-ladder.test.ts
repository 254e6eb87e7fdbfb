import { describe, expect, it } from 'vitest';
import { colourHistogram } from '#engine/palette/build/colour-histogram.ts';
import { PaletteLadder } from '#engine/palette/build/palette-ladder.ts';
import { photoLike } from '#tests/fixtures/pictures/generated-pictures.ts';
import { TURNS } from '../../../../../bench/relations/rasters.ts';

type Sample = readonly number[];

/** The ladder of a picture in which colours stand for so many pixels: single ones, or an area. */
function ladderOf(...colours: readonly (readonly [Sample, number, ('area' | undefined)?])[]): PaletteLadder {
  const sorted = colours
    .map(([[r, g, b, a], pixels, kind]) => ({
      colour: ((r! << 24) | (g! << 16) | (b! << 8) | a!) >>> 0,
      pixels,
      inArea: kind === 'area' ? pixels : 0,
    }))
    .sort((one, other) => one.colour - other.colour);
  return new PaletteLadder({
    colours: Uint32Array.from(sorted, ({ colour }) => colour),
    pixels: Uint32Array.from(sorted, ({ pixels }) => pixels),
    inAreas: Uint32Array.from(sorted, ({ inArea }) => inArea),
  });
}

const grey = (level: number): Sample => [level, level, level, 255];

/** The ladder of a screen of grey areas. */
function greys(...levels: readonly (readonly [level: number, pixels: number])[]): PaletteLadder {
  return ladderOf(...levels.map(([level, pixels]) => [grey(level), pixels, 'area'] as const));
}

/** The red samples of a palette, from dark to light. */
function levelsOf(palette: Uint8Array): number[] {
  return [...palette].filter((_, at) => at % 4 === 0).sort((a, b) => a - b);
}

describe('PaletteLadder', () => {
  it('merges those first whose pixels lose least, into their mean', () => {
    const ladder = ladderOf(...[1, 100, 110, 114, 254].map((level) => [grey(level), 100] as const));
    expect(levelsOf(ladder.of(5))).toEqual([1, 100, 110, 114, 254]);
    expect(levelsOf(ladder.of(4))).toEqual([1, 100, 112, 254]);
    expect(levelsOf(ladder.of(1))).toHaveLength(1);
  });

  it('gives pixels to the nearest colour, whatever they were merged with', () => {
    const levels = [0, 3, 4, 6, 9, 10];
    const ladder = ladderOf(...levels.map((level) => [grey(level * 10), 100] as const));
    const [low, high] = levelsOf(ladder.of(2)) as [number, number];
    const below = levels.filter((level) => level * 10 < (low + high) / 2);
    expect(low).toBe(Math.round((below.reduce((sum, level) => sum + level, 0) * 10) / below.length));
  });

  it('keeps two large areas apart that are nearer to each other than what few pixels have', () => {
    expect(levelsOf(greys([100, 500], [110, 500], [200, 2], [230, 2]).of(3))).toEqual([100, 110, 215]);
  });

  it('keeps a rare colour of a photograph longer than one of a screen', () => {
    const colours = [
      [grey(100), 4000],
      [grey(104), 4000],
      [[160, 100, 100, 255], 4],
    ] as const;
    const reds = (kind?: 'area'): number[] =>
      levelsOf(ladderOf(...colours.map(([c, n]) => [c, n, kind] as const)).of(2));
    expect(reds()).toEqual([102, 160]);
    expect(reds('area')[1]).toBeLessThan(160);
  });

  it('answers with the fullest palette itself where as many colours are asked for, or more', () => {
    const ladder = greys([0, 5], [255, 5]);
    expect(ladder.of(2)).toBe(ladder.fullest);
    expect(ladder.of(99)).toBe(ladder.fullest);
    expect(ladder.most).toBe(2);
  });

  it('shows areas of one colour exactly, whatever is merged into them', () => {
    const ladder = ladderOf([grey(240), 100, 'area'], [grey(238), 9], [grey(235), 20], [grey(0), 50, 'area']);
    expect(levelsOf(ladder.of(2))).toEqual([0, 240]);
  });

  it('weighs colours as far as they are opaque', () => {
    const half = ladderOf([[200, 100, 0, 128], 5], [[204, 100, 0, 128], 5]);
    expect([...half.of(1)]).toEqual([202, 100, 0, 128]);
  });

  it('tells with how few colours pixels stay within so many levels', () => {
    const ladder = greys([1, 100], [5, 100], [100, 100], [254, 100]);
    expect(ladder.fewestWithin(0.5)).toBe(4);
    // Half of the pixels move by 2 in three channels: 2.4 levels over all.
    expect(ladder.fewestWithin(3)).toBe(3);
    expect(ladder.fewestWithin(1000)).toBe(1);
  });

  it('has 256 colours of a photograph, the same of one that is turned', () => {
    const photo = photoLike(120, 90);
    const palette = new PaletteLadder(colourHistogram(photo)).fullest;
    expect(palette).toHaveLength(256 * 4);
    for (const turn of Object.values(TURNS))
      expect(new PaletteLadder(colourHistogram(turn(photo))).fullest).toEqual(palette);
  });
});
