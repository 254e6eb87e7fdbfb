import { describe, expect, it } from 'vitest';
import { affordableLevel, deflateMs } from '#engine/codecs/deflate-work.ts';
import { WorkBudget } from '#engine/budget/work-budget.ts';

describe('the work of deflating', () => {
  it('grows with the bytes and with the level', () => {
    expect(deflateMs(2e6, 9)).toBe(2 * deflateMs(1e6, 9));
    for (let level = 1; level <= 12; level++)
      expect(deflateMs(1e6, level)).toBeGreaterThan(deflateMs(1e6, level - 1));
  });

  it.each([
    [Infinity, 12],
    [deflateMs(1e6, 12) + 1, 12],
    [deflateMs(1e6, 12), 11],
    [deflateMs(1e6, 11), 9],
    [0, 9],
  ])('with %d ms left allows level %d', (leftMs, level) => {
    expect(affordableLevel(1e6, [12, 11, 9], new WorkBudget(leftMs))).toBe(level);
  });
});
