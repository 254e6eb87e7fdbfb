import { describe, expect, it } from 'vitest';
import type { Setting } from '#engine/search/still/floor-request.ts';
import { searchSettings, type SettingsRequest } from '#engine/search/quality/settings-search.ts';
import { WorkBudget } from '#engine/budget/work-budget.ts';

/** Bytes and score by quality, in place of an encoder. */
interface Curve {
  readonly sizeAt: (quality: number) => number;
  readonly scoreAt: (quality: number) => number;
}

const plain: Curve = { sizeAt: (quality) => 100 * quality, scoreAt: (quality) => 20 + 0.7 * quality };
const twice: Curve = { ...plain, sizeAt: (quality) => 200 * quality };
const tenPercentLess: Curve = { ...plain, sizeAt: (quality) => 90 * quality };

async function search(curves: Readonly<Record<string, Curve>>, request: Partial<SettingsRequest> = {}) {
  const tried: string[] = [];
  const encode = () => Promise.reject(new Error('The attempt encodes.'));
  const settings = Object.keys(curves).map((name): Setting => ({ name, start: 66, max: 96, encode }));
  const found = await searchSettings(settings, {
    floor: 70,
    budget: new WorkBudget(Infinity),
    tooLongBytes: Infinity,
    enoughBytes: 0,
    attempt: async ({ name }, quality) => {
      tried.push(name);
      const { sizeAt, scoreAt } = curves[name]!;
      return { quality, score: scoreAt(quality), bytes: new Uint8Array(sizeAt(quality)) };
    },
    ...request,
  });
  const trialsOf = (name: string) => tried.filter((each) => each === name).length;
  return { best: found[0], found, trialsOf };
}

describe('searchSettings', () => {
  it('returns the smallest of all settings first', async () => {
    const { best, found } = await search({ plain, tenPercentLess });
    expect([best?.setting.name, best?.trial.quality]).toEqual(['tenPercentLess', 72]);
    const sizes = found.map(({ trial }) => trial.bytes.length);
    expect(sizes).toEqual(sizes.toSorted((a, b) => a - b));
  });

  it('gives up a setting that falls behind the leader', async () => {
    expect((await search({ plain, twice })).trialsOf('twice')).toBe(1);
  });

  it('gives up a setting that no quality would bring to the floor', async () => {
    const flat: Curve = { sizeAt: (quality) => 90 * quality, scoreAt: (quality) => 40 + 0.1 * quality };
    expect((await search({ plain, flat })).trialsOf('flat')).toBe(2);
  });

  it('gives up where a miss is already too long to be of use', async () => {
    const { best, trialsOf } = await search({ plain }, { tooLongBytes: 1000 });
    expect([best, trialsOf('plain')]).toEqual([undefined, 1]);
  });

  it.each([
    [30, 0],
    [5, 1],
  ])(
    'tries another setting after a trial six times too long from quality %d on: %d',
    async (minQuality, trials) => {
      const { best, trialsOf } = await search({ plain, tenPercentLess }, { tooLongBytes: 1000, minQuality });
      expect([best, trialsOf('plain'), trialsOf('tenPercentLess')]).toEqual([undefined, 1, trials]);
    },
  );

  it('gives up a setting that promises too many bytes at the floor, by the most that a point takes', async () => {
    // 6600 bytes, 6.2 points above a floor of 60: 4550 at 0.06 a point, 2/3 of which another setting may need.
    const request = { floor: 60, mostRate: 0.06 };
    const { trialsOf } = await search({ plain, tenPercentLess }, { ...request, tooLongBytes: 4500 });
    expect([trialsOf('plain'), trialsOf('tenPercentLess')]).toEqual([1, expect.any(Number)]);
    expect(trialsOf('tenPercentLess')).toBeGreaterThan(0);
    const tooLong = await search({ plain, tenPercentLess }, { ...request, tooLongBytes: 2900 });
    expect([tooLong.trialsOf('plain'), tooLong.trialsOf('tenPercentLess')]).toEqual([1, 0]);
  });

  it('tries nothing further where only what a result needs is left', async () => {
    const request = { budget: new WorkBudget(1000), reserveMs: () => 1000 };
    const { trialsOf } = await search({ plain, tenPercentLess }, request);
    expect([trialsOf('plain'), trialsOf('tenPercentLess')]).toEqual([1, 0]);
  });

  it('gives up where a miss promises too many bytes at the floor, by the least that a point takes', async () => {
    // 6600 bytes, 3.8 points below the floor: 7120 at 0.02 a point.
    const request = { tooLongBytes: 7000 };
    expect((await search({ plain }, request)).trialsOf('plain')).toBeGreaterThan(1);
    expect((await search({ plain }, { ...request, leastRate: 0.02 })).trialsOf('plain')).toBe(1);
    const enough = await search({ plain }, { tooLongBytes: 8000, leastRate: 0.02 });
    expect(enough.best?.trial.quality).toBe(72);
  });

  it('tries no quality twice', async () => {
    const erratic: Curve = { ...plain, scoreAt: (quality) => (quality >= 66 ? 80 : 60) };
    // All of the far lower qualities are the lowest one worth having.
    const { trialsOf } = await search({ erratic }, { minQuality: 60 });
    const { found, trialsOf: trialsAbove } = await search({ erratic }, { minQuality: 64 });
    expect(trialsOf('erratic')).toBeLessThanOrEqual(7);
    expect(trialsAbove('erratic')).toBe(3);
    expect(new Set(found.map(({ trial }) => trial.quality)).size).toBe(found.length);
  });

  it('stops at a result that is short enough', async () => {
    const { trialsOf } = await search({ plain, tenPercentLess }, { enoughBytes: 20_000 });
    expect(trialsOf('tenPercentLess')).toBe(0);
  });

  it('tries one setting once, at more quality, when the budget is spent', async () => {
    const { best, trialsOf } = await search({ plain, tenPercentLess }, { budget: new WorkBudget(0) });
    expect(best?.trial.quality).toBe(80);
    expect([trialsOf('plain'), trialsOf('tenPercentLess')]).toEqual([1, 0]);
  });

  it('tries far lower qualities where scores are erratic', async () => {
    const erratic: Curve = { ...plain, scoreAt: (quality) => (quality >= 66 || quality < 40 ? 80 : 60) };
    const { best } = await search({ erratic });
    expect(best!.trial.quality).toBeLessThan(40);
  });

  it.each([
    ['no luck once more than half of the budget is spent', 75, 6],
    ['nothing further once the budget is spent', 25, 3],
  ])('tries %s', async (_, workMs, most) => {
    const budget = new WorkBudget(workMs);
    const erratic: Curve = { ...plain, scoreAt: (quality) => (quality >= 66 || quality < 40 ? 80 : 60) };
    let trials = 0;
    const attempt: SettingsRequest['attempt'] = async (_setting, quality) => {
      trials++;
      budget.charge(10);
      const score = erratic.scoreAt(quality);
      return { quality, score, bytes: new Uint8Array(erratic.sizeAt(quality)) };
    };
    const { best } = await search({ erratic }, { budget, attempt });
    expect(best!.trial.quality).toBeGreaterThanOrEqual(66);
    expect(trials).toBeLessThanOrEqual(most);
  });

  it('keeps to the lowest quality worth having', async () => {
    const easy: Curve = { ...plain, scoreAt: () => 90 };
    expect((await search({ easy }, { minQuality: 55 })).best?.trial.quality).toBe(55);
  });
});
