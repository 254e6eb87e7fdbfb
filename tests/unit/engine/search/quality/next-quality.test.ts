import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isNear, nextQuality, slopeAt, type ScoredQuality } from '#engine/search/quality/next-quality.ts';

const RANGE = { floor: 70, tolerance: 0.4, min: 5, max: 95 };
const at = (quality: number, score: number): ScoredQuality => ({ quality, score });

describe('nextQuality', () => {
  it.each<[string, readonly ScoredQuality[], number | null]>([
    ['rises by the usual slope after a miss', [at(60, 61)], 80],
    ['falls by the usual slope after a hit', [at(60, 79)], 40],
    ['takes longer steps where scores hardly rise', [at(60, 69), at(62, 69.4)], 65],
    ['takes shorter steps where scores rise steeply', [at(60, 60), at(64, 66)], 69],
    ['takes no leap for a slope', [at(60, 65), at(70, 65)], 87],
    ['goes two thirds of the way up to what is far', [at(68, 28)], 86],
    ['interpolates between a miss and a hit', [at(60, 66), at(80, 76)], 69],
    ['goes to the highest quality where a part is lost', [at(60, -Infinity)], 95],
    ['halves the way to a quality at which a part is lost', [at(60, -Infinity), at(80, 76)], 70],
    ['goes up to where a miss and a hit meet', [at(60, 69.9), at(61, 72)], null],
    ['ends at the highest quality', [at(95, 60)], null],
    ['ends at the lowest quality', [at(5, 90)], null],
    ['takes no notice of a miss above a hit', [at(70, 65), at(50, 66), at(60, 71)], 59],
    ['halves the way where it would creep along a cliff', [at(60, 96), at(30, 52), at(46, 60)], 53],
    ['tries the next quality where areas alone are at fault', [{ ...at(60, 30), isByAreas: true }], 61],
  ])('%s', (_, points, expected) => {
    expect(nextQuality(RANGE, points)).toBe(expected);
  });

  it('comes to the lowest quality that reaches the floor on any rising curve', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.3, max: 1.5, noNaN: true }),
        fc.integer({ min: 10, max: 90 }),
        (slope, lowest) => {
          const points = [at(60, RANGE.floor + slope * (60 - lowest))];
          for (let next = nextQuality(RANGE, points); next !== null; next = nextQuality(RANGE, points))
            points.push(at(next, RANGE.floor + slope * (next - lowest)));
          const hits = points.filter(({ score }) => score >= RANGE.floor).map(({ quality }) => quality);
          expect(Math.min(...hits)).toBe(lowest);
          expect(points.length).toBeLessThanOrEqual(8);
        },
      ),
      { numRuns: 200, seed: 3 },
    );
  });

  it('takes fewer steps where each brings more points', () => {
    expect(nextQuality({ ...RANGE, stepFactor: 3 }, [at(30, 79)])).toBe(23);
    expect(nextQuality({ ...RANGE, stepFactor: 3 }, [at(30, 61)])).toBe(37);
    expect(nextQuality({ ...RANGE, stepFactor: 3 }, [at(30, 61), at(37, 68)])).toBe(39);
  });

  it('ends near the floor, the farther the more a step brings', () => {
    expect([70.3, 70.5].map((score) => isNear(score, RANGE))).toEqual([true, false]);
    expect([71.3, 71.4].map((score) => isNear(score, { ...RANGE, stepFactor: 3 }))).toEqual([true, false]);
  });

  it('expects more points from a step of quality where the score is low', () => {
    expect(slopeAt(30)).toBeGreaterThan(slopeAt(50));
    expect(slopeAt(50)).toBeGreaterThan(slopeAt(80));
  });
});
