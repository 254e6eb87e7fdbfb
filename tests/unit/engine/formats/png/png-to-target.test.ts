import { describe, expect, it } from 'vitest';
import { ACCEPTABLE_SCORE } from '#engine/index.ts';
import { pngToTarget } from '#engine/formats/png/png-to-target.ts';
import {
  NO_LOSS,
  type PngStrategies,
  type ReduceToSize,
  type RoundedPng,
} from '#engine/formats/png/png-strategies.ts';
import { outcome } from '#engine/api/report/findings.ts';
import { engineContext } from '#tests/support/engine-context.ts';
import { codecs } from '#tests/support/engine-run.ts';
import { pngSource } from '#tests/support/png-sources.ts';

/** Strategies whose sizes are given: reduced to a score, and rounded. */
function strategies(bytesAt: (score: number) => number | null, rounded: RoundedPng | null = null) {
  const scores: number[] = [];
  const made: PngStrategies = {
    ...NO_LOSS,
    pack: () => Promise.reject(new Error('packed already')),
    reduceToFloor: (score) => {
      scores.push(score);
      const bytes = bytesAt(score);
      return Promise.resolve(
        bytes === null ? null : { kind: 'palette', bytes: new Uint8Array(bytes), score, colours: 64 },
      );
    },
    roundToSize: () => Promise.resolve(rounded),
  };
  return { made, scores };
}

/** Looks for a size below what the preset made. @param score of that; null where it was packed without loss */
function fit(made: PngStrategies, targetBytes: number, usualBytes: number, score: number | null = null) {
  const tooLarge = { ...outcome(new Uint8Array(usualBytes), { score }), floor: 70.5 };
  const target = { bytes: targetBytes, tooLarge, ...(score === null ? { packed: tooLarge.bytes } : {}) };
  return pngToTarget(pngSource(), made, target, engineContext({ codecs, target }));
}

describe('pngToTarget', () => {
  it('tries no score above that of the preset, whose result is too large', async () => {
    const sizeAt = (score: number) => Math.round(9_000 * 1.053 ** (score - 62));
    const { made, scores } = strategies(sizeAt);
    const result = await fit(made, 13_000, sizeAt(71), 71);
    expect(result.bytes.length).toBeLessThanOrEqual(13_000);
    expect(result.bytes.length).toBeGreaterThanOrEqual(0.9 * 13_000);
    expect(Math.max(...scores)).toBeLessThan(71);
    expect(scores.length).toBeLessThanOrEqual(3);
  });

  it.each([12_000, 20_000, 31_000, 45_000])('fills a target of %i bytes to 90 %', async (targetBytes) => {
    const { made, scores } = strategies((score) => Math.round(9_000 * 1.053 ** (score - 62)));
    const result = await fit(made, targetBytes, 90_000);
    expect(result.target).toEqual({ bytes: targetBytes, met: true });
    expect(result.bytes.length).toBeLessThanOrEqual(targetBytes);
    expect(result.bytes.length).toBeGreaterThanOrEqual(0.9 * targetBytes);
    expect(scores.length).toBeLessThanOrEqual(5);
  });

  it('names the smallest acceptable result where the target is too small', async () => {
    const { made, scores } = strategies((score) => 300 * score);
    const result = await fit(made, 5_000, 300 * 71, 71);
    expect(scores).toEqual([ACCEPTABLE_SCORE]);
    expect(result.target).toEqual({ bytes: 5_000, met: false, smallestBytes: 300 * ACCEPTABLE_SCORE });
    expect(result.bytes).toHaveLength(300 * ACCEPTABLE_SCORE);
    expect(result.score).toBe(ACCEPTABLE_SCORE);
  });

  it('counts scores that no palette reaches as too large', async () => {
    const { made } = strategies((score) => (score > 80 ? null : 400 * score));
    const result = await fit(made, 34_000, 90_000);
    expect(result.target?.met).toBe(true);
    expect(result.bytes.length).toBeGreaterThan(0.85 * 34_000);
  });

  it('fills what palettes leap over from the one below and the one above', async () => {
    const { made } = strategies((score) => (score < 70 ? 10_000 : 30_000));
    const asked: ReduceToSize[] = [];
    const reduceToSize: PngStrategies['reduceToSize'] = (request) => {
      asked.push(request);
      return Promise.resolve({ ...request.present, bytes: new Uint8Array(19_500), score: 69 });
    };
    const result = await fit({ ...made, reduceToSize }, 20_000, 90_000);
    expect(result).toMatchObject({ score: 69, target: { bytes: 20_000, met: true } });
    expect(result.bytes).toHaveLength(19_500);
    const [{ present, nextGentler }] = asked as [ReduceToSize];
    expect([present.bytes.length, (await nextGentler())?.bytes.length]).toEqual([10_000, 30_000]);
  });

  it('fills the gap between the fullest palette and no loss with true colours', async () => {
    const rounded = { kind: 'rounded', bytes: new Uint8Array(68_000), score: 93 } as const;
    const { made } = strategies((score) => 400 * score, rounded);
    const result = await fit(made, 70_000, 90_000);
    expect(result).toMatchObject({ score: 93, target: { bytes: 70_000, met: true } });
    expect(result.bytes).toHaveLength(68_000);
    expect(result.changes.map(({ code }) => code)).toEqual(['samples-rounded']);
  });

  it('names the size without loss where no palette is acceptable', async () => {
    const { made } = strategies(() => null);
    const result = await fit(made, 5_000, 90_000);
    expect(result.target).toEqual({ bytes: 5_000, met: false, smallestBytes: 90_000 });
    expect(result).toMatchObject({ score: null });
  });
});
