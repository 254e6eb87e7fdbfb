import { describe, expect, it } from 'vitest';
import type { EngineContext } from '#engine/context.ts';
import { outcome } from '#engine/api/report/findings.ts';
import { keepTarget } from '#engine/search/target/keep-target.ts';
import { codecs } from '#tests/support/engine-run.ts';
import { engineContext } from '#tests/support/engine-context.ts';

const source = new Uint8Array(100_000);

interface Sizes {
  /** Of the preset asked for, without a target. */
  readonly usual?: number;
  /** Of the search for the target. */
  readonly fitted?: number;
  readonly small?: number;
  /** Of the search, and of the preset small; the preset asked for has 71. */
  readonly score?: number | null;
  readonly smallScore?: number | null;
}

/** A kind that makes results of these sizes; collects what it was asked for. */
async function keep(targetBytes: number, sizes: Sizes, given: Partial<EngineContext> = {}) {
  const { usual = 60_000, fitted = usual, small = usual, score = 71, smallScore = 62 } = sizes;
  const runs: string[] = [];
  const progress: number[] = [];
  let further = 0;
  const compressor = (_: Uint8Array, own: EngineContext) => {
    const { target } = own;
    const isFirst = runs.length === 0;
    runs.push(
      target
        ? `below ${target.tooLarge.floor}, from ${target.fitting?.floor}`
        : (own.score ?? own.preset).toString(),
    );
    own.onProgress(1);
    const size = target ? fitted : isFirst ? usual : small;
    return Promise.resolve(
      outcome(new Uint8Array(size), { score: target ? score : isFirst ? 71 : smallScore }),
    );
  };
  const context = engineContext({ codecs, onProgress: (ratio) => progress.push(ratio), ...given });
  const furtherContext = () => {
    further++;
    return context;
  };
  const request = { targetBytes, compressor, context, presetContext: () => context, furtherContext };
  const found = await keepTarget(source, request);
  const codes = found.hints.map(({ code }) => code);
  return { ...found, size: found.bytes.length, codes, runs, progress, further };
}

describe('keepTarget', () => {
  it('returns what the preset makes where that fits, and looks for nothing larger', async () => {
    const { size, target, runs, codes, further } = await keep(61_000, { fitted: 60_900 });
    expect({ size, target, runs, codes, further }).toEqual({
      size: 60_000,
      target: { bytes: 61_000, met: true },
      runs: ['balanced'],
      codes: [],
      further: 0,
    });
  });

  it('searches between a preset that is too large and one that fits', async () => {
    const { size, target, runs, progress } = await keep(50_000, { fitted: 48_000, small: 40_000 });
    expect([size, target]).toEqual([48_000, { bytes: 50_000, met: true }]);
    expect(runs).toEqual(['balanced', 'small', 'below 70.5, from 62']);
    expect(progress).toEqual([0.5, 1]);
  });

  it('searches below `small` where that is too large, too', async () => {
    const { size, runs } = await keep(50_000, { fitted: 48_000, small: 55_000, score: 52 });
    expect([size, runs]).toEqual([48_000, ['balanced', 'small', 'below 62, from undefined']]);
  });

  it('meets a target that is hardly below what a preset makes, at a lower score', async () => {
    const { size, target } = await keep(50_000, { fitted: 49_900, small: 50_200, score: 61 });
    expect([size, target]).toEqual([49_900, { bytes: 50_000, met: true }]);
  });

  it('goes on from a score to the presets below it', async () => {
    const { runs } = await keep(50_000, { fitted: 48_000, small: 55_000 }, { preset: 'small', score: 80 });
    expect(runs).toEqual(['80', 'balanced', 'small', 'below 62, from undefined']);
  });

  it.each([
    ['looks worse', { fitted: 49_900, score: 61.9 }],
    ['does not fit', { fitted: 50_001, score: 70 }],
  ])('returns what a preset makes where what was found %s', async (_, found) => {
    const { size, target } = await keep(50_000, { small: 40_000, ...found });
    expect([size, target]).toEqual([40_000, { bytes: 50_000, met: true }]);
  });

  it('looks for nothing better than a preset without loss', async () => {
    const { size, runs } = await keep(50_000, { small: 40_000, smallScore: null });
    expect([size, runs]).toEqual([40_000, ['balanced', 'small']]);
  });

  it('tells the smallest acceptable size where the target is missed', async () => {
    const { size, target } = await keep(10_000, { fitted: 20_000, small: 30_000, score: 51 });
    expect([size, target]).toEqual([20_000, { bytes: 10_000, met: false, smallestBytes: 20_000 }]);
  });

  it.each([
    ['a percent', 59_989, 59_600, 60_000],
    ['half a percent over the next', 30_000, 30_200, 30_200],
    ['much', 20_000, 30_000, 20_000],
  ])(
    'takes a loss only where it saves bytes when the target is missed: %s',
    async (_, fitted, small, size) => {
      const found = await keep(10_000, { fitted, small, score: 51 });
      expect(found.size).toBe(size);
    },
  );

  it('asks for the preset small only once', async () => {
    const { size, runs } = await keep(10_000, { usual: 19_000, fitted: 20_000 }, { preset: 'small' });
    expect([size, runs]).toEqual([19_000, ['small', 'below 62, from undefined']]);
  });

  it('tries every preset below the one asked for', async () => {
    const { runs } = await keep(50_000, { small: 55_000, fitted: 48_000 }, { preset: 'high' });
    expect(runs).toEqual(['high', 'balanced', 'small', 'below 62, from undefined']);
  });

  it('loses nothing with the preset lossless, whatever the target', async () => {
    const missed = await keep(10_000, { usual: 80_000, fitted: 9_000 }, { preset: 'lossless' });
    expect([missed.size, missed.runs]).toEqual([80_000, ['lossless']]);
    expect(missed.target).toEqual({ bytes: 10_000, met: false, smallestBytes: 80_000 });
  });

  it.each([
    [49_000, 61.9, ['quality-for-target']],
    [49_000, 62, []],
    [49_000, null, []],
  ])('says so where quality went below all presets: %i bytes at %s', async (fitted, score, codes) => {
    expect((await keep(50_000, { fitted, score })).codes).toEqual(codes);
  });
});
