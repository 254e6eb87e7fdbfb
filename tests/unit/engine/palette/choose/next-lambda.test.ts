import { describe, expect, it } from 'vitest';
import { lambdaOf, nextLambda, type Measured } from '#engine/palette/choose/next-lambda.ts';

/** A measure at so many doublings of lambda. */
function at(doublings: number, score: number, bytes = 1000 * Math.exp(-0.2 * doublings)): Measured {
  return { lambda: 2 ** doublings - 1, score, bytes };
}

describe('nextLambda', () => {
  it.each<[string, Measured[], number | 'done']>([
    ['begins with the nearest colours', [], 0],
    ['ends near enough to the floor', [at(2, 71.2)], 'done'],
    ['looks whether the nearest colours near the floor bear a lambda', [at(0, 71.2)], 0.5],
    ['goes on near the floor where the last step took nothing', [at(0, 71.2), at(1, 71.2)], 2],
    ['ends near the floor where the last step took some', [at(0, 71.4), at(1, 71.2)], 'done'],
    ['ends near the floor above a miss', [at(0, 71.2), at(1, 70)], 'done'],
    ['steps up by what a doubling usually costs', [at(0, 83.1)], 2],
    ['steps up by half a doubling at least', [at(2, 72)], 2.5],
    ['steps up by three doublings at most', [at(0, 99)], 3],
    ['steps further the more often the score did not fall', [at(0, 73), at(0.5, 72.8)], 1.5],
    ['tries the largest where a doubling saves nothing', [at(0, 80, 1000), at(1, 80, 1000)], lambdaLimit()],
    ['ends at the largest', [at(lambdaLimit(), 80)], 'done'],
    ['steps down from what missed the floor', [at(4, 59.1)], 2],
    ['takes no lambda for none', [at(1, 40)], 0],
    ['ends where the nearest colours miss the floor', [at(0, 60)], 'done'],
    ['ends where no lambda reaches the floor', [at(4, 60), at(3, 60.5)], 'done'],
    ['interpolates between both sides of the floor', [at(0, 81.1), at(2, 61.1)], 1],
    ['narrows the range by a fifth at least', [at(0, 99), at(5, 70)], 4],
    ['ends between lambdas that hardly differ', [at(2, 80), at(2.2, 60)], 'done'],
    ['ends where little is saved between both sides', [at(1, 80, 1016), at(4, 60, 1000)], 'done'],
    ['goes on where more is saved', [at(1, 80, 1021), at(4, 60, 1000)], 2.335],
  ])('%s', (_, measured, doublings) => {
    const next = nextLambda({ floor: 71, tolerance: 0.3, measured });
    const expected = doublings === 'done' ? doublings : lambdaOf(doublings);
    if (expected === 'done') expect(next).toBe('done');
    else expect(next).toBeCloseTo(expected, 1);
  });
});

/** Doublings of the largest lambda. */
function lambdaLimit(): number {
  return Math.log2(60 + 1);
}
