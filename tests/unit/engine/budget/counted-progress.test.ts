import { describe, expect, it } from 'vitest';
import { countProgress } from '#engine/budget/counted-progress.ts';
import { LEAST_PROGRESS } from '#engine/budget/tuning.ts';
import { run } from '#tests/support/engine-run.ts';
import { photoJpeg } from '#tests/fixtures/deck-pictures.ts';

describe('countProgress', () => {
  it('goes on between two steps as work is counted, and leaves room for what follows', () => {
    const told: number[] = [];
    const progress = countProgress((ratio) => told.push(ratio));
    progress.reached(0.1);
    for (let charge = 0; charge < 100; charge++) progress.worked(50);
    expect(told.length).toBeGreaterThan(20);
    expect(told.at(-1)).toBeGreaterThan(0.5);
    expect(told.at(-1)).toBeLessThan(0.9);
  });

  it('never falls, also where a step says less than the work did', () => {
    const told: number[] = [];
    const progress = countProgress((ratio) => told.push(ratio));
    progress.worked(4_000);
    progress.reached(0.2);
    progress.worked(1_000);
    progress.reached(0.8);
    expect(told).toEqual(told.toSorted((a, b) => a - b));
    expect(told.at(-1)).toBe(0.8);
  });

  it('says nothing about work that moves it by less than people see', () => {
    const told: number[] = [];
    const progress = countProgress((ratio) => told.push(ratio));
    for (let charge = 0; charge < 1_000; charge++) progress.worked(1);
    expect(told.length).toBeLessThanOrEqual(Math.ceil(told.at(-1)! / LEAST_PROGRESS));
  });
});

it('tells how far the search of a JPEG is after its decoding', async () => {
  const told: number[] = [];
  await run(await photoJpeg(400, 300), { onProgress: (ratio) => told.push(ratio) });
  expect(told.filter((ratio) => ratio > 0.1 && ratio < 0.75)).not.toHaveLength(0);
  expect(told).toEqual(told.toSorted((a, b) => a - b));
});
