import { describe, expect, it } from 'vitest';
import { WorkWatch, type WorkLimits } from '#workers/pool/work-watch.ts';

const LIMITS: WorkLimits = { cpuMs: 10_000, wallMs: 50_000, stillMs: 8_000 };

/**
 * Looks at a process once a second.
 * @param cpuMs what it has taken by the second
 * @returns the code that it is ended with, and the second; null when it goes on for five minutes
 */
function watch(cpuMs: (second: number) => number | null, limits = LIMITS) {
  const work = new WorkWatch(limits, cpuMs(0));
  for (let second = 1; second <= 300; second++) {
    const failure = work.look(cpuMs(second));
    if (failure) return { code: failure.code, second };
  }
  return null;
}

describe('WorkWatch', () => {
  it.each([
    ['works all the time', (second: number) => second * 1_000, { code: 'limit-exceeded', second: 11 }],
    ['works with four threads', (second: number) => second * 4_000, { code: 'limit-exceeded', second: 3 }],
    [
      'worked for the files before',
      (second: number) => 1e9 + second * 1_000,
      { code: 'limit-exceeded', second: 11 },
    ],
    ['gets a tenth of a core', (second: number) => second * 100, { code: 'timed-out', second: 50 }],
    ['does nothing from the start', () => 0, { code: 'timed-out', second: 8 }],
    ['stops working', (second: number) => Math.min(second, 5) * 1_000, { code: 'timed-out', second: 13 }],
    ['does nothing but run its timers', (second: number) => second, { code: 'timed-out', second: 8 }],
    ['cannot be looked into', () => null, { code: 'timed-out', second: 50 }],
  ])('ends a process that %s', (_, cpuMs, end) => {
    expect(watch(cpuMs)).toEqual(end);
  });

  it('lets a process rest for a while', () => {
    const work = new WorkWatch(LIMITS, 0);
    const taken = [0, 0, 0, 0, 300, 300, 300, 300, 300, 300, 600];
    expect(taken.map((cpuMs) => work.look(cpuMs))).toEqual(taken.map(() => null));
  });

  it('blames the file for its work alone', () => {
    const ended = (cpuMs: number) => new WorkWatch({ cpuMs: 500, wallMs: 1_000 }, 0).look(cpuMs)?.message;
    expect(ended(501)).toBe('This file takes more work than one file may take. Please try a smaller one.');
    expect(ended(499)).toMatch(/no fault of the file/);
  });

  it('waits five times as long as a process may work, for one that gets a third of a core', () => {
    expect(watch((second) => second * 333, { cpuMs: 20_000 })).toEqual({
      code: 'limit-exceeded',
      second: 61,
    });
    expect(watch((second) => second * 150, { cpuMs: 20_000 })).toEqual({ code: 'timed-out', second: 100 });
  });
});
