import { describe, expect, it } from 'vitest';
import { compressToTarget } from '#engine/documents/office/compress-to-target.ts';
import { presetQuality, type PictureQuality } from '#engine/documents/office/pictures/picture-quality.ts';
import { ACCEPTABLE_SCORE } from '#engine/api/presets.ts';
import { outcome } from '#engine/api/report/findings.ts';
import { codecs } from '#tests/support/engine-run.ts';
import { engineContext } from '#tests/support/engine-context.ts';

const source = new Uint8Array(1_000_000);

/** Runs a search over decks whose size falls with the floor of their pictures; collects the qualities tried. */
async function run(targetBytes: number, sizeAt: (quality: PictureQuality) => number) {
  const tried: PictureQuality[] = [];
  const progress: number[] = [];
  const size = Math.round(sizeAt({ ...presetQuality('balanced') }));
  const tooLarge = outcome(size < source.length ? new Uint8Array(size) : source);
  const context = engineContext({ codecs, onProgress: (ratio) => progress.push(ratio) });
  const found = await compressToTarget(
    source,
    { bytes: targetBytes, tooLarge },
    context,
    (attempt, { quality }) => {
      expect(attempt.target).toBeUndefined();
      tried.push(quality);
      attempt.onProgress(1);
      return Promise.resolve(outcome(new Uint8Array(Math.round(sizeAt(quality)))));
    },
  );
  return { found, tried, progress };
}

const falling = ({ floor }: PictureQuality): number => 20_000 * 1.07 ** (floor - ACCEPTABLE_SCORE);

describe('compressToTarget', () => {
  it.each([22_000, 40_000, 60_000, 80_000])('lands within 90 to 100 %% of %i bytes', async (target) => {
    const { found, tried, progress } = await run(target, falling);
    expect(found.target).toEqual({ bytes: target, met: true });
    expect(found.bytes.length).toBeLessThanOrEqual(target);
    expect(found.bytes.length).toBeGreaterThanOrEqual(0.9 * target);
    expect(tried.length).toBeLessThanOrEqual(7);
    expect(progress).toEqual([...progress].sort((a, b) => a - b));
  });

  it('goes from lossless pictures at full size to the acceptable score at 96 ppi, never cropping', async () => {
    const gentlest = await run(999_999, falling);
    expect(gentlest.tried.at(-1)).toMatchObject({ floor: 100, ppi: Infinity });
    const { tried } = await run(1000, falling);
    expect(tried.at(-1)).toMatchObject({ floor: ACCEPTABLE_SCORE, ppi: 96, detail: 0 });
    expect(tried.every(({ removesHidden, keepsMarked }) => !removesHidden && !keepsMarked)).toBe(true);
  });

  it('returns the smallest acceptable deck with its size where the target is out of reach', async () => {
    const { found } = await run(1000, falling);
    expect(found.target).toEqual({ bytes: 1000, met: false, smallestBytes: 20_000 });
  });

  it('counts the source in place of a longer result', async () => {
    const { found } = await run(1_000_000, () => 1_100_000);
    expect(found.target).toEqual({ bytes: 1_000_000, met: true });
  });
});
