import { fourfoldLumaAt } from '../../base/srgb.ts';
import {
  FRINGE_PX,
  GROUND_LEVELS,
  LEAST_RULE_SHARE,
  MOST_STROKE_LEVELS,
  STROKE_LEVELS,
} from '../thresholds.ts';
import type { Cell } from './cell.ts';

/** A straight line across or down a cell, between two grounds, off both to one side: it parts panels and rows of tables. */
export interface Rule {
  readonly isAcross: boolean;
  /** First of its rows or columns in the cell, and how many there are. */
  readonly from: number;
  readonly width: number;
  /** Rows or columns of ground before it and after it that it is compared with, and the mean of both colours. */
  readonly beside: number;
  readonly ground: RuleColour;
  /** Whether the grounds differ. */
  readonly partsGrounds: boolean;
}

/** Fourfold luma, red less green, blue less green. */
export type RuleColour = readonly [light: number, reds: number, blues: number];

/** Times that luma is summed up: a level of it counts like four of a hue. */
const LEVEL = 4;

/** The rule of a cell; null where it has none. @param cell with {@link FRINGE_PX} of what lies around it */
export function findRule(cell: Cell): Rule | null {
  return ruleAlong(cell, true) ?? ruleAlong(cell, false);
}

/** At the edge of a cell only one ground is seen: such a line is not looked for. */
function ruleAlong(cell: Cell, isAcross: boolean): Rule | null {
  const { rgb, stride, left, top, width, height } = cell;
  const length = isAcross ? height : width;
  const step = (isAcross ? stride : 1) * 3;
  const middle = isAcross ? top * stride + left + (width >> 1) : (top + (height >> 1)) * stride + left;
  for (let from = 1, at = middle * 3, before = fourfoldLumaAt(rgb, at); from < length - 1; from++) {
    at += step;
    const here = fourfoldLumaAt(rgb, at);
    // A quick look at the pixels in the middle, which most rows of photographs fail.
    const jumps = Math.abs(here - before) > GROUND_LEVELS * LEVEL;
    before = here;
    const rule = jumps ? ruleFrom(cell, isAcross, from) : null;
    if (rule) return rule;
  }
  return null;
}

/** The rule that begins with a row or a column; null where none does. */
function ruleFrom(cell: Cell, isAcross: boolean, from: number): Rule | null {
  const length = isAcross ? cell.height : cell.width;
  for (let width = 1; width <= Math.min(FRINGE_PX, length - 1 - from); width++) {
    const line = meanOf(cell, isAcross, from, width);
    const before = line && meanOf(cell, isAcross, from - FRINGE_PX, FRINGE_PX);
    if (!line || !before) return null;
    const after = meanOf(cell, isAcross, from + width, FRINGE_PX);
    const beside = Math.min(FRINGE_PX, from, length - from - width);
    if (!after || !standsOut(line, before, after)) continue;
    const partsGrounds = distance(before, after) > GROUND_LEVELS;
    return { isAcross, from, width, beside, ground: meanOfTwo(before, after), partsGrounds };
  }
  return null;
}

/** The mean of a row or a column whose pixels are alike; null where they are not, or it lies outside of the picture. */
function evenLine(cell: Cell, isAcross: boolean, at: number): RuleColour | null {
  const { rgb, stride, rows, left, top } = cell;
  const x = isAcross ? left : left + at;
  const y = isAcross ? top + at : top;
  if (x < 0 || y < 0 || x >= stride || y >= rows) return null;
  const pixels = isAcross ? cell.width : cell.height;
  const step = (isAcross ? 1 : stride) * 3;
  const start = (y * stride + x) * 3;
  let least = fourfoldLumaAt(rgb, start);
  let most = least;
  let [light, reds, blues] = [0, 0, 0];
  for (let i = 0, from = start; i < pixels; i++, from += step) {
    const green = rgb[from + 1]!;
    const value = fourfoldLumaAt(rgb, from);
    if (value < least) least = value;
    if (value > most) most = value;
    if (most - least > GROUND_LEVELS * LEVEL) return null;
    light += value;
    reds += rgb[from]! - green;
    blues += rgb[from + 2]! - green;
  }
  return [light / pixels, reds / pixels, blues / pixels];
}

/** The mean of some rows or columns; null where one of them is not even, or differs from the first. */
function meanOf(cell: Cell, isAcross: boolean, from: number, count: number): RuleColour | null {
  const first = evenLine(cell, isAcross, from);
  if (!first) return null;
  const sum = [...first];
  for (let at = from + 1; at < from + count; at++) {
    const line = evenLine(cell, isAcross, at);
    if (!line || distance(line, first) > GROUND_LEVELS) return null;
    line.forEach((value, axis) => (sum[axis]! += value));
  }
  return [sum[0]! / count, sum[1]! / count, sum[2]! / count];
}

/**
 * Whether a line is seen between two grounds: off both to one side, and far enough beside the step from one to the other, that it is
 * no ringing and no sharpened edge.
 */
function standsOut(line: RuleColour, before: RuleColour, after: RuleColour): boolean {
  const along = line.reduce((sum, value, axis) => sum + (value - before[axis]!) * (value - after[axis]!), 0);
  const contrast = Math.min(distance(line, before), distance(line, after));
  const least = Math.max(STROKE_LEVELS, LEAST_RULE_SHARE * distance(before, after));
  return along > 0 && contrast >= least && contrast <= MOST_STROKE_LEVELS;
}

function meanOfTwo(a: RuleColour, b: RuleColour): RuleColour {
  return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2];
}

/** Levels between two colours. */
function distance(a: RuleColour, b: RuleColour): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]) / LEVEL;
}
