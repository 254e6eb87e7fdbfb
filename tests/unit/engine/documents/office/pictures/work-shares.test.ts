import { expect, it } from 'vitest';
import { WorkShares } from '#engine/documents/office/pictures/work-shares.ts';
import { WorkBudget } from '#engine/budget/work-budget.ts';

it('shares out work by bytes beside a little for each, and what one leaves among those after it', () => {
  const budget = new WorkBudget(1550);
  const shares = new WorkShares(budget, { count: 3, bytes: 1000, reserveMs: 100 });
  expect(shares.next(500).leftMs).toBe(150 + 500);
  budget.charge(150);
  expect(shares.next(300).leftMs).toBe(150 + 600);
  budget.charge(750);
  expect(shares.next(200).leftMs).toBe(550);
});

it('gives many small pictures half of all work at most beside what their bytes are worth', () => {
  const shares = new WorkShares(new WorkBudget(1000), { count: 100, bytes: 1000, reserveMs: 0 });
  expect(shares.next(400).leftMs).toBe(5 + 200);
});

it('leaves nothing but the reserve once all is done', () => {
  const budget = new WorkBudget(1000);
  const shares = new WorkShares(budget, { count: 1, bytes: 1000, reserveMs: 100 });
  budget.charge(950);
  expect(shares.next(1000).isSpent).toBe(true);
  expect(budget.leftMs).toBe(50);
});

it('has no end where the whole has none, and little for parts of no bytes', () => {
  const endless = { count: 2, bytes: 100, reserveMs: 0 };
  expect(new WorkShares(new WorkBudget(Infinity), endless).next(50).isSpent).toBe(false);
  const empty = { count: 1, bytes: 0, reserveMs: 0 };
  expect(new WorkShares(new WorkBudget(100), empty).next(0).leftMs).toBe(50);
});
