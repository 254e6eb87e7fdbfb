import { describe, expect, it } from 'vitest';
import { LambdaSearch } from '#engine/palette/choose/lambda-search.ts';

describe('LambdaSearch', () => {
  it('ends near the floor of a smooth curve within a few measures', async () => {
    let measures = 0;
    const measure = (lambda: number) => {
      measures++;
      const x = Math.log2(lambda + 1);
      return Promise.resolve({ lambda, score: 92 - 1.2 * x * x, bytes: 9000 * Math.exp(-0.2 * x) });
    };
    const search = new LambdaSearch({ floor: 71, measure });
    await search.at(0);
    await search.run(0.5, 5);
    expect(search.best!.score).toBeGreaterThanOrEqual(71);
    expect(search.best!.score).toBeLessThan(72);
    expect(measures).toBeLessThanOrEqual(6);
  });

  it('ends after three measures once the budget is spent', async () => {
    let isSpent = false;
    const tried: number[] = [];
    const measure = (lambda: number) => {
      tried.push(lambda);
      return Promise.resolve({ lambda, score: 100 - lambda, bytes: 1000 - lambda });
    };
    const search = new LambdaSearch({ floor: 71, measure, isBudgetSpent: () => isSpent });
    await search.at(0);
    isSpent = true;
    await search.run(0, 6);
    expect(tried).toHaveLength(4);
  });

  it('measures no lambda twice', async () => {
    const tried: number[] = [];
    const measure = (lambda: number) => {
      tried.push(lambda);
      return Promise.resolve({ lambda, score: lambda === 0 ? 72.5 : 60, bytes: 1000 - 100 * lambda });
    };
    const search = new LambdaSearch({ floor: 71, measure });
    for (const lambda of [0, 0.4]) await search.at(lambda);
    await search.run(0.5, 4);
    expect(new Set(tried).size).toBe(tried.length);
  });

  it('answers with the smallest, not with the one of the largest lambda, that reached the floor', async () => {
    const measure = (lambda: number) => Promise.resolve({ lambda, score: 80, bytes: 1000 + lambda });
    const search = new LambdaSearch({ floor: 71, measure });
    await search.at(0);
    await search.run(0.5, 3);
    expect(search.best!.lambda).toBe(0);
  });

  it('answers with what shows more where that costs hardly any bytes', async () => {
    const bytes = (lambda: number) => (lambda === 0 ? 1003 : 1000);
    const search = new LambdaSearch({
      floor: 70,
      measure: (lambda) => Promise.resolve({ lambda, score: 90 - lambda, bytes: bytes(lambda) }),
    });
    for (const lambda of [0, 10, 30]) await search.at(lambda);
    expect(search.best).toMatchObject({ lambda: 0, bytes: 1003 });
  });

  it('tries the largest lambda at once where a first step does not move the score', async () => {
    const tried: number[] = [];
    const measure = (lambda: number) => {
      tried.push(lambda);
      return Promise.resolve({ lambda, score: 72, bytes: 1000 });
    };
    const search = new LambdaSearch({ floor: 71, measure });
    await search.at(0);
    await search.run(0.5, 6);
    expect(tried).toHaveLength(3);
    expect(tried.at(-1)).toBe(60);
  });

  it('gives a palette up whose score lambda cannot bring to the floor', async () => {
    let measures = 0;
    const measure = (lambda: number) => {
      measures++;
      return Promise.resolve({ lambda, score: 63 - 0.1 * Math.log2(lambda + 1), bytes: 1000 });
    };
    const search = new LambdaSearch({ floor: 71, measure });
    await search.at(12);
    await search.run(0.5, 6);
    expect(measures).toBe(2);
    expect(search.best).toBeNull();
  });

  it('goes down to the floor where the score rises on the way', async () => {
    const measure = (lambda: number) => {
      const x = Math.log2(lambda + 1);
      return Promise.resolve({ lambda, score: 90 - 6 * x, bytes: 9000 * Math.exp(-0.2 * x) });
    };
    const search = new LambdaSearch({ floor: 71, measure });
    await search.at(40);
    await search.run(0.5, 6);
    expect(search.best!.score).toBeLessThan(72);
  });

  it('looks no further between two lambdas where there is nothing to save', async () => {
    let measures = 0;
    const measure = (lambda: number) => {
      measures++;
      return Promise.resolve({ lambda, score: lambda < 10 ? 80 : 20, bytes: 1000 });
    };
    const search = new LambdaSearch({ floor: 71, measure });
    await search.at(0);
    await search.at(30);
    await search.run(0.5, 6);
    expect(measures).toBe(2);
  });

  it.each([
    ['at the highest lambda', [60], 0],
    ['down to a miss', [0, 30], Math.log(1000 / 970)],
    ['without one', [0, 10], Infinity],
  ])('knows how many bytes are left above the floor: %s', async (_, lambdas, leeway) => {
    const scoreAt = (lambda: number) => (lambda === 30 ? 69 : 90);
    const search = new LambdaSearch({
      floor: 70,
      measure: (lambda) => Promise.resolve({ lambda, score: scoreAt(lambda), bytes: 1000 - lambda }),
    });
    for (const lambda of lambdas) await search.at(lambda);
    expect(search.leeway).toBeCloseTo(leeway);
  });

  it('knows that no more bytes are left than the highest lambda saves', async () => {
    const search = new LambdaSearch({
      floor: 70,
      measure: (lambda) => Promise.resolve({ lambda, score: 90 - lambda / 6, bytes: 1000 - lambda / 6 }),
    });
    for (const lambda of [0, 60]) await search.at(lambda);
    expect(search.best!.lambda).toBe(0);
    expect(search.leeway).toBeCloseTo(Math.log(1000 / 990));
  });
});
