import { describe, expect, it } from 'vitest';
import { costAt, isClosed, leastBytesAt, rateAt } from '#engine/search/quality/exchange-rate.ts';

const measured = (score: number, bytes: number) => ({ score, bytes: new Uint8Array(bytes) });

describe('rateAt', () => {
  it('takes points for cheap where a setting got many of them for few bytes', () => {
    const fuller = measured(79.5, 11_564);
    const rate = rateAt(71, [fuller, measured(71.5, 10_698)]);
    expect(costAt(71, measured(69.7, 9_960), rate)).toBeLessThan(costAt(71, fuller, rate) - 0.04);
  });

  it.each([
    ['one trial', [measured(72, 1000)]],
    ['two trials a point apart', [measured(72, 1000), measured(73, 2000)]],
    ['trials far from the floor', [measured(20, 1000), measured(40, 1300)]],
  ])('is the usual rate by %s', (_, trials) => {
    expect(rateAt(71, trials)).toBe(0.028);
  });
});

describe('costAt', () => {
  it('compares trials of unlike scores by the bytes that they have at the floor', () => {
    expect(costAt(71, measured(81, 1000))).toBeCloseTo(Math.log(1000) - 0.28, 5);
  });
});

describe('leastBytesAt', () => {
  it.each([
    ['above the floor, by the most that a point takes', 81, 549],
    ['below it, by the least', 61, 1051],
    ['far below it, where nothing more is known', 1, 1105],
  ])('bounds a trial %s', (_, score, bytes) => {
    expect(Math.round(leastBytesAt(71, measured(score, 1000)))).toBe(bytes);
  });
});

describe('isClosed', () => {
  it.each<[string, number, boolean]>([
    ['a miss takes nearly as many bytes', 996, true],
    ['a miss takes clearly fewer', 980, false],
  ])('says whether another quality gains little, where %s', (_, bytes, expected) => {
    expect(isClosed(71, 0.2, [measured(60, bytes), measured(90, 1000), measured(95, 1100)])).toBe(expected);
  });

  it('knows nothing without a miss or a hit', () => {
    expect(isClosed(71, 0.2, [measured(90, 1000)])).toBe(false);
    expect(isClosed(71, 0.2, [measured(60, 1000)])).toBe(false);
  });
});
