import { describe, expect, it } from 'vitest';
import { ExchangeRate } from '#engine/search/quality/exchange-rate.ts';

const trial = (score: number, bytes: number) => ({ quality: 50, score, bytes: new Uint8Array(bytes) });

describe('ExchangeRate', () => {
  it('takes points for cheap where the first setting got many of them for few bytes', () => {
    const rate = new ExchangeRate(71);
    rate.learn(trial(79.5, 11_564));
    rate.learn(trial(71.5, 10_698));
    const coarserAlpha = rate.cost(trial(69.7, 9_960));
    expect(coarserAlpha).toBeLessThan(rate.cost(trial(79.5, 11_564)) - 0.04);
  });

  it('goes by the usual rate where two trials do not tell', () => {
    const rate = new ExchangeRate(71);
    rate.learn(trial(72, 1000));
    expect(rate.cost(trial(81, 1000))).toBeCloseTo(Math.log(1000) - 0.28, 5);
  });
});
