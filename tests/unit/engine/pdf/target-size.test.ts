import { describe, expect, it } from 'vitest';
import type { PicturePlan } from '#engine/pdf/images/plan-pictures.ts';
import type { PictureSettings } from '#engine/pdf/images/recompress-picture.ts';
import { planForTarget } from '#engine/pdf/images/target-size.ts';

const WHOLE = 1_000_000;

/** Plans whose results have the sizes that a rule gives for a floor. */
function planner(sizeAt: (floor: number) => number) {
  const tried: number[] = [];
  const plan = ({ floor }: PictureSettings): Promise<PicturePlan> => {
    tried.push(floor);
    const savedBytes = WHOLE - (floor === 100 ? 0.97 * WHOLE : sizeAt(floor));
    return Promise.resolve({
      edits: new Map(),
      lossy: new Set<number>(),
      savedBytes,
      lowestScore: floor,
      skips: new Map(),
    });
  };
  return { plan, tried };
}

describe('planForTarget', () => {
  const rules: readonly [string, (floor: number) => number][] = [
    ['evenly', (floor) => 100_000 + 8_000 * (floor - 40)],
    ['steeply', (floor) => 100_000 * Math.exp((floor - 40) / 25)],
    ['in a leap and then evenly', (floor) => (floor > 75 ? 800_000 : 100_000 + 6_000 * (floor - 40))],
  ];

  it.each(rules)('lands within 90 to 100 %% where sizes fall %s', async (_, sizeAt) => {
    for (const target of [110_000, 180_000, 250_000, 300_000]) {
      const { plan } = planner(sizeAt);
      const size = WHOLE - (await planForTarget(target, WHOLE, plan)).savedBytes;
      expect(size).toBeLessThanOrEqual(target);
      expect(size).toBeGreaterThanOrEqual(0.9 * target);
    }
  });

  it('answers with the strongest plan where none fits, after three plans', async () => {
    const { plan, tried } = planner(() => 500_000);
    expect((await planForTarget(400_000, WHOLE, plan)).lowestScore).toBe(40);
    expect(tried).toEqual([100, 92, 40]);
  });

  it('changes no sample where the size is met without loss', async () => {
    const { plan, tried } = planner(() => 500_000);
    expect((await planForTarget(980_000, WHOLE, plan)).lowestScore).toBe(100);
    expect(tried).toEqual([100]);
  });

  it('ends on sizes that only leap', async () => {
    const { plan, tried } = planner((floor) => (floor > 60 ? 700_000 : 200_000));
    expect(WHOLE - (await planForTarget(600_000, WHOLE, plan)).savedBytes).toBe(200_000);
    expect(tried.length).toBeLessThan(10);
  });
});
