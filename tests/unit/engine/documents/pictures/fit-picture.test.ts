import { describe, expect, it } from 'vitest';
import { fitPicture } from '#engine/documents/pictures/fit-picture.ts';

const LIMITS = { mostBytes: 1000, leastBytes: 500, leastScore: 70 };

/** Ways that end in these bytes and scores; collects which were tried. */
async function fit(found: readonly (readonly [number, number] | null)[]) {
  const tried: number[] = [];
  const ways = found.map((way, index) => () => {
    tried.push(index);
    return Promise.resolve(way && { picture: index, bytes: way[0], score: way[1] });
  });
  return { picture: await fitPicture(ways, LIMITS), tried };
}

describe('fitPicture', () => {
  it('takes the fullest way', async () => {
    expect(
      await fit([
        [700, 80],
        [900, 75],
      ]),
    ).toEqual({ picture: 1, tried: [0, 1] });
  });

  it('ends with a way that is near enough', async () => {
    expect(
      await fit([
        [960, 80],
        [1000, 90],
      ]),
    ).toEqual({ picture: 0, tried: [0] });
  });

  it.each([
    ['is too poor', [980, 69]],
    ['is shorter than what there is', [400, 90]],
  ] as const)('passes over a way that %s', async (_, way) => {
    expect((await fit([way, null])).picture).toBeNull();
    expect((await fit([way, [600, 71]])).picture).toBe(1);
  });
});
