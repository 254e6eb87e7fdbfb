import { describe, expect, it } from 'vitest';
import { PaletteLadder } from '#engine/palette/build/palette-ladder.ts';

type Sample = readonly number[];

/** A picture of three equal rows in which colours follow each other for so many pixels, and the ladder of a palette for it. */
function ladderOf(
  palette: readonly Sample[],
  ...areas: readonly (readonly [Sample, number])[]
): PaletteLadder {
  const row = areas.flatMap(([colour, pixels]) => Array.from({ length: pixels }, () => colour).flat());
  const data = Uint8Array.from([...row, ...row, ...row]);
  const raster = { width: row.length / 4, height: 3, channels: 4, space: 'rgb', data } as const;
  return new PaletteLadder(raster, Uint8Array.from(palette.flat()));
}

const grey = (level: number): Sample => [level, level, level, 255];

/** A palette of opaque greys, each of which is the mean of as many pixels a level lighter and a level darker. */
function greys(...levels: readonly (readonly [level: number, pixels: number])[]): PaletteLadder {
  const areas = levels.flatMap(([level, pixels]) => [
    [grey(level - 1), pixels / 2] as const,
    [grey(level + 1), pixels / 2] as const,
  ]);
  return ladderOf(
    levels.map(([level]) => grey(level)),
    ...areas,
  );
}

/** The red samples of a palette, from dark to light. */
function levelsOf(palette: Uint8Array): number[] {
  return [...palette].filter((_, at) => at % 4 === 0).sort((a, b) => a - b);
}

describe('PaletteLadder', () => {
  it('merges those first whose pixels lose least, into their mean', () => {
    const ladder = greys([1, 100], [100, 100], [110, 30], [114, 10], [254, 100]);
    expect(levelsOf(ladder.of(4))).toEqual([1, 100, 111, 254]);
    expect(levelsOf(ladder.of(3))).toEqual([1, 103, 254]);
    expect(levelsOf(ladder.of(1))).toHaveLength(1);
  });

  it('keeps two large areas apart that are nearer to each other than what few pixels have', () => {
    const ladder = greys([100, 500], [110, 500], [200, 2], [230, 2]);
    expect(levelsOf(ladder.of(3))).toEqual([100, 110, 215]);
  });

  it('gives up unused colours first', () => {
    const ladder = ladderOf([grey(0), grey(60), grey(120), grey(255)], [grey(0), 5], [grey(255), 5]);
    expect(levelsOf(ladder.of(2))).toEqual([0, 255]);
  });

  it('answers with the fullest palette itself where as many colours are asked for, or more', () => {
    const ladder = ladderOf([grey(0), grey(255)], [grey(0), 5], [grey(255), 5]);
    expect(ladder.of(2)).toBe(ladder.fullest);
    expect(ladder.of(99)).toBe(ladder.fullest);
    expect(ladder.most).toBe(2);
  });

  it('shows areas of one colour exactly, whatever is merged into them', () => {
    const ladder = ladderOf(
      [grey(239), grey(236), grey(0)],
      [grey(240), 100],
      [grey(238), 9],
      [grey(235), 10],
      [grey(237), 10],
      [grey(0), 50],
    );
    expect(levelsOf(ladder.fullest)).toEqual([0, 236, 240]);
    expect(levelsOf(ladder.of(2))).toEqual([0, 240]);
  });

  it('weighs colours as far as they are opaque', () => {
    const clear = [255, 0, 0, 0];
    const [one, other] = [
      [90, 90, 90, 255],
      [110, 90, 90, 255],
    ];
    const ladder = ladderOf([clear, [0, 0, 255, 0], one, other], [clear, 50], [one, 50], [other, 50]);
    const alphas = [3, 7, 11].map((at) => ladder.of(3)[at]);
    expect(alphas.sort()).toEqual([0, 255, 255]);
    const half = ladderOf(
      [
        [200, 100, 0, 128],
        [204, 100, 0, 128],
      ],
      [[200, 100, 0, 128], 5],
      [[204, 100, 0, 128], 5],
    );
    expect([...half.of(1)]).toEqual([202, 100, 0, 128]);
  });

  it('tells with how few colours pixels stay within so many levels', () => {
    const ladder = greys([1, 100], [5, 100], [100, 100], [254, 100]);
    expect(ladder.fewestWithin(0.5)).toBe(4);
    // Half of the pixels move by 2 in three channels: 2.4 levels over all.
    expect(ladder.fewestWithin(3)).toBe(3);
    expect(ladder.fewestWithin(1000)).toBe(1);
  });
});
