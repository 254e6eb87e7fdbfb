import { describe, expect, it } from 'vitest';
import type { EngineContext } from '#engine/context.ts';
import { outcome } from '#engine/report/findings.ts';
import { keepTarget } from '#engine/search/keep-target.ts';
import { codecs } from '#tests/support/engine-run.ts';
import { engineContext } from '#tests/support/engine-context.ts';

const source = new Uint8Array(100_000);

interface Sizes {
  readonly fitted: number;
  readonly small?: number;
  readonly lossless?: number;
  readonly score?: number | null;
}

/** A kind that makes results of these sizes; collects the presets it was asked for without a target. */
async function keep(targetBytes: number, sizes: Sizes, given: Partial<EngineContext> = {}) {
  const { fitted, small = fitted, lossless = source.length, score = 71 } = sizes;
  const plain: string[] = [];
  const compressor = (_: Uint8Array, context: EngineContext) => {
    if (context.targetBytes !== undefined) return Promise.resolve(outcome(new Uint8Array(fitted), { score }));
    plain.push(context.preset);
    const size = context.preset === 'lossless' ? lossless : small;
    return Promise.resolve(outcome(new Uint8Array(size), { score }));
  };
  const context = engineContext({ codecs, targetBytes, ...given });
  const found = await keepTarget(source, targetBytes, compressor, context);
  return { ...found, size: found.bytes.length, codes: found.hints.map(({ code }) => code), plain };
}

describe('keepTarget', () => {
  it('takes a result that fits', async () => {
    const { size, target, plain, codes } = await keep(50_000, { fitted: 48_000 });
    expect({ size, target, plain, codes }).toEqual({
      size: 48_000,
      target: { bytes: 50_000, met: true },
      plain: [],
      codes: [],
    });
  });

  it('tells the smallest acceptable size where the target is missed', async () => {
    const { size, target } = await keep(10_000, { fitted: 20_000, small: 21_000 });
    expect([size, target]).toEqual([20_000, { bytes: 10_000, met: false, smallestBytes: 20_000 }]);
  });

  it('returns what the preset small makes where that is smaller', async () => {
    const { size, target, plain } = await keep(10_000, { fitted: 20_000, small: 19_000 });
    expect([size, target, plain]).toEqual([
      19_000,
      { bytes: 10_000, met: false, smallestBytes: 19_000 },
      ['small'],
    ]);
  });

  it('meets the target with the preset small where only that fits', async () => {
    const { size, target } = await keep(19_500, { fitted: 20_000, small: 19_000 });
    expect([size, target]).toEqual([19_000, { bytes: 19_500, met: true }]);
  });

  it('loses nothing with the preset lossless, whatever the target', async () => {
    const missed = await keep(10_000, { fitted: 9_000, lossless: 80_000 }, { preset: 'lossless' });
    expect([missed.size, missed.plain]).toEqual([80_000, ['lossless']]);
    expect(missed.target).toEqual({ bytes: 10_000, met: false, smallestBytes: 80_000 });
  });

  it('counts the source in place of a longer result', async () => {
    const { target } = await keep(100_000, { fitted: 120_000 });
    expect(target).toEqual({ bytes: 100_000, met: true });
  });

  it.each([
    [49_000, 61.9, ['quality-for-target']],
    [49_000, 62, []],
    [49_000, null, []],
  ])('says so where quality went below all presets: %i bytes at %s', async (fitted, score, codes) => {
    expect((await keep(50_000, { fitted, score })).codes).toEqual(codes);
  });
});
