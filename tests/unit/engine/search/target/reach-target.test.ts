import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reachTarget, type TargetSearch } from '#engine/search/target/reach-target.ts';

/** Runs a search over sizes that an effort leads to; counts the attempts. */
async function run(
  sizeAt: (effort: number) => number,
  targetBytes: number,
  given: Pick<TargetSearch<number>, 'maxAttempts'> = {},
) {
  const efforts: number[] = [];
  const found = await reachTarget({
    targetBytes,
    attempt: (effort) => {
      efforts.push(effort);
      return Promise.resolve(sizeAt(effort));
    },
    sizeOf: (size) => size,
    ...given,
  });
  return { ...found, efforts };
}

const falling = (effort: number): number => Math.round(1_000_000 * 0.02 ** effort);

describe('reachTarget', () => {
  it('lands within 90 to 100 % of any target that lies between the gentlest and the smallest', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 20_001, max: 999_999 }),
        fc.double({ min: 0.75, max: 2, noNaN: true }),
        async (targetBytes, bend) => {
          const { result, target } = await run((effort) => falling(effort ** bend), targetBytes);
          expect(target).toEqual({ bytes: targetBytes, met: true });
          expect(result).toBeLessThanOrEqual(targetBytes);
          expect(result).toBeGreaterThanOrEqual(0.9 * targetBytes);
        },
      ),
      { numRuns: 200, seed: 7 },
    );
  });

  it('returns the gentlest result where even that fits', async () => {
    const { result, target, efforts } = await run(falling, 2_000_000);
    expect({ result, met: target.met }).toEqual({ result: 1_000_000, met: true });
    expect(efforts.at(-1)).toBe(0);
  });

  it('returns the smallest acceptable result where the target cannot be met', async () => {
    const { result, target, efforts } = await run(falling, 10_000);
    expect(target).toEqual({ bytes: 10_000, met: false, smallestBytes: 20_000 });
    expect({ result, efforts }).toEqual({ result: 20_000, efforts: [0.5, 1] });
  });

  it('stays within a target that sizes leap over', async () => {
    const { result, target } = await run((effort) => (effort < 0.4 ? 900_000 : 100_000), 500_000);
    expect({ result, met: target.met }).toEqual({ result: 100_000, met: true });
  });

  it('takes what it has when its time is spent', async () => {
    const { efforts } = await run(falling, 500_000, { maxAttempts: 2 });
    expect(efforts.length).toBeLessThanOrEqual(3);
  });
});
