import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PresetEfforts } from '#engine/documents/pictures/effort.ts';
import {
  PlansByEffort,
  type DocumentPictures,
  type FitRequest,
  type PictureVersion,
} from '#engine/documents/pictures/plan-by-effort.ts';
import { planForTarget } from '#engine/documents/pictures/plan-for-target.ts';

/** A picture: its bytes at an effort. */
type SizeAt = (effort: number) => number;

const falling =
  (bytes: number): SizeAt =>
  (effort) =>
    Math.round(bytes * 0.05 ** effort);
const leaping =
  (large: number, small: number): SizeAt =>
  (effort) =>
    effort < 0.6 ? large : small;

const scoreAt = (effort: number): number => 100 - 50 * effort;

/** A document of pictures that can be fitted to any size between their own at two efforts, or not at all. */
function documentOf(pictures: readonly SizeAt[], { isFitted = true, otherBytes = 1000 } = {}) {
  const efforts: number[] = [];
  const document: DocumentPictures<number, PictureVersion> = {
    otherBytes,
    count: pictures.length,
    encode: (effort) => {
      efforts.push(effort);
      const score = scoreAt(effort);
      return Promise.resolve(new Map(pictures.map((sizeAt, key) => [key, { bytes: sizeAt(effort), score }])));
    },
    fit: (_, { mostBytes, present }) =>
      Promise.resolve(isFitted ? { bytes: mostBytes, score: present.score } : null),
    isSpent: () => false,
  };
  return { document, efforts, sizeAt: (effort: number) => otherBytes + sum(pictures, effort) };
}

const sum = (pictures: readonly SizeAt[], effort: number): number =>
  pictures.reduce((bytes, sizeAt) => bytes + sizeAt(effort), 0);

async function plan(
  targetBytes: number,
  made: ReturnType<typeof documentOf>,
  efforts: PresetEfforts = { tooLarge: 0.58 },
) {
  return planForTarget(made.document, new PlansByEffort(made.document), { targetBytes, ...efforts });
}

describe('planForTarget', () => {
  it('lands within 90 to 100 % between a preset and the smallest acceptable, in four efforts at most', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1000, max: 1_000_000 }), { minLength: 1, maxLength: 6 }),
        fc.double({ min: 0.6, max: 1, noNaN: true }),
        async (sizes, effort) => {
          const made = documentOf(sizes.map(falling));
          const targetBytes = made.sizeAt(effort);
          const { size, plan: found } = await plan(targetBytes, made);
          expect(size).toBeLessThanOrEqual(targetBytes);
          expect(size).toBeGreaterThanOrEqual(0.9 * targetBytes);
          expect(found.size).toBe(sizes.length);
          expect(made.efforts.length).toBeLessThanOrEqual(4);
        },
      ),
      { numRuns: 200, seed: 11 },
    );
  });

  it('fills what leaps with gentler versions of single pictures', async () => {
    const made = documentOf([leaping(50_000, 10_000), leaping(30_000, 8_000), leaping(20_000, 5_000)], {
      isFitted: false,
    });
    const { size } = await plan(80_000, made);
    expect(size).toBe(1000 + 50_000 + 8_000 + 20_000);
  });

  it('fits single pictures to the rest', async () => {
    const made = documentOf([leaping(50_000, 10_000), leaping(30_000, 8_000)]);
    expect((await plan(45_000, made)).size).toBe(45_000);
  });

  it('takes no version that looks worse than the one that there is', async () => {
    const worse: DocumentPictures<number, PictureVersion> = {
      otherBytes: 0,
      count: 2,
      encode: (effort) =>
        Promise.resolve(
          new Map([
            [0, effort < 0.8 ? { bytes: 9000, score: 60 } : { bytes: 4000, score: 75 }],
            [1, effort < 0.8 ? { bytes: 4000, score: 75 } : { bytes: 900, score: 70 }],
          ]),
        ),
      fit: () => Promise.resolve(null),
      isSpent: () => false,
    };
    const found = await planForTarget(worse, new PlansByEffort(worse), {
      targetBytes: 12_000,
      tooLarge: 0.58,
    });
    expect([...found.plan.values()].map(({ score }) => score)).toEqual([75, 75]);
  });

  it('tries no effort beyond that of a preset that fits, where its plan fits too', async () => {
    const made = documentOf([falling(400_000)]);
    const targetBytes = made.sizeAt(0.76) + 500;
    const { effort, size } = await plan(targetBytes, made, { tooLarge: 0.58, fitting: 0.76 });
    expect(size).toBeLessThanOrEqual(targetBytes);
    expect(Math.max(effort, ...made.efforts)).toBeLessThanOrEqual(0.76);
  });

  it('chooses from the same versions for targets on one side of the effort between two presets', async () => {
    const made = documentOf([falling(400_000), falling(300_000)]);
    const efforts = { tooLarge: 0.5, fitting: 0.75 };
    const sizes: number[] = [];
    for (const share of [0.1, 0.5, 0.9]) {
      const targetBytes = Math.round(made.sizeAt(0.625) * (1 - share) + made.sizeAt(0.5) * share);
      sizes.push((await plan(targetBytes, made, efforts)).size);
    }
    expect(sizes).toEqual(sizes.toSorted((a, b) => a - b));
    expect([...new Set(made.efforts)]).toEqual([0.625, 0.5]);
  });

  it('goes beyond the effort of a preset that fits, where all pictures at that effort do not', async () => {
    const made = documentOf([(effort) => (effort < 0.8 ? 50_000 : 20_000)]);
    const { size, effort } = await plan(30_000, made, { tooLarge: 0.58, fitting: 0.76 });
    expect(size).toBeLessThanOrEqual(30_000);
    expect(effort).toBe(0.88);
  });

  it('lets single pictures have the resolution of both presets', async () => {
    const asked: (readonly number[])[] = [];
    const made = documentOf([leaping(50_000, 10_000), leaping(30_000, 8_000)]);
    const document = {
      ...made.document,
      fit: (key: number, request: FitRequest<PictureVersion>) => {
        asked.push(request.efforts);
        return made.document.fit(key, request);
      },
    };
    await planForTarget(document, new PlansByEffort(document), {
      targetBytes: 100_000,
      tooLarge: 0.25,
      fitting: 0.5,
    });
    expect(asked[0]).toEqual([0.25, 0.5]);
  });

  it('fits a single picture from a preset that fits', async () => {
    const made = documentOf([falling(400_000)]);
    const efforts = { tooLarge: 0.58, fitting: 0.76 };
    expect(await plan(60_000, made, efforts)).toMatchObject({ effort: 0.76, size: 60_000 });
    expect(made.efforts).toEqual([0.76]);
  });

  it('returns the smallest plan where none fits', async () => {
    const made = documentOf([falling(400_000)]);
    expect(await plan(5000, made)).toMatchObject({ effort: 1, size: 21_000 });
  });

  it('gives a limited picture no more effort than that', async () => {
    const { document } = documentOf([falling(100_000), falling(100_000)]);
    const plans = new PlansByEffort(document);
    plans.limit(1, 0.3);
    const scores = [...(await plans.at(0.9)).values()].map(({ score }) => score);
    expect(scores).toEqual([scoreAt(0.9), scoreAt(0.3)]);
  });
});
