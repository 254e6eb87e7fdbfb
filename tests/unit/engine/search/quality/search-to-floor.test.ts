import { describe, expect, it } from 'vitest';
import { WorkBudget } from '#engine/budget/work-budget.ts';
import { searchToFloor, type FloorSubject } from '#engine/search/quality/search-to-floor.ts';
import type { SearchedSetting } from '#engine/search/quality/trial.ts';

const plain: SearchedSetting = { start: 66, max: 96 };
const smaller: SearchedSetting = { start: 66, max: 96, marginShare: 0.01 };

/** Encodes of 100 and 90 bytes a step of quality, 0.7 points each. Wholes score two points less than trials. */
async function search({ tooLongBytes = Infinity, maxBytes = Infinity, areasFrom = 0 } = {}) {
  const made: string[] = [];
  const bytesOf = (setting: SearchedSetting, quality: number) =>
    new Uint8Array((setting === plain ? 100 : 90) * quality);
  const subject: FloorSubject<SearchedSetting> = {
    makeTrial: async ({ setting, quality }, isTooLong) => {
      const bytes = bytesOf(setting, quality);
      made.push(isTooLong(bytes) ? 'unmeasured' : `trial ${quality}`);
      return { bytes, score: isTooLong(bytes) ? -Infinity : 20 + 0.7 * quality };
    },
    makeResult: async ({ setting, quality }) => {
      made.push(`result ${quality}`);
      return { bytes: bytesOf(setting, quality), score: 18 + 0.7 * quality, cause: 'structure' };
    },
    forecasts: [
      {
        cause: 'areas',
        mostMisses: 16,
        score: (_, quality) => Promise.resolve(quality < areasFrom ? 40 : 100),
      },
    ],
    leastQuality: (_, trial) => trial.quality,
  };
  const limits = {
    trials: { floor: 70, tolerance: 0.4, tooLongBytes, enoughBytes: 0 },
    budget: new WorkBudget(Infinity),
    results: { floor: 70, tolerance: 1, maxBytes },
  };
  return { found: await searchToFloor([plain, smaller], limits, subject), made };
}

describe('searchToFloor', () => {
  it('makes and mends what trials found to be smallest', async () => {
    const { found, made } = await search();
    expect(found!.result).toMatchObject({ setting: smaller, quality: 75 });
    expect(found!.trial).toMatchObject({ setting: smaller, quality: 72 });
    expect(made).toEqual([
      'trial 66',
      'trial 75',
      'trial 72',
      'trial 71',
      'trial 72',
      'trial 71',
      'result 72',
      'result 76',
      'result 75',
    ]);
  });

  it('makes no result at a quality at which areas are foretold to miss the floor', async () => {
    const { made } = await search({ areasFrom: 80 });
    expect(made.filter((each) => each.startsWith('result'))).toEqual(['result 72', 'result 80']);
  });

  it.each([
    ['trials are too long', { tooLongBytes: 4000 }, 'trial 66'],
    ['the result is too long', { maxBytes: 6000 }, 'result 72'],
    ['a trial is too long at any score', { tooLongBytes: 1000 }, 'unmeasured'],
  ])('returns nothing where %s', async (_, limits, last) => {
    const { found, made } = await search(limits);
    expect([found?.result ?? null, made.at(-1)]).toEqual([null, last]);
  });
});
