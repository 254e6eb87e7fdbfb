import { describe, expect, it } from 'vitest';
import { judgeTarget } from '../../../bench/target-verdict.ts';

const bounds = { usualBytes: 1500, smallBytes: 300, known: [{ bytes: 700, score: 95 }] };
const met = { bytes: 1000, met: true };
const missed = (smallestBytes: number) => ({ bytes: 1000, met: false, smallestBytes });

describe('judgeTarget', () => {
  it.each([
    ['near', { target: met, outputBytes: 900, score: 70 }],
    ['BROKEN: far below', { target: met, outputBytes: 899, score: 70 }],
    ['as good', { target: met, outputBytes: 600, score: 93 }],
    ['BROKEN: far below', { target: met, outputBytes: 600, score: 91 }],
    ['BROKEN: too large', { target: met, outputBytes: 1001, score: 70 }],
    ['BROKEN: score', { target: met, outputBytes: 950, score: 49 }],
    ['BROKEN: not told', { outputBytes: 950, score: 70 }],
    ['BROKEN: not told', { target: missed(1200), outputBytes: 1100, score: 70 }],
    ['BROKEN: possible', { target: missed(1100), outputBytes: 1100, score: 70 }],
  ] as const)('says %s of %j', (verdict, report) => {
    expect(judgeTarget(report, 1000, bounds)).toBe(verdict);
  });

  it.each([
    ['not needed', 800],
    ['BROKEN: not as usual', 801],
    ['BROKEN: not as usual', 799],
  ])('says %s where the preset makes 800 bytes without a target, of %i', (verdict, outputBytes) => {
    const report = { target: met, outputBytes, score: 71 };
    expect(judgeTarget(report, 1000, { ...bounds, usualBytes: 800 })).toBe(verdict);
  });

  it.each([1200, 1090])(
    'tells what cannot be met, a percent less than which is not worth its loss: %i',
    (smallBytes) => {
      const impossible = { target: missed(1100), outputBytes: 1100, score: 51 };
      expect(judgeTarget(impossible, 1000, { ...bounds, smallBytes })).toBe('impossible');
    },
  );
});
