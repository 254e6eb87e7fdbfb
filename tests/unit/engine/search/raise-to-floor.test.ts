import { describe, expect, it } from 'vitest';
import { raiseToFloor } from '#engine/search/raise-to-floor.ts';
import { WorkBudget } from '#engine/work-budget.ts';

const setting = { name: 'plain', start: 50, max: 90, encode: () => Promise.reject(new Error('Not called.')) };

async function raise(scoreAt: (quality: number) => number, isHuge = false) {
  const tried: number[] = [];
  const encodeAt = async (_: unknown, quality: number) => {
    tried.push(quality);
    return { quality, score: scoreAt(quality), bytes: new Uint8Array(quality), setting: 'plain' };
  };
  const missed = await encodeAt(setting, 50);
  const budget = new WorkBudget(Infinity);
  const raised = await raiseToFloor(setting, missed, { floor: 70, budget, isHuge }, encodeAt);
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
    expect(raised!.quality).toBeLessThan((await raise(steep, true)).raised!.quality);
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
