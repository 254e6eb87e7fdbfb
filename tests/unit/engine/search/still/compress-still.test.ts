import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Codecs } from '#engine/codecs/ports/codecs.ts';
import { compressStill } from '#engine/search/still/compress-still.ts';
import type { Setting } from '#engine/search/still/floor-request.ts';
import type { StillEncoder, StepResult } from '#engine/search/still/still-encoder.ts';
import { ACCEPTABLE_SCORE } from '#engine/api/presets.ts';
import { outcome, skip } from '#engine/api/report/findings.ts';
import { WorkBudget } from '#engine/budget/work-budget.ts';
import { photoLike } from '#tests/fixtures/pictures/generated-pictures.ts';
import { engineContext } from '#tests/support/engine-context.ts';

const raster = photoLike(16, 16);
const negative = { ...raster, data: raster.data.map((sample) => 255 - sample) };
const SOURCE_BYTES = 100_000;
const METADATA_BYTES = 100;

interface Picture {
  /** Bare bytes of an encode. */
  readonly sizeAt?: (quality: number) => number;
  /** Quality and bytes of the encode at the floor; null where none reaches it. */
  readonly atFloor?: { quality: number; size: number; score?: number } | null;
  /** Those of encodes at gentler floors. */
  readonly atGentler?: Readonly<Record<number, { quality: number; size: number; score: number }>>;
  readonly losslessBytes?: number | null;
  readonly lossyShare?: number;
  readonly markedFloor?: number;
  /** Decodes an encode: another picture scores low. */
  readonly render?: (bare: Uint8Array) => typeof raster;
}

/** A picture whose sizes are given by a formula; `steps` are what was asked of it. */
function pictureOf(given: Picture): { encoder: StillEncoder; steps: string[] } {
  const { sizeAt = (quality) => 500 * quality, atFloor = { quality: 60, size: 30_000 } } = given;
  const { losslessBytes = 90_000, lossyShare = 0.9, render = () => raster } = given;
  const steps: string[] = [];
  const setting: Setting = {
    name: 'plain',
    start: 66,
    max: 100,
    encode: async (_, quality) => new Uint8Array(Math.round(sizeAt(quality))),
  };
  const encoded = (made: NonNullable<typeof atFloor>) => ({
    quality: made.quality,
    bytes: new Uint8Array(made.size - METADATA_BYTES),
    score: made.score ?? 71,
    setting: 'plain',
  });
  const lossy = {
    raster,
    request: {
      decodeForDisplay: async (bare: Uint8Array) => {
        const shown = render(bare);
        return { ...shown, data: shown.data.slice() };
      },
      signal: new AbortController().signal,
      budget: new WorkBudget(Infinity),
    },
    settings: [setting],
    encodeToFloor: async (floor: number, { maxBytes } = { maxBytes: Infinity }) => {
      steps.push(`floor ${floor}`);
      const made = given.atGentler?.[floor] ?? atFloor;
      const result = made && encoded(made);
      return { result: result && result.bytes.length <= maxBytes ? result : null, skips: [] };
    },
    finish: (bare: Uint8Array) => new Uint8Array(bare.length + METADATA_BYTES),
  };
  const encoder: StillEncoder = {
    source: new Uint8Array(SOURCE_BYTES),
    lossyShare,
    markedFloor: given.markedFloor ?? null,
    prepareLossy: async () => ({ result: lossy, skips: [] }),
    packLosslessly: async (bytesToBeat): Promise<StepResult<Uint8Array>> => {
      steps.push('pack');
      if (losslessBytes === null) return { result: null, skips: [skip('large-lossless')] };
      return { result: bytesToBeat > 40_000 ? new Uint8Array(losslessBytes) : null, skips: [] };
    },
  };
  return { encoder, steps };
}

const codecs = {} as Codecs;
const codesOf = (skips: readonly { code: string }[] = []) => skips.map(({ code }) => code);

interface Request {
  readonly floor?: number;
  readonly targetBytes?: number;
  /** What the preset made. */
  readonly tooLarge?: typeof TOO_LARGE;
}

/** The source: nothing is known of scores in between. */
const TOO_LARGE = outcome(new Uint8Array(SOURCE_BYTES));

async function compress(picture: Picture, { floor = 71, targetBytes, tooLarge = TOO_LARGE }: Request = {}) {
  const { encoder, steps } = pictureOf(picture);
  const target =
    targetBytes === undefined ? undefined : { bytes: targetBytes, tooLarge: { ...tooLarge, floor: 70.5 } };
  const chosen = await compressStill(encoder, floor, engineContext({ codecs, target }));
  return { ...chosen, size: chosen.bytes.length, steps };
}

describe('compressStill to a floor', () => {
  it('takes the smallest encode at the floor', async () => {
    expect(await compress({})).toMatchObject({ kind: 'lossy', size: 30_000, findings: { score: 71 } });
  });

  it('allows no loss at a floor of 100', async () => {
    const { kind, size, steps } = await compress({}, { floor: 100 });
    expect([kind, size, steps]).toEqual(['lossless', 90_000, ['pack']]);
  });

  it('takes no more bytes than a gentler preset whose floor the encode reaches', async () => {
    const atFloor = { quality: 60, size: 30_000, score: 77 };
    const shorter = { ...atFloor, size: 29_000 };
    const longer = { ...atFloor, size: 31_000 };
    const small = (made: typeof atFloor) => compress({ atFloor, atGentler: { 70.5: made } }, { floor: 62 });
    expect((await small(shorter)).size).toBe(29_000);
    expect((await small(longer)).size).toBe(30_000);
  });

  it('asks no gentler preset where the encode lies close to the floor', async () => {
    const atFloor = { quality: 60, size: 30_000, score: 63 };
    expect((await compress({ atFloor }, { floor: 62 })).steps).toEqual(['floor 62', 'pack']);
  });

  it('takes no second generation of loss', async () => {
    const { kind, findings } = await compress({ markedFloor: 71 });
    expect([kind, codesOf(findings.skips)]).toEqual(['lossless', ['already-compressed']]);
  });

  it('counts the loss of an earlier pass at a lower floor', async () => {
    const { steps } = await compress({ markedFloor: 80 }, { floor: 75 });
    expect(steps).toEqual(['floor 85', 'pack']);
  });

  it('reports why a step had no result', async () => {
    const { findings } = await compress({ losslessBytes: null, atFloor: null });
    expect(codesOf(findings.skips)).toEqual(['large-lossless']);
  });
});

describe('compressStill to a target size', () => {
  const target = (picture: Picture, targetBytes: number) =>
    compress({ lossyShare: 1, ...picture }, { targetBytes });

  it('lands within 90 to 100 % of any target above the smallest acceptable size', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 30_000, max: 89_999 }),
        fc.double({ min: 1, max: 4, noNaN: true }),
        async (targetBytes, bend) => {
          const sizeAt = (quality: number) => 29_900 + 60_000 * ((quality - 60) / 40) ** bend;
          const { kind, size, findings } = await target({ sizeAt }, targetBytes);
          expect(kind).toBe('lossy');
          expect(findings.target).toEqual({ bytes: targetBytes, met: true });
          expect(size).toBeLessThanOrEqual(targetBytes);
          expect(size).toBeGreaterThanOrEqual(0.9 * targetBytes);
        },
      ),
      { numRuns: 200, seed: 5 },
    );
  });

  it('packs nothing without loss where the target is met: the preset has tried', async () => {
    const { kind, steps } = await target({}, 50_000);
    expect([kind, steps]).toEqual(['lossy', [`floor ${ACCEPTABLE_SCORE}`]]);
  });

  it('needs few encodes below a result whose score is known', async () => {
    const encodes: number[] = [];
    const sizeAt = (quality: number) => {
      encodes.push(quality);
      return 29_900 * 1.03 ** (quality - 60);
    };
    // Ten points of score from 71, the smallest acceptable here, are about 22 qualities.
    const tooLarge = outcome(new Uint8Array(Math.round(29_900 * 1.03 ** 22)), { score: 81 });
    const { size } = await compress({ lossyShare: 1, sizeAt }, { targetBytes: 45_000, tooLarge });
    expect(size).toBeGreaterThan(0.9 * 45_000);
    // The last looks for a better score below: those of small pictures leap.
    expect(encodes.length).toBeLessThanOrEqual(3);
  });

  it('searches the acceptable floor whatever the preset, and ignores an earlier generation', async () => {
    const { steps } = await compress({ lossyShare: 1, markedFloor: 85 }, { floor: 85, targetBytes: 50_000 });
    expect(steps).toContain(`floor ${ACCEPTABLE_SCORE}`);
  });

  it('returns the smallest acceptable encode where the target is missed', async () => {
    const { size, findings } = await target({}, 20_000);
    expect(size).toBe(30_000);
    expect(findings.target).toEqual({ bytes: 20_000, met: false, smallestBytes: 30_000 });
  });

  it('returns the lossless encode where that is smaller still', async () => {
    const { kind, findings } = await target(
      { atFloor: { quality: 60, size: 70_000 }, losslessBytes: 60_000 },
      20_000,
    );
    expect(kind).toBe('lossless');
    expect(findings.target).toEqual({ bytes: 20_000, met: false, smallestBytes: 60_000 });
  });

  it('keeps the smallest acceptable encode where a larger one scores below it', async () => {
    const { size, findings } = await target({ render: () => negative }, 50_000);
    expect([size, findings.score]).toEqual([30_000, 71]);
  });

  it('looks a few qualities lower where the largest that fits has moved its colours', async () => {
    const render = ({ length }: Uint8Array) => (length > 500 * 94 ? negative : raster);
    const { size, findings } = await target({ render }, 50_000);
    expect(size).toBe(500 * 94 + METADATA_BYTES);
    expect(findings.score).toBe(100);
  });
});
