import { describe, expect, it } from 'vitest';
import { simulateQueue, type Pool } from '../../../bench/capacity/simulate.ts';
import {
  arrivalsOfADay,
  BURSTS,
  DAY_SECONDS,
  filesPerSecond,
  MIXTURE,
} from '../../../bench/capacity/traffic.ts';
import { Random } from '../../../bench/random.ts';

const still: Pool = {
  least: 1,
  most: 1,
  steps: [],
  noticeSeconds: 60,
  startSeconds: 60,
  idleSeconds: Number.POSITIVE_INFINITY,
};

describe('a simulated queue', () => {
  it('lets the second file wait for the first where there is one place', () => {
    const day = simulateQueue({ at: [0, 0], seconds: [10, 5] }, still);
    expect(day).toMatchObject({ files: 2, peakPlaces: 1, busySeconds: 15 });
    expect(day.wait.most).toBeCloseTo(10, 0);
  });

  it('starts from none when a file waits, and goes back when nothing is left to do', () => {
    const pool = { ...still, least: 0, most: 4, steps: [{ age: 10, add: 2 }], idleSeconds: 300 };
    const day = simulateQueue({ at: [0, 3_600], seconds: [10, 10] }, pool);
    // Seen at the first whole minute, noticed and started two minutes later; again after the pause.
    expect(day.wait.most).toBeGreaterThan(120);
    expect(day.wait.p50).toBeGreaterThan(120);
    expect(day.placeSeconds).toBeLessThan(2 * 3_600);
  });
});

it('gives back after a burst what the traffic between bursts does not need', () => {
  const hour = 3_600;
  // One file every five seconds for six hours; in the first minute a hundred more.
  const burst = Array.from({ length: 100 }, (_, at) => at * 0.5);
  const steady = Array.from({ length: (6 * hour) / 5 }, (_, at) => at * 5);
  const at = [...burst, ...steady].sort((a, b) => a - b);
  const arrivals = { at, seconds: at.map(() => 4) };
  const pool = { ...still, most: 40, steps: [{ age: 10, add: 10 }], idleSeconds: 900 };
  const slack = {
    ...{ belowShare: 0.4, minutes: 10, part: 0.25, cooldownSeconds: 300, unit: 2 },
    ...{ aboveShare: 0.75, busyMinutes: 2 },
  };
  const kept = simulateQueue(arrivals, pool);
  const day = simulateQueue(arrivals, { ...pool, slack });
  expect(day.peakPlaces).toBeGreaterThanOrEqual(kept.peakPlaces);
  expect(day.placeSeconds).toBeLessThan(kept.placeSeconds / 3);
  expect(day.wait.p99).toBeLessThan(kept.wait.p99 + 10);
});

describe('the traffic of a day', () => {
  it('has the mixture and as many files as were asked for, with the bursts beyond', () => {
    expect(MIXTURE.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1);
    const asked = Array.from({ length: DAY_SECONDS }, (_, second) => filesPerSecond(5_000, second));
    const files = arrivalsOfADay(5_000, new Random(7));
    const came = files.small.at.length + files.large.at.length;
    expect(came / asked.reduce((sum, each) => sum + each, 0)).toBeCloseTo(1, 1);
    const { from } = BURSTS[1]!;
    expect(asked[from]! / asked[from - 1]!).toBeCloseTo(10, 1);
  });

  it('is the same for the same seed', () => {
    expect(arrivalsOfADay(500, new Random(3))).toEqual(arrivalsOfADay(500, new Random(3)));
  });
});
