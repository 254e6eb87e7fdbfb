import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchForStall } from '#functions/client/stall-watch.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('tells once that nothing has moved, and begins anew with every move', () => {
  const onStall = vi.fn();
  const watch = watchForStall(1_000, onStall);
  vi.advanceTimersByTime(900);
  watch.moved();
  vi.advanceTimersByTime(900);
  expect(onStall).not.toHaveBeenCalled();
  vi.advanceTimersByTime(5_000);
  expect(onStall).toHaveBeenCalledTimes(1);
});

it('stays ended when something still moves, and leaves no timer', () => {
  const onStall = vi.fn();
  const watch = watchForStall(1_000, onStall);
  watch.end();
  watch.moved();
  expect(vi.getTimerCount()).toBe(0);
});
