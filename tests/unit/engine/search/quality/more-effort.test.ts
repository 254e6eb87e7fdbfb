import { describe, expect, it } from 'vitest';
import { withMoreEffort } from '#engine/search/quality/more-effort.ts';

const trial = (quality: number, score: number, length: number) => ({
  quality,
  score,
  bytes: new Uint8Array(length),
});
const found = trial(60, 70.5, 1000);

describe('withMoreEffort', () => {
  it('takes smaller bytes, and lowers the quality as far as the floor allows', async () => {
    const tried: number[] = [];
    const best = await withMoreEffort(found, {
      floor: 70,
      encodeAt: async (quality) => {
        tried.push(quality);
        return trial(quality, 71 + 0.45 * (quality - 60), 16 * quality);
      },
    });
    expect(tried).toEqual([60, 58]);
    expect([best.quality, best.bytes.length]).toEqual([58, 928]);
  });

  it.each([
    ['the result is longer', async () => trial(60, 72, 1001)],
    ['the result misses the floor', async () => trial(60, 69.9, 500)],
    ['there is no result', async () => null],
  ])('keeps what was found where %s', async (_, encodeAt) => {
    expect(await withMoreEffort(found, { floor: 70, encodeAt })).toBe(found);
  });

  it('only lowers the quality where what was found took full effort already', async () => {
    const tried: number[] = [];
    const encodeAt = async (quality: number) => {
      tried.push(quality);
      return trial(quality, 70.1, 900);
    };
    expect((await withMoreEffort(found, { floor: 70, encodeAt, isDone: true })).bytes.length).toBe(900);
    expect(tried).toEqual([59]);
    await withMoreEffort(trial(60, 70.2, 1000), { floor: 70, encodeAt, isDone: true });
    expect(tried).toEqual([59]);
  });

  it('accepts a slightly lower score where that is allowed', async () => {
    const encodeAt = async () => trial(60, 69.6, 900);
    const best = await withMoreEffort(found, { floor: 70, encodeAt, tolerance: 0.5, maxTrials: 1 });
    expect(best.bytes.length).toBe(900);
  });
});
