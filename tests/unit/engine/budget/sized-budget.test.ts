import { expect, it } from 'vitest';
import { SizedBudget } from '#engine/budget/sized-budget.ts';

it('allows what any file may take and more for each byte, and leaves room for what is smaller', () => {
  const budget = new SizedBudget({ free: 100, perFileByte: 2 }, 50);
  expect([budget.take(150), budget.take(51), budget.take(50), budget.take(1)]).toEqual([
    true,
    false,
    true,
    false,
  ]);
});
