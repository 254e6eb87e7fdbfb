import { describe, expect, it } from 'vitest';
import { withoutLeastMissed } from '#engine/palette/repair/add-colours.ts';

const grey = (level: number): number[] => [level, level, level, 255];

describe('withoutLeastMissed', () => {
  const palette = Uint8Array.from([0, 100, 104, 200, 207].flatMap(grey));

  it('lets the colours go whose pixels lose least', () => {
    const indexes = Uint8Array.from([0, 0, 1, 1, 1, 2, 3, 3, 4, 4]);
    const left = (excess: number) =>
      [...withoutLeastMissed(palette, indexes, excess)].filter((_, at) => at % 4 === 0);
    expect(left(1)).toEqual([0, 100, 200, 207]);
    // The pixels of what went count for the one that took them.
    expect(left(2)).toEqual([0, 100, 207]);
    expect(left(3)).toEqual([100, 207]);
  });

  it('lets none of the last ones go that are to stay', () => {
    const left = withoutLeastMissed(palette, Uint8Array.of(0, 0, 1, 2, 2, 3), 1, 3);
    expect([...left].filter((_, at) => at % 4 === 0)).toEqual([0, 104, 200, 207]);
  });

  it('keeps a palette without excess', () => {
    expect(withoutLeastMissed(palette, new Uint8Array(4), 0)).toBe(palette);
  });
});
