import { describe, expect, it } from 'vitest';
import type { Setting } from '#engine/search/still/floor-request.ts';
import type { Trial } from '#engine/search/quality/trial.ts';
import { WholeCosts } from '#engine/search/still/whole-costs.ts';
import { WorkBudget } from '#engine/budget/work-budget.ts';

const setting = (name: string): Setting => ({
  name,
  start: 50,
  max: 90,
  encode: () => Promise.reject(new Error('Nothing is encoded.')),
});
const [quick, slow] = [setting('quick'), setting('slow')];
const foundWith = (each: Setting): Trial<Setting> => ({
  setting: each,
  quality: 50,
  score: 71,
  bytes: new Uint8Array(1),
});

/** Trials on a quarter of the picture that take 10 and 100 ms. */
async function costsIn(budget: WorkBudget, share = 0.25): Promise<WholeCosts> {
  const costs = new WholeCosts(budget, share);
  await costs.counted(quick, async () => budget.charge(10));
  await costs.counted(slow, async () => budget.charge(100));
  return costs;
}

describe('WholeCosts', () => {
  it('leaves work for three encodes of the whole with the cheapest setting', async () => {
    expect((await costsIn(new WorkBudget(1000))).reserveMs).toBe(120);
  });

  it('leaves nothing where no trial was made, and where trials are final', async () => {
    expect(new WholeCosts(new WorkBudget(1000), 0.25).reserveMs).toBe(0);
    expect((await costsIn(new WorkBudget(1000), 1)).reserveMs).toBe(0);
  });

  it.each([
    ['all where there is work for them', Infinity, ['slow', 'quick']],
    ['those whose whole can still be mended once', 500, ['quick']],
    ['the cheapest where the budget is spent', 0, ['quick']],
  ])('keeps %s', async (_, workMs, names) => {
    const costs = await costsIn(new WorkBudget(workMs));
    const kept = costs.affordable([foundWith(slow), foundWith(quick)]);
    expect(kept.map((each) => each.setting.name)).toEqual(names);
  });
});
