import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { searchQuality, slopeAt } from '#engine/search/quality/quality-search.ts';

const RANGE = { floor: 70, min: 5, max: 95, start: 60 };

/** Trials along a curve of scores; what was tried is counted. */
function along(scoreAt: (quality: number) => number) {
  const tried: number[] = [];
  const attempt = async (quality: number) => {
    tried.push(quality);
    return { quality, score: scoreAt(quality), bytes: new Uint8Array(quality) };
  };
  return { tried, attempt };
}

describe('searchQuality', () => {
  it('finds the lowest quality that reaches the floor', async () => {
    const { tried, attempt } = along((quality) => 20 + quality * 0.7);
    expect((await searchQuality({ ...RANGE, attempt }))?.quality).toBe(72);
    expect(tried.length).toBeLessThanOrEqual(5);
  });

  it('returns null when the floor is out of reach, after the highest quality', async () => {
    const { tried, attempt } = along(() => 10);
    expect(await searchQuality({ ...RANGE, attempt })).toBeNull();
    expect(tried.at(-1)).toBe(95);
  });

  it('reaches the floor on any rising curve, close to the lowest quality that does', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.double({ min: 0.3, max: 1.5, noNaN: true }),
        fc.integer({ min: 10, max: 90 }),
        async (slope, lowest) => {
          const { attempt } = along((quality) => RANGE.floor + slope * (quality - lowest));
          const best = await searchQuality({ ...RANGE, attempt });
          expect(best!.quality).toBeGreaterThanOrEqual(lowest);
          expect(best!.score - RANGE.floor).toBeLessThanOrEqual(Math.max(0.4, slope));
        },
      ),
      { numRuns: 200, seed: 3 },
    );
  });

  it('keeps within its range and its trials', async () => {
    const { tried, attempt } = along((quality) => (quality % 2 ? 0 : 100));
    await searchQuality({ ...RANGE, start: 300, attempt, maxTrials: 4 });
    expect(tried.length).toBeLessThanOrEqual(4);
    expect(Math.max(...tried)).toBeLessThanOrEqual(95);
  });

  it('stops where a trial is far too long, with the best so far', async () => {
    const { tried, attempt } = along((quality) => quality);
    const best = await searchQuality({ ...RANGE, start: 90, attempt, shouldStop: () => true });
    expect([best?.quality, tried]).toEqual([90, [90]]);
  });

  it('expects more points from a step of quality where the score is low', () => {
    expect(slopeAt(30)).toBeGreaterThan(slopeAt(50));
    expect(slopeAt(50)).toBeGreaterThan(slopeAt(80));
  });
});
