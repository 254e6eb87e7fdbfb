import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { afterPaint } from '~/after-paint.ts';

let frames: FrameRequestCallback[] = [];

beforeEach(() => {
  frames = [];
  vi.useFakeTimers();
  vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) => frames.push(callback));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('runs work in the task after the first frame, and once', () => {
  const work = vi.fn();
  afterPaint(work);
  frames.forEach((frame) => frame(0));
  expect(work).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(work).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(1_000);
  expect(work).toHaveBeenCalledOnce();
});

test('waits 200 ms at most where nothing is drawn', () => {
  const work = vi.fn();
  afterPaint(work);
  vi.advanceTimersByTime(199);
  expect(work).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(work).toHaveBeenCalledOnce();
});
