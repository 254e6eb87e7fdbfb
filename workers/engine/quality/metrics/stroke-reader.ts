import { fourfoldLuma } from '../../base/srgb.ts';
import {
  BLOCK_SIDE_PX,
  FRINGE_PX,
  GROUND_LEVELS,
  GROUND_SHARE,
  LEAST_STROKE_PX,
  MOST_INSIDE_SHARE,
  MOST_STROKE_LEVELS,
  STROKE_LEVELS,
  STROKE_SIDE_SHARE,
  STROKE_TO_GROUND,
} from '../thresholds.ts';
import type { Cell } from './cell.ts';
import { findRule, type Rule, type RuleColour } from './rule-reader.ts';

const PIXELS = BLOCK_SIDE_PX ** 2;

/** Side of a cell with what lies around it, and a rim of no strokes. */
const WIDE = BLOCK_SIDE_PX + 2 * FRINGE_PX + 2;

/** What a level of luma counts in squares: it is summed up fourfold, and so counts like four levels of a hue. */
const LEVEL = 4;

/** Squares up to which a pixel has the colour of the ground, and from which on it may belong to a stroke. */
const NEAR_SQUARE = (GROUND_LEVELS * LEVEL) ** 2;
const OFF_SQUARE = (STROKE_LEVELS * LEVEL) ** 2;

/** Values that an axis may have, from -255 on. */
const VALUES = 1276;
const ZERO = 255;

const WHITE = 255;

/** What a pixel of a cell is; fringes and specks are left out. */
const [LEFT_OUT, NEITHER, GROUND, OFF_GROUND, STROKE] = [0, 1, 2, 3, 4];

/** Reads the strokes of cells, one after the other. */
export class StrokeReader {
  // RuleColour of each pixel: fourfold luma, red less green, blue less green; then how far it lies off the ground on each.
  private readonly light = new Int16Array(PIXELS);
  private readonly reds = new Int16Array(PIXELS);
  private readonly blues = new Int16Array(PIXELS);
  private readonly squares = new Int32Array(PIXELS);
  private readonly kinds = new Uint8Array(PIXELS);
  private readonly counts = new Uint16Array(VALUES);
  /** Pixels that hang together. */
  private readonly members = new Uint8Array(PIXELS);
  /** 1 for each pixel of a stroke of a cell and of what goes on around it. */
  private readonly goingOn = new Uint8Array(WIDE ** 2);
  /** Luma of the ground, in levels. */
  private ground = 0;
  /** Colour of the ground, and to which side of it strokes lie. */
  private groundColour: RuleColour = [0, 0, 0];
  private side: RuleColour = [0, 0, 0];
  private areAllAlike = false;

  /**
   * Whether a cell has strokes. What parts two grounds comes first: beside one of them the other would be a part of it.
   * @param cell with {@link FRINGE_PX} of what lies around it, where there is such
   */
  read(cell: Cell): boolean {
    const isFaint = this.readColours(cell);
    if (this.areAllAlike) return false;
    const rule = findRule(cell);
    if (!rule?.partsGrounds && isFaint && this.readStrokes(cell)) return true;
    if (rule) this.readRule(cell, rule);
    return rule !== null;
  }

  private readStrokes(cell: Cell): boolean {
    const pixels = cell.width * cell.height;
    if (!this.isEven(pixels) || !this.hasGround(pixels)) return false;
    this.markFringes(cell);
    return this.isOneSided(pixels) && this.areThin(cell) && this.standsOut(pixels);
  }

  /** Whether a pixel of the cell that was read belongs to a stroke. @param at its place, row by row */
  isStroke(at: number): boolean {
    return this.kinds[at] === STROKE;
  }

  /** Whether the strokes that were read differ from their ground by their hue more than by their luma. */
  get areByHue(): boolean {
    const { light, squares, kinds } = this;
    let [ofLight, all] = [0, 0];
    for (let at = 0; at < PIXELS; at++) {
      if (kinds[at] !== STROKE) continue;
      ofLight += light[at]! ** 2;
      all += squares[at]!;
    }
    return 2 * ofLight < all;
  }

  /**
   * What another picture has lost of the contrast of the strokes that were read. More than a level weighs up to twice as much where they
   * have less than twice STROKE_LEVELS: half of a faint letter is not read any more. In the dark such strokes are mostly shades of
   * photographs, so the ground's luma counts.
   * @param cell of the other picture, same size
   * @returns 0 for nothing, 1 where it shows ground or the opposite
   */
  lostIn({ rgb, stride, left, top, width, height }: Cell): number {
    const { light, reds, blues, squares, kinds } = this;
    // Of the ground, how far the other picture lies off it; of strokes, their moves, and what both have of them.
    let [ground, groundLight, groundRed, groundBlue] = [0, 0, 0, 0];
    let [strokes, moveLight, moveRed, moveBlue, energy, lost] = [0, 0, 0, 0, 0, 0];
    for (let y = 0, at = 0; y < height; y++)
      for (let x = 0, from = ((top + y) * stride + left) * 3; x < width; x++, at++, from += 3) {
        if (kinds[at] !== GROUND && kinds[at] !== STROKE) continue;
        const green = rgb[from + 1]!;
        const lessLight = light[at]! - fourfoldLuma(rgb[from]!, green, rgb[from + 2]!);
        const lessRed = reds[at]! - rgb[from]! + green;
        const lessBlue = blues[at]! - rgb[from + 2]! + green;
        if (kinds[at] === GROUND) {
          ground++;
          groundLight += lessLight;
          groundRed += lessRed;
          groundBlue += lessBlue;
        } else {
          strokes++;
          moveLight += light[at]!;
          moveRed += reds[at]!;
          moveBlue += blues[at]!;
          energy += squares[at]!;
          lost += light[at]! * lessLight + reds[at]! * lessRed + blues[at]! * lessBlue;
        }
      }
    lost -= (moveLight * groundLight + moveRed * groundRed + moveBlue * groundBlue) / ground;
    const contrast = Math.sqrt(energy / strokes) / LEVEL;
    const share = Math.min(1, Math.max(0, lost / energy));
    if (share * contrast <= 1) return share;
    const faintness = Math.max(0, 2 - contrast / STROKE_LEVELS);
    return Math.min(1, share * (1 + (faintness * this.ground) / WHITE));
  }

  /** @returns false where all are alike, and as soon as the contrast is strong, as in most cells of photographs */
  private readColours({ rgb, stride, left, top, width, height }: Cell): boolean {
    const { light, reds, blues } = this;
    let [darkest, lightest, isColoured] = [VALUES, 0, false];
    this.areAllAlike = false;
    for (let y = 0, at = 0; y < height; y++) {
      for (let x = 0, from = ((top + y) * stride + left) * 3; x < width; x++, at++, from += 3) {
        const green = rgb[from + 1]!;
        const value = fourfoldLuma(rgb[from]!, green, rgb[from + 2]!);
        light[at] = value;
        reds[at] = rgb[from]! - green;
        blues[at] = rgb[from + 2]! - green;
        if (value < darkest) darkest = value;
        if (value > lightest) lightest = value;
        isColoured ||= reds[at] !== reds[0] || blues[at] !== blues[0];
      }
      if (lightest - darkest > MOST_STROKE_LEVELS * LEVEL) return false;
    }
    this.areAllAlike = !isColoured && lightest - darkest < STROKE_LEVELS * LEVEL;
    return !this.areAllAlike;
  }

  /** Marks a line and what lies beside it. */
  private readRule(cell: Cell, { isAcross, from, width, beside, ground }: Rule): void {
    this.setColours(cell, ground);
    this.ground = ground[0] / LEVEL;
    for (let at = 0; at < cell.width * cell.height; at++) {
      const line = isAcross ? Math.floor(at / cell.width) : at % cell.width;
      const isGround = line >= from - beside && line < from + width + beside;
      const isRule = line >= from && line < from + width;
      this.kinds[at] = isRule ? STROKE : isGround ? GROUND : LEFT_OUT;
    }
  }

  /** Sets how far each pixel lies off a ground. */
  private setColours(
    { rgb, stride, left, top, width, height }: Cell,
    [toLight, toRed, toBlue]: RuleColour,
  ): void {
    const { light, reds, blues, squares } = this;
    for (let y = 0, at = 0; y < height; y++)
      for (let x = 0, from = ((top + y) * stride + left) * 3; x < width; x++, at++, from += 3) {
        const green = rgb[from + 1]!;
        light[at] = fourfoldLuma(rgb[from]!, green, rgb[from + 2]!) - toLight;
        reds[at] = rgb[from]! - green - toRed;
        blues[at] = rgb[from + 2]! - green - toBlue;
        squares[at] = light[at]! ** 2 + reds[at]! ** 2 + blues[at]! ** 2;
      }
  }

  /** Whether most pixels have about the luma of the ground: a quick look, which most cells of photographs fail. */
  private isEven(pixels: number): boolean {
    const { light } = this;
    const median = this.medianOf(light, pixels);
    this.ground = median / LEVEL;
    let count = 0;
    for (let at = 0; at < pixels; at++) {
      const value = light[at]! - median;
      light[at] = value;
      count += Number(Math.abs(value) <= GROUND_LEVELS * LEVEL);
    }
    return count >= GROUND_SHARE * pixels;
  }

  private medianOf(axis: Int16Array, pixels: number): number {
    const { counts } = this;
    let [least, most] = [VALUES, 0];
    for (let at = 0; at < pixels; at++) {
      const value = axis[at]! + ZERO;
      counts[value]!++;
      if (value < least) least = value;
      if (value > most) most = value;
    }
    let median = least;
    for (let below = counts[least]!; 2 * below < pixels; below += counts[median]!) median++;
    counts.fill(0, least, most + 1);
    return median - ZERO;
  }

  /**
   * Marks the pixels that have the colour of the ground, and those off it.
   * @returns false where either are too few, or even the one that lies furthest off does not stand out: no mean of strokes lies further,
   *   and what is not ground only adds to the spread of the others
   */
  private hasGround(pixels: number): boolean {
    const { light, reds, blues, squares, kinds } = this;
    const [ofReds, ofBlues] = [this.medianOf(reds, pixels), this.medianOf(blues, pixels)];
    this.groundColour = [this.ground * LEVEL, ofReds, ofBlues];
    let [near, off, spread, most] = [0, 0, 0, 0];
    for (let at = 0; at < pixels; at++) {
      const ofLight = light[at]!;
      const red = reds[at]! - ofReds;
      const blue = blues[at]! - ofBlues;
      reds[at] = red;
      blues[at] = blue;
      const square = ofLight * ofLight + red * red + blue * blue;
      // Sums of noise fall to either side at random: numbers do without a branch.
      const isNear = Number(square <= NEAR_SQUARE);
      const isOff = Number(square >= OFF_SQUARE);
      squares[at] = square;
      kinds[at] = NEITHER + isNear * (GROUND - NEITHER) + isOff * (OFF_GROUND - NEITHER);
      near += isNear;
      off += isOff;
      spread += isNear * square;
      most = Math.max(most, square);
    }
    const mayStandOut = most * near >= STROKE_TO_GROUND ** 2 * spread;
    return mayStandOut && near >= GROUND_SHARE * pixels && off >= LEAST_STROKE_PX;
  }

  /** Marks as fringes what lies off the ground near strong contrast around the cell, which has none: lines are blurred, and ring. */
  private markFringes({ rgb, stride, rows, left, top, width, height }: Cell): void {
    const ground = this.ground * LEVEL;
    const bottom = Math.min(rows, top + height + FRINGE_PX);
    const right = Math.min(stride, left + width + FRINGE_PX);
    for (let y = Math.max(0, top - FRINGE_PX); y < bottom; y++) {
      const isBeside = y >= top && y < top + height;
      for (let x = Math.max(0, left - FRINGE_PX); x < right; x++) {
        if (isBeside && x === left) x += width;
        if (x >= right) break;
        const from = (y * stride + x) * 3;
        const value = fourfoldLuma(rgb[from]!, rgb[from + 1]!, rgb[from + 2]!);
        if (Math.abs(value - ground) > MOST_STROKE_LEVELS * LEVEL)
          this.markFringe(x - left, y - top, { width, height });
      }
    }
  }

  /** Marks what lies off the ground within {@link FRINGE_PX} of a pixel outside of the cell. */
  private markFringe(x: number, y: number, { width, height }: Pick<Cell, 'width' | 'height'>): void {
    const { kinds } = this;
    for (let row = Math.max(0, y - FRINGE_PX); row <= Math.min(height - 1, y + FRINGE_PX); row++)
      for (let column = Math.max(0, x - FRINGE_PX); column <= Math.min(width - 1, x + FRINGE_PX); column++)
        if (kinds[row * width + column] !== GROUND) kinds[row * width + column] = LEFT_OUT;
  }

  /** Whether what lies off the ground lies to one side of it; marks those that lie to the other as neither. */
  private isOneSided(pixels: number): boolean {
    const { light, reds, blues, squares, kinds } = this;
    let [sumLight, sumRed, sumBlue, lengths] = [0, 0, 0, 0];
    for (let at = 0; at < pixels; at++) {
      if (kinds[at] !== OFF_GROUND) continue;
      sumLight += light[at]!;
      sumRed += reds[at]!;
      sumBlue += blues[at]!;
      lengths += Math.sqrt(squares[at]!);
    }
    if (Math.sqrt(sumLight ** 2 + sumRed ** 2 + sumBlue ** 2) <= STROKE_SIDE_SHARE * lengths) return false;
    this.side = [sumLight, sumRed, sumBlue];
    for (let at = 0; at < pixels; at++) {
      const along = light[at]! * sumLight + reds[at]! * sumRed + blues[at]! * sumBlue;
      if (along < 0 && kinds[at] === OFF_GROUND) kinds[at] = NEITHER;
    }
    return true;
  }

  /**
   * Marks those off the ground as strokes that hang together over some length.
   * @returns false where none do, or most are an area: where one ends two rows inside the cell, it goes on around it
   */
  private areThin(cell: Cell): boolean {
    const { width, height } = cell;
    const { kinds, goingOn } = this;
    for (let at = 0; at < width * height; at++)
      if (kinds[at] === OFF_GROUND) this.markStroke(at, width, height);
    if (!kinds.subarray(0, width * height).includes(STROKE)) return false;
    this.markGoingOn(cell);
    let [count, inside] = [0, 0];
    for (let at = WIDE; at < WIDE * (WIDE - 1); at++) {
      if (goingOn[at] === 0) continue;
      count++;
      if (this.isInside(at)) inside++;
    }
    return inside <= MOST_INSIDE_SHARE * count;
  }

  /** Marks the strokes of a cell, and what lies off its ground around it to the side of them. */
  private markGoingOn({ rgb, stride, rows, left, top, width, height }: Cell): void {
    const { goingOn, kinds } = this;
    goingOn.fill(0);
    const [lastX, lastY] = [
      Math.min(stride - left, width + FRINGE_PX),
      Math.min(rows - top, height + FRINGE_PX),
    ];
    for (let y = Math.max(-top, -FRINGE_PX); y < lastY; y++)
      for (let x = Math.max(-left, -FRINGE_PX); x < lastX; x++) {
        const isOfCell = x >= 0 && x < width && y >= 0 && y < height;
        const isStroke = isOfCell
          ? kinds[y * width + x] === STROKE
          : this.isBeside(rgb, ((top + y) * stride + left + x) * 3);
        if (isStroke) goingOn[(y + FRINGE_PX + 1) * WIDE + x + FRINGE_PX + 1] = 1;
      }
  }

  /** Whether a pixel lies off the ground, to the side of the strokes. @param from its first sample */
  private isBeside(rgb: Uint8Array, from: number): boolean {
    const { groundColour, side } = this;
    const green = rgb[from + 1]!;
    const light = fourfoldLuma(rgb[from]!, green, rgb[from + 2]!) - groundColour[0];
    const red = rgb[from]! - green - groundColour[1];
    const blue = rgb[from + 2]! - green - groundColour[2];
    const isOff = light * light + red * red + blue * blue >= OFF_SQUARE;
    return isOff && light * side[0] + red * side[1] + blue * side[2] > 0;
  }

  /** Marks what hangs together with a pixel off the ground as a stroke, or leaves it out where the longer side of its box is short. */
  private markStroke(start: number, width: number, height: number): void {
    const { kinds, members } = this;
    let count = 1;
    members[0] = start;
    kinds[start] = STROKE;
    let [left, right, top, bottom] = [width, 0, height, 0];
    for (let i = 0; i < count; i++) {
      const at = members[i]!;
      const [x, y] = [at % width, Math.floor(at / width)];
      if (x < left) left = x;
      if (x > right) right = x;
      if (y < top) top = y;
      if (y > bottom) bottom = y;
      const [lastRow, lastColumn] = [Math.min(height - 1, y + 1), Math.min(width - 1, x + 1)];
      for (let row = Math.max(0, y - 1); row <= lastRow; row++)
        for (let column = Math.max(0, x - 1); column <= lastColumn; column++) {
          const next = row * width + column;
          if (kinds[next] !== OFF_GROUND) continue;
          kinds[next] = STROKE;
          members[count++] = next;
        }
    }
    if (Math.max(right - left, bottom - top) + 1 >= LEAST_STROKE_PX) return;
    for (let i = 0; i < count; i++) kinds[members[i]!] = LEFT_OUT;
  }

  /** Whether all eight pixels around one belong to strokes. */
  private isInside(at: number): boolean {
    for (let row = at - WIDE; row <= at + WIDE; row += WIDE)
      for (let next = row - 1; next <= row + 1; next++) if (this.goingOn[next] === 0) return false;
    return true;
  }

  /** Whether strokes lie far off the ground beside what it differs in itself: the tail of noise does not. */
  private standsOut(pixels: number): boolean {
    const { squares, kinds } = this;
    let [strokes, lengths, others, spread] = [0, 0, 0, 0];
    for (let at = 0; at < pixels; at++) {
      if (kinds[at] === STROKE) {
        strokes++;
        lengths += Math.sqrt(squares[at]!);
      } else if (kinds[at] === GROUND || kinds[at] === NEITHER) {
        others++;
        spread += squares[at]!;
      }
    }
    return lengths / strokes >= STROKE_TO_GROUND * Math.sqrt(spread / others);
  }
}
