import { describe, expect, it } from 'vitest';
import { raiseToFloor } from '#engine/search/quality/raise-to-floor.ts';
import { WorkBudget } from '#engine/budget/work-budget.ts';

const setting = { name: 'plain', start: 50, max: 90, encode: () => Promise.reject(new Error('Not called.')) };

async function raise(
  scoreAt: (quality: number) => number,
  { isHuge = false, areasAt }: { isHuge?: boolean; areasAt?: (quality: number) => number } = {},
) {
  const tried: number[] = [];
  const encodeAt = async (_: unknown, quality: number) => {
    tried.push(quality);
    return { quality, score: scoreAt(quality), bytes: new Uint8Array(quality), setting: 'plain' };
  };
  const missed = await encodeAt(setting, 50);
  const budget = new WorkBudget(Infinity);
  const forecast = areasAt ? async (_: unknown, quality: number) => areasAt(quality) : null;
  const raised = await raiseToFloor(setting, missed, { floor: 70, budget, isHuge, forecast }, encodeAt);
  return { raised, tried };
}

describe('raiseToFloor', () => {
  it('raises the quality until the score reaches the floor', async () => {
    const { raised } = await raise((quality) => 68 + 0.45 * (quality - 50));
    expect(raised).toMatchObject({ quality: 55, setting: 'plain' });
  });

  it('lowers it again where that was too much, but not for a huge picture', async () => {
    const steep = (quality: number) => 60 + 2 * (quality - 50);
    const { raised } = await raise(steep);
    expect(raised!.quality).toBeLessThan((await raise(steep, { isHuge: true })).raised!.quality);
    expect(raised!.score).toBeGreaterThanOrEqual(70);
  });

  it('goes to the next quality at which areas are said to hold, where they alone are at fault', async () => {
    const areasAt = (quality: number) => (quality === 53 ? 71 : 40);
    const { tried } = await raise((quality) => Math.min(areasAt(quality), quality + 25), { areasAt });
    expect(tried).toEqual([50, 53]);
  });

  it('lowers it again only to where areas are said to hold', async () => {
    const areasAt = (quality: number) => (quality < 64 ? 60 : 100);
    const { raised, tried } = await raise((quality) => Math.min(areasAt(quality), 60 + (quality - 50)), {
      areasAt: (quality) => (quality === 50 ? 100 : areasAt(quality)),
    });
    expect(raised!.quality).toBe(tried.at(-1));
    expect(tried.slice(1).every((quality) => quality >= 64)).toBe(true);
  });

  it('goes on by score where no quality in sight is said to hold', async () => {
    const { raised } = await raise((quality) => 60 + (quality - 50), { areasAt: () => 0 });
    expect(raised!.score).toBeGreaterThanOrEqual(70);
  });

  it('takes growing steps where scores hardly rise', async () => {
    const { tried } = await raise((quality) => 69.9 + 0.002 * (quality - 50));
    const steps = tried.slice(1).map((quality, i) => quality - tried[i]!);
    expect(steps).toEqual(steps.toSorted((a, b) => a - b));
    expect(steps.at(-1)).toBeGreaterThan(5);
  });

  it('returns null where the highest quality misses the floor', async () => {
    const { raised, tried } = await raise(() => 20);
    expect(raised).toBeNull();
    expect(tried.at(-1)).toBe(90);
  });
});
