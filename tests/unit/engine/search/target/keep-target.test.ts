import { describe, expect, it } from 'vitest';
import type { EngineContext } from '#engine/context.ts';
import { outcome } from '#engine/api/report/findings.ts';
import { keepTarget, packedAlready, targetOutcome } from '#engine/search/target/keep-target.ts';
import { codecs } from '#tests/support/engine-run.ts';
import { engineContext } from '#tests/support/engine-context.ts';

const source = new Uint8Array(100_000);

interface Sizes {
  /** Of the preset asked for, without a target. */
  readonly usual?: number;
  /** Of the search for the target. */
  readonly fitted?: number;
  readonly small?: number;
  readonly score?: number | null;
  /** Whether the kind does anything for a target [true]. */
  readonly isSearched?: boolean;
}

/** A kind that makes results of these sizes; collects what it was asked for. */
async function keep(targetBytes: number, sizes: Sizes, given: Partial<EngineContext> = {}) {
  const { usual = 60_000, fitted = usual, small = fitted, score = 71, isSearched = true } = sizes;
  const runs: string[] = [];
  const progress: number[] = [];
  let further = 0;
  const compressor = (_: Uint8Array, own: EngineContext) => {
    const isFirst = runs.length === 0;
    runs.push(own.target ? `${own.target.bytes} below ${own.target.tooLarge.bytes.length}` : own.preset);
    own.onProgress(1);
    const size = own.target ? fitted : isFirst ? usual : small;
    const target = own.target && isSearched ? { target: targetOutcome(targetBytes, size) } : {};
    return Promise.resolve(outcome(new Uint8Array(size), { score }, target));
  };
  const context = engineContext({ codecs, onProgress: (ratio) => progress.push(ratio), ...given });
  const furtherContext = () => {
    further++;
    return context;
  };
  const found = await keepTarget(source, { targetBytes, compressor, context, furtherContext });
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

  it('searches below what the preset makes where that is too large', async () => {
    const { size, target, runs, progress } = await keep(50_000, { fitted: 48_000 });
    expect([size, target]).toEqual([48_000, { bytes: 50_000, met: true }]);
    expect(runs).toEqual(['balanced', '50000 below 60000']);
    expect(progress).toEqual([0.4, 1]);
  });

  it('tells the smallest acceptable size where the target is missed', async () => {
    const { size, target } = await keep(10_000, { fitted: 20_000, small: 21_000 });
    expect([size, target]).toEqual([20_000, { bytes: 10_000, met: false, smallestBytes: 20_000 }]);
  });

  it('returns what the preset small makes where that is smaller', async () => {
    const { size, target, runs } = await keep(10_000, { fitted: 20_000, small: 19_000 });
    expect([size, target]).toEqual([19_000, { bytes: 10_000, met: false, smallestBytes: 19_000 }]);
    expect(runs.at(-1)).toBe('small');
  });

  it('asks for the preset small only once', async () => {
    const { size, runs } = await keep(10_000, { usual: 19_000, fitted: 20_000 }, { preset: 'small' });
    expect([size, runs]).toEqual([19_000, ['small', '10000 below 19000']]);
  });

  it('meets the target with the preset small where only that fits', async () => {
    const { size, target } = await keep(19_500, { fitted: 20_000, small: 19_000 });
    expect([size, target]).toEqual([19_000, { bytes: 19_500, met: true }]);
  });

  it('returns no more than without a target where everything else is larger', async () => {
    const { size } = await keep(50_000, { usual: 60_000, fitted: 70_000, small: 65_000 });
    expect(size).toBe(60_000);
  });

  it('tries no other preset for a file that may lose nothing', async () => {
    const { size, runs } = await keep(10_000, { usual: 60_000, small: 50_000, isSearched: false });
    expect([size, runs]).toEqual([60_000, ['balanced', '10000 below 60000']]);
  });

  it('loses nothing with the preset lossless, whatever the target', async () => {
    const missed = await keep(10_000, { usual: 80_000, fitted: 9_000 }, { preset: 'lossless' });
    expect([missed.size, missed.runs]).toEqual([80_000, ['lossless']]);
    expect(missed.target).toEqual({ bytes: 10_000, met: false, smallestBytes: 80_000 });
  });

  it('counts the source in place of a longer result', async () => {
    const { target, size, score, runs } = await keep(100_000, { usual: 120_000 });
    expect([target, size, score]).toEqual([{ bytes: 100_000, met: true }, 100_000, null]);
    expect((await keep(90_000, { usual: 120_000, fitted: 80_000 })).runs[1]).toBe('90000 below 100000');
    expect(runs).toEqual(['balanced']);
  });

  it.each([
    [49_000, 61.9, ['quality-for-target']],
    [49_000, 62, []],
    [49_000, null, []],
  ])('says so where quality went below all presets: %i bytes at %s', async (fitted, score, codes) => {
    expect((await keep(50_000, { fitted, score })).codes).toEqual(codes);
  });
});

describe('packedAlready', () => {
  const bytes = new Uint8Array(70_000);
  const packed = (tooLarge: ReturnType<typeof outcome>) =>
    packedAlready(engineContext({ codecs, target: { bytes: 1000, tooLarge } }), source);

  it('is what the preset packed without loss', () => {
    expect(packed(outcome(bytes))).toBe(bytes);
  });

  it('is nothing where the preset lost something, or found nothing smaller', () => {
    expect(packed(outcome(bytes, { score: 71 }))).toBeNull();
    expect(packed(outcome(source))).toBeNull();
    expect(packedAlready(engineContext({ codecs }), source)).toBeNull();
  });
});
