import type { Matrix } from './matrix.ts';

/** A rectangle along the axes: its least x and y, and its largest. */
export type Area = readonly [left: number, low: number, right: number, high: number];

/** The least area around what a matrix makes of another one. */
export function mapArea([left, low, right, high]: Area, [a, b, c, d, e, f]: Matrix): Area {
  const corners = [left, right].flatMap((x) => [low, high].map((y) => [x, y] as const));
  const xs = corners.map(([x, y]) => a * x + c * y + e);
  const ys = corners.map(([x, y]) => b * x + d * y + f);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/** The least area around two. */
export function joinAreas(a: Area, b: Area): Area {
  return [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])];
}

/** Whether two areas share a point. */
export function areasOverlap(a: Area, b: Area): boolean {
  return a[0] <= b[2] && b[0] <= a[2] && a[1] <= b[3] && b[1] <= a[3];
}
