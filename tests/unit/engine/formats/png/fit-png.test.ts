import { describe, expect, it } from 'vitest';
import { ACCEPTABLE_SCORE } from '#engine/index.ts';
import { imageHeader } from '#engine/containers/png/chunks.ts';
import { choosePng } from '#engine/formats/png/choose-png.ts';
import { fitPng } from '#engine/formats/png/fit-png.ts';
import { removedDescriptions } from '#engine/formats/png/kept-chunks.ts';
import type { FillRequest, PngSource, PngStrategies, RoundedPng } from '#engine/formats/png/png-source.ts';
import { outcome } from '#engine/api/report/findings.ts';
import { engineContext } from '#tests/support/engine-context.ts';
import { codecs } from '#tests/support/engine-run.ts';

const HEADER = { width: 100, height: 100, depth: 8, colourType: 2, isInterlaced: false };

function source(given: Partial<PngSource> = {}): PngSource {
  const described = { tiff: null, features: [] };
  const plain = {
    orientation: 1,
    lateOrientation: 1,
    described,
    shown: null,
    texts: [],
    icc: null,
    marker: null,
  };
  return {
    bytes: new Uint8Array(100_000),
    chunks: [imageHeader(HEADER)],
    header: HEADER,
    ancillary: plain,
    colours: null,
    embedded: false,
    effort: 'full',
    maxBytes: 100_000,
    ...given,
  };
}

/** Strategies whose sizes are given: reduced to a score, and rounded. */
function strategies(bytesAt: (score: number) => number | null, rounded: RoundedPng | null = null) {
  const scores: number[] = [];
  const made: PngStrategies = {
    pack: () => Promise.reject(new Error('packed already')),
    reduce: (score) => {
      scores.push(score);
      const bytes = bytesAt(score);
      return Promise.resolve(bytes === null ? null : { bytes: new Uint8Array(bytes), score, colours: 64 });
    },
    round: () => Promise.resolve(rounded),
    fill: () => Promise.resolve(null),
    findings: {},
  };
  return { made, scores };
}

/** Looks for a size below what the preset made. @param score of that; null where it was packed without loss */
function fit(made: PngStrategies, targetBytes: number, usualBytes: number, score: number | null = null) {
  const tooLarge = { ...outcome(new Uint8Array(usualBytes), { score }), preset: 'balanced' as const };
  const target = { bytes: targetBytes, tooLarge, ...(score === null ? { packed: tooLarge.bytes } : {}) };
  return fitPng(source(), made, target, engineContext({ codecs, target }));
}

describe('fitPng', () => {
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
    const asked: FillRequest[] = [];
    const fill: PngStrategies['fill'] = (request) => {
      asked.push(request);
      return Promise.resolve({ ...request.present, bytes: new Uint8Array(19_500), score: 69 });
    };
    const result = await fit({ ...made, fill }, 20_000, 90_000);
    expect(result).toMatchObject({ score: 69, target: { bytes: 20_000, met: true } });
    expect(result.bytes).toHaveLength(19_500);
    const [{ present, nextGentler }] = asked as [FillRequest];
    expect([present.bytes.length, (await nextGentler())?.bytes.length]).toEqual([10_000, 30_000]);
  });

  it('fills the gap between the fullest palette and no loss with true colours', async () => {
    const rounded = { bytes: new Uint8Array(68_000), score: 93 };
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

describe('choosePng', () => {
  const reduced = (bytes: number) => ({ bytes: new Uint8Array(bytes), score: 72, colours: 16 });

  it('takes the reduced picture where it is small enough', () => {
    const result = choosePng(source(), new Uint8Array(50_000), reduced(40_000), 0.98);
    expect(result).toMatchObject({ score: 72 });
    expect(result.changes).toEqual([
      {
        code: 'colours-reduced',
        detail: expect.stringContaining('16 colours') as string,
        savedBytes: 60_000,
      },
    ]);
  });

  it('takes what is packed without loss where colours would save little', () => {
    const result = choosePng(source(), new Uint8Array(40_500), reduced(40_000), 0.98);
    expect(result).toMatchObject({ score: null, changes: [{ code: 'packed', savedBytes: 59_500 }] });
  });

  it('returns the source where nothing is smaller', () => {
    const original = source();
    const result = choosePng(original, null, null, 0.98);
    expect(result.bytes).toBe(original.bytes);
    expect(result.skips).toMatchObject([{ code: 'not-smaller' }]);
  });

  it('reports what else was changed', () => {
    const chunks = [
      { type: 'tEXt', data: new Uint8Array(30) },
      { type: 'tIME', data: new Uint8Array(7) },
      { type: 'pHYs', data: new Uint8Array(9) },
    ];
    const ancillary = { ...source().ancillary, orientation: 6 };
    const deep = source({ chunks, ancillary, header: { ...HEADER, depth: 16 } });
    const result = choosePng(deep, null, reduced(100), 0.98);
    expect(result.changes.map(({ code }) => code)).toEqual([
      'metadata-removed',
      'colours-reduced',
      '16-bit-to-8-bit',
    ]);
    expect(removedDescriptions(chunks, ancillary)).toEqual({
      bytes: 61,
      parts: 'text, time of the last change',
    });
  });
});
