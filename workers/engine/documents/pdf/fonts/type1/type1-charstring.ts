import { proportionOf } from '../../../../budget/proportion.ts';
import type { GlyphOutline, Stem, Step } from './outline.ts';

/** Subroutines in each other: Type 1 and Type 2 allow ten. */
export const MAX_SUBR_DEPTH = 10;
const MAX_STACK = 64;

/**
 * How many operators all glyphs of a document's fonts may take together, for each MB of the file: fonts of a megabyte have
 * 300 000. Subroutines that call each other many times over make billions of a hundred bytes.
 */
const MAX_CHARSTRING_STEPS = 1_500_000;

/** Work that all fonts of a document share. */
export interface StepBudget {
  left: number;
}

/** @param fileBytes size of the document, in bytes */
export function charstringSteps(fileBytes: number): StepBudget {
  return { left: MAX_CHARSTRING_STEPS * proportionOf(fileBytes) };
}

/** A charstring that this interpreter cannot follow to the letter. */
export class UnsupportedCharstring extends Error {}

/**
 * Runs a Type 1 charstring: subroutines, flex and hint replacement are resolved.
 * @param charstring decrypted
 * @throws UnsupportedCharstring for anything but the standard's operators used the standard's way
 */
export function runType1(
  charstring: Uint8Array,
  subrs: ReadonlyMap<number, Uint8Array>,
  budget: StepBudget,
): GlyphOutline {
  const machine = new Machine(subrs, budget);
  machine.run(charstring, 0);
  return machine.outline();
}

class Machine {
  private readonly subrs: ReadonlyMap<number, Uint8Array>;
  private readonly budget: StepBudget;
  private readonly stack: number[] = [];
  /** What `pop` brings back from PostScript. */
  private readonly returned: number[] = [];
  private readonly steps: Step[] = [];
  private stems: Stem[] = [];
  private areStemsNew = false;
  private flex: [number, number][] | undefined;
  /** Moves that nothing was drawn after yet; undefined inside a contour. */
  private move: [number, number] | undefined;
  private bearing: [number, number] = [0, 0];
  private width: number | undefined;
  private accent: GlyphOutline['accent'];
  private hasEnded = false;

  constructor(subrs: ReadonlyMap<number, Uint8Array>, budget: StepBudget) {
    this.subrs = subrs;
    this.budget = budget;
  }

  outline(): GlyphOutline {
    if (this.width === undefined || !this.hasEnded || this.flex)
      throw new UnsupportedCharstring('it does not end');
    const { width, steps, accent } = this;
    return { width, steps, ...(accent ? { accent } : {}) };
  }

  run(code: Uint8Array, depth: number): void {
    if (depth > MAX_SUBR_DEPTH) throw new UnsupportedCharstring('subroutines are nested too deep');
    for (let at = 0; at < code.length && !this.hasEnded;) {
      const byte = code[at++]!;
      if (byte >= 32) at = this.number(code, at, byte);
      else if (--this.budget.left < 0) throw new UnsupportedCharstring('too long');
      else if (byte === 10) this.call(depth);
      else if (byte === 11) return;
      else if (byte === 12) this.escape(code[at++] ?? -1);
      else this.operator(byte);
    }
  }

  private number(code: Uint8Array, at: number, byte: number): number {
    if (this.stack.length >= MAX_STACK) throw new UnsupportedCharstring('too many operands');
    if (byte <= 246) this.stack.push(byte - 139);
    else if (byte <= 250) this.stack.push((byte - 247) * 256 + code[at]! + 108);
    else if (byte <= 254) this.stack.push(-(byte - 251) * 256 - code[at]! - 108);
    else this.stack.push((code[at]! << 24) | (code[at + 1]! << 16) | (code[at + 2]! << 8) | code[at + 3]!);
    return at + (byte <= 246 ? 0 : byte <= 254 ? 1 : 4);
  }

  private call(depth: number): void {
    const subr = this.subrs.get(this.stack.pop() ?? -1);
    if (!subr) throw new UnsupportedCharstring('a subroutine is missing');
    this.run(subr, depth + 1);
  }

  /** The operands, which must be as many as expected; the stack is empty afterwards. */
  private take(count: number): number[] {
    if (this.stack.length !== count) throw new UnsupportedCharstring('operands do not fit');
    return this.stack.splice(0);
  }

  /** Moves, lines and curves. */
  private operator(code: number): void {
    switch (code) {
      case 4:
        return this.moveBy(0, this.take(1)[0]!);
      case 5:
        return this.draw('line', this.take(2));
      case 6:
        return this.draw('line', [this.take(1)[0]!, 0]);
      case 7:
        return this.draw('line', [0, this.take(1)[0]!]);
      case 8:
        return this.draw('curve', this.take(6));
      case 21: {
        const [dx, dy] = this.take(2);
        return this.moveBy(dx!, dy!);
      }
      case 22:
        return this.moveBy(this.take(1)[0]!, 0);
      case 30: {
        const [dy1, dx2, dy2, dx3] = this.take(4);
        return this.draw('curve', [0, dy1!, dx2!, dy2!, dx3!, 0]);
      }
      case 31: {
        const [dx1, dx2, dy2, dy3] = this.take(4);
        return this.draw('curve', [dx1!, 0, dx2!, dy2!, 0, dy3!]);
      }
      default:
        this.frame(code);
    }
  }

  /** Stems, beginning and end of a glyph, and the end of a contour. */
  private frame(code: number): void {
    switch (code) {
      case 1:
        return this.stem(false, this.take(2));
      case 3:
        return this.stem(true, this.take(2));
      case 9:
        this.take(0);
        this.move ??= [0, 0];
        return;
      case 13: {
        const [x, width] = this.take(2);
        return this.start(x!, 0, width!);
      }
      case 14:
        this.take(0);
        this.hasEnded = true;
        return;
      case 15: // Of fonts before the standard; interpreters drop its operands.
        this.take(2);
        return;
      default:
        throw new UnsupportedCharstring(`operator ${code}`);
    }
  }

  private escape(code: number): void {
    switch (code) {
      case 0: // dotsection: means nothing any more.
        this.take(0);
        return;
      case 1:
      case 2: {
        const stems = this.take(6);
        for (let i = 0; i < 6; i += 2) this.stem(code === 1, stems.slice(i, i + 2));
        return;
      }
      case 6:
        return this.accented(this.take(5));
      case 7: {
        const [x, y, width, height] = this.take(4);
        if (height !== 0) throw new UnsupportedCharstring('it is written downwards');
        return this.start(x!, y!, width!);
      }
      case 12: {
        const [divisor, dividend] = [this.stack.pop(), this.stack.pop()];
        if (!divisor || dividend === undefined) throw new UnsupportedCharstring('division by nothing');
        this.stack.push(Math.round((dividend / divisor) * 65536) / 65536);
        return;
      }
      case 16:
        return this.callOther();
      case 17:
        if (this.returned.length === 0) throw new UnsupportedCharstring('nothing to pop');
        this.stack.push(this.returned.pop()!);
        return;
      case 33: // setcurrentpoint: after flex, where the point is already.
        this.take(2);
        return;
      default:
        throw new UnsupportedCharstring(`operator 12 ${code}`);
    }
  }

  private start(x: number, y: number, width: number): void {
    if (this.width !== undefined) throw new UnsupportedCharstring('it begins twice');
    this.width = width;
    this.bearing = [x, y];
    this.move = [x, y];
  }

  private accented([asb, dx, dy, base, accent]: readonly number[]): void {
    // The accent's origin: the composite's side bearing point moved by dx, less the accent's own side bearing.
    this.accent = { dx: this.bearing[0] + dx! - asb!, dy: dy!, base: base!, accent: accent! };
    this.hasEnded = true;
  }

  private stem(isVertical: boolean, [edge, width]: readonly number[]): void {
    this.stems = [
      ...this.stems,
      { isVertical, edge: edge! + this.bearing[isVertical ? 0 : 1], width: width! },
    ];
    this.areStemsNew = true;
  }

  private moveBy(dx: number, dy: number): void {
    if (this.flex) this.flex.push([dx, dy]);
    else this.move = [(this.move?.[0] ?? 0) + dx, (this.move?.[1] ?? 0) + dy];
  }

  private draw(kind: 'line' | 'curve', deltas: readonly number[]): void {
    this.beginDrawing();
    this.steps.push({ kind, deltas });
  }

  private beginDrawing(): void {
    if (this.width === undefined || this.flex) throw new UnsupportedCharstring('drawing where none may be');
    if (this.areStemsNew) this.steps.push({ kind: 'hints', stems: this.stems });
    this.areStemsNew = false;
    if (this.move) this.steps.push({ kind: 'move', deltas: this.move });
    this.move = undefined;
  }

  /** PostScript procedures that every interpreter knows by number: flex, hint replacement, counters. */
  private callOther(): void {
    const [number, count] = [this.stack.pop(), this.stack.pop()];
    if (count === undefined || !(count >= 0 && count <= this.stack.length))
      throw new UnsupportedCharstring('no operands');
    const operands = this.stack.splice(this.stack.length - count);
    this.returned.length = 0;
    this.procedure(number, operands);
  }

  private procedure(number: number | undefined, operands: readonly number[]): void {
    const count = operands.length;
    if (number === 0 && count === 3) this.endFlex(operands);
    else if (number === 1 && count === 0 && !this.flex) this.flex = [];
    else if (number === 2 && count === 0 && this.flex) return;
    else if (number === 3 && count === 1) {
      this.returned.push(operands[0]!);
      this.areStemsNew = true;
      this.stems = [];
    } else if (number !== 12 && number !== 13) throw new UnsupportedCharstring(`procedure ${number}`);
  }

  private endFlex([height, x, y]: readonly number[]): void {
    const moves = this.flex;
    this.flex = undefined;
    if (moves?.length !== 7) throw new UnsupportedCharstring('flex without its seven points');
    const [reference, first, ...others] = moves as [
      [number, number],
      [number, number],
      ...[number, number][],
    ];
    this.beginDrawing();
    const deltas = [reference[0] + first[0], reference[1] + first[1], ...others.flat()];
    this.steps.push({ kind: 'flex', deltas, height: height! });
    this.returned.push(y!, x!);
  }
}
