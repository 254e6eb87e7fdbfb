import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseVersions } from '#engine/documents/pictures/choose-versions.ts';
import type { PictureVersion } from '#engine/documents/pictures/plan-by-effort.ts';

type Plan = ReadonlyMap<string, PictureVersion>;

const planOf = (versions: Record<string, [bytes: number, score: number | null]>): Plan =>
  new Map(Object.entries(versions).map(([key, [bytes, score]]) => [key, { bytes, score }]));

const lowest = (plan: Plan): number => Math.min(...[...plan.values()].map(({ score }) => score ?? 100));
const bytesOf = (plan: Plan): number => [...plan.values()].reduce((sum, { bytes }) => sum + bytes, 0);

/** Every plan that versions of some plans give. */
function allOf(plans: readonly Plan[]): Plan[] {
  return [...plans[0]!.keys()].reduce<Plan[]>(
    (made, key) => made.flatMap((plan) => plans.map((other) => new Map([...plan, [key, other.get(key)!]]))),
    [new Map()],
  );
}

const versions = fc.array(fc.tuple(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 40, max: 100 })), {
  minLength: 1,
  maxLength: 3,
});
const pictures = fc.array(versions, { minLength: 1, maxLength: 4 });

describe('chooseVersions', () => {
  it('gives the highest of the lowest scores that fit', () => {
    fc.assert(
      fc.property(pictures, fc.integer({ min: 1, max: 200 }), (made, bytes) => {
        const plans = [0, 1, 2].map((at) =>
          planOf(Object.fromEntries(made.map((each, key) => [key, each[at % each.length]!]))),
        );
        const fitting = allOf(plans).filter((plan) => bytesOf(plan) <= bytes);
        const chosen = chooseVersions(plans, bytes);
        expect(chosen === null).toBe(fitting.length === 0);
        if (!chosen) return;
        expect(lowest(chosen.plan)).toBe(Math.max(...fitting.map(lowest)));
        expect(chosen.left).toBe(bytes - bytesOf(chosen.plan));
      }),
      { seed: 21 },
    );
  });

  it('takes a shorter version of a stronger plan where it looks better', () => {
    const plans = [planOf({ a: [20, 71] }), planOf({ a: [30, 68] })];
    expect(chooseVersions(plans, 100)?.plan.get('a')).toEqual({ bytes: 20, score: 71 });
  });

  it('names the pictures whose next version is too long, the lowest score first', () => {
    const plans = [
      planOf({ a: [10, 80], b: [10, 70], c: [10, 60] }),
      planOf({ a: [90, 85], b: [80, null], c: [12, 70] }),
    ];
    expect(chooseVersions(plans, 40)).toMatchObject({ left: 8, leaping: ['b', 'a'] });
  });
});
