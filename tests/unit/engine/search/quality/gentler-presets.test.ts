import { describe, expect, it } from 'vitest';
import { WorkBudget } from '#engine/budget/work-budget.ts';
import { smallestOfPresets } from '#engine/search/quality/gentler-presets.ts';

interface Made {
  readonly size: number;
  readonly score: number;
}

/** What is found where each floor makes one thing, and the floors that were asked for. */
async function among(
  made: Readonly<Record<number, Made>>,
  { isSmall = false, isForTarget = false } = {},
): Promise<{ found: Made | null; floors: number[]; spentMs: number }> {
  const whole = new WorkBudget(100);
  const budget = whole.part(50);
  const floors: number[] = [];
  const found = await smallestOfPresets<Made>({
    floor: 62,
    isSmall,
    isForTarget,
    find: (floor) => {
      budget.charge(40);
      floors.push(floor);
      return Promise.resolve(made[floor] ?? null);
    },
    sizeOf: ({ size }) => size,
    scoreOf: ({ score }) => score,
    budget,
  });
  return { found, floors, spentMs: whole.spentMs };
}

describe('smallestOfPresets', () => {
  const leaping = { 62: { size: 30, score: 80 }, 70.5: { size: 31, score: 86 }, 85: { size: 20, score: 90 } };

  it('goes on to gentler presets as long as their floors are reached, each for as much work', async () => {
    expect(await among(leaping)).toEqual({ found: leaping[85], floors: [62, 70.5, 85], spentMs: 40 });
    const level = { ...leaping, 62: { size: 30, score: 68 } };
    expect(await among(level)).toMatchObject({ found: level[62], floors: [62] });
  });

  it('asks half way of what is small, and nothing for a size', async () => {
    const level = { ...leaping, 62: { size: 30, score: 68 } };
    expect(await among(level, { isSmall: true })).toMatchObject({ found: leaping[85] });
    expect(await among(leaping, { isForTarget: true })).toMatchObject({ found: leaping[62], floors: [62] });
  });

  it('finds nothing where the first search does', async () => {
    expect(await among({ 85: { size: 1, score: 90 } })).toMatchObject({ found: null, floors: [62] });
  });
});
