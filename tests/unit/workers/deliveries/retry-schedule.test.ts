import { describe, expect, it } from 'vitest';
import { RETRY_WINDOW_MS } from '#platform/contracts/deliveries.ts';
import { nextAttemptAt } from '#workers/deliveries/retry-schedule.ts';

const HOUR = 3_600_000;

function timesOf(random: number): number[] {
  const times = [0];
  for (let next = nextAttemptAt(1, 0, { random }); next !== null;) {
    times.push(next);
    next = nextAttemptAt(times.length, next, { random });
  }
  return times;
}

describe('nextAttemptAt', () => {
  it('spreads eleven attempts over about a day', () => {
    const times = timesOf(0.5);
    expect(times).toHaveLength(11);
    expect(times[1]).toBe(5_000);
    expect(times.at(-1)! / HOUR).toBeCloseTo(23.7, 1);
  });

  it('stays within its window, whatever the jitter', () => {
    for (const random of [0, 1]) {
      const times = timesOf(random);
      expect(times.at(-1)).toBeGreaterThan(18 * HOUR);
      expect(times.at(-1)).toBeLessThan(RETRY_WINDOW_MS);
    }
    expect(timesOf(0)[1]).not.toBe(timesOf(1)[1]);
  });

  it.each([
    ['60', 60_000],
    ['1', 5_000],
    [new Date(120_000).toUTCString(), 120_000],
    ['999999999', 6 * HOUR],
    ['-5', 5_000],
    ['soon', 5_000],
  ])('follows Retry-After: %s', (retryAfter, expected) => {
    expect(nextAttemptAt(1, 0, { retryAfter, random: 0.5 })).toBe(expected);
  });
});
