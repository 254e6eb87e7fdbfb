import { expect, test } from 'vitest';
import { fitted, moved, pixelForPixel, zoomed } from '~/compressor/compare/view-state.ts';

const PICTURE = { width: 4_000, height: 2_000 };
const PANE = { width: 1_000, height: 800 };

test('fits the whole picture into the middle', () => {
  expect(fitted(PICTURE, PANE, 1)).toEqual({ scale: 0.25, x: 0, y: 150 });
});

test('never shows a small picture larger than its own pixels', () => {
  expect(fitted({ width: 100, height: 50 }, PANE, 2)).toEqual({ scale: 0.5, x: 475, y: 388 });
});

test('puts one pixel of the picture on one of the screen', () => {
  expect(pixelForPixel(PICTURE, PANE, 2).scale).toBe(0.5);
});

test('keeps the point under the pointer while zooming', () => {
  const before = pixelForPixel(PICTURE, PANE, 1);
  const at = { x: 300, y: 200 };
  const after = zoomed(before, 2, at, PICTURE, PANE, 1);
  const pointOf = ({ scale, x }: typeof before) => (at.x - x) / scale;
  expect(after.scale).toBe(2);
  expect(Math.abs(pointOf(after) - pointOf(before))).toBeLessThan(1);
});

test('zooms neither below the whole picture nor beyond sixteen screen pixels for one', () => {
  const whole = fitted(PICTURE, PANE, 1);
  expect(zoomed(whole, 0.1, { x: 0, y: 0 }, PICTURE, PANE, 1).scale).toBe(0.25);
  expect(zoomed(whole, 10_000, { x: 0, y: 0 }, PICTURE, PANE, 1).scale).toBe(16);
});

test('does not let the picture be dragged out of sight', () => {
  const view = pixelForPixel(PICTURE, PANE, 1);
  expect(moved(view, 99_999, 99_999, PICTURE, PANE)).toMatchObject({ x: 0, y: 0 });
  expect(moved(view, -99_999, -99_999, PICTURE, PANE)).toMatchObject({ x: -3_000, y: -1_200 });
});
