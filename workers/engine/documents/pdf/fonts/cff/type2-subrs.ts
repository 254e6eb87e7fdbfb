import { concatBytes } from '../../../../base/bytes.ts';
import { MAX_SUBR_DEPTH, UnsupportedCharstring, type StepBudget } from '../type1/type1-charstring.ts';

/** A place in a charstring where a subroutine is called by a literal number. */
interface Call {
  /** The bytes of the number. */
  readonly from: number;
  readonly to: number;
  readonly isGlobal: boolean;
  /** Index without bias. */
  readonly index: number;
}

/** Subroutines that charstrings share. */
export interface Subrs {
  readonly globals: readonly Uint8Array[];
  readonly locals: readonly Uint8Array[];
}

const MAX_STACK = 513;

/** Follows Type 2 charstrings through their subroutines, to find those that are used. */
export class SubrTracer {
  private readonly subrs: Subrs;
  private readonly budget: StepBudget;
  private readonly calls = new Map<Uint8Array, readonly Call[]>();
  private readonly used = { global: new Set<number>(), local: new Set<number>() };
  private stack: number[] = [];
  private stems = 0;
  private hasEnded = false;
  private parts: [number, number] | undefined;

  constructor(subrs: Subrs, budget: StepBudget) {
    this.subrs = subrs;
    this.budget = budget;
  }

  /**
   * Follows a glyph.
   * @returns codes in StandardEncoding of the two glyphs that it is made of, where it is made of two
   * @throws UnsupportedCharstring for what cannot be followed without computing
   */
  trace(charstring: Uint8Array): [number, number] | undefined {
    this.stack = [];
    this.stems = 0;
    this.hasEnded = false;
    this.parts = undefined;
    this.run(charstring, 0);
    return this.parts;
  }

  /** Only the subroutines that were seen, under new numbers; `rewrite` makes a traced charstring call them by those. */
  renumbered(): Subrs & { readonly rewrite: (charstring: Uint8Array) => Uint8Array } {
    const order = (used: ReadonlySet<number>): number[] => [...used].sort((a, b) => a - b);
    const globals = order(this.used.global);
    const locals = order(this.used.local);
    const newGlobal = new Map(globals.map((old, index) => [old, index - biasOf(globals.length)] as const));
    const newLocal = new Map(locals.map((old, index) => [old, index - biasOf(locals.length)] as const));
    const rewrite = (code: Uint8Array): Uint8Array => {
      const parts: Uint8Array[] = [];
      let at = 0;
      for (const call of this.calls.get(code) ?? []) {
        const number = (call.isGlobal ? newGlobal : newLocal).get(call.index)!;
        parts.push(code.subarray(at, call.from), Uint8Array.from(literal(number)));
        at = call.to;
      }
      return concatBytes([...parts, code.subarray(at)]);
    };
    return {
      globals: globals.map((index) => rewrite(this.subrs.globals[index]!)),
      locals: locals.map((index) => rewrite(this.subrs.locals[index]!)),
      rewrite,
    };
  }

  private run(code: Uint8Array, depth: number): void {
    if (depth > MAX_SUBR_DEPTH) throw new UnsupportedCharstring('subroutines are nested too deep');
    const calls: Call[] = [];
    let number: { from: number; to: number } | undefined;
    for (let at = 0; at < code.length && !this.hasEnded;) {
      const start = at;
      const byte = code[at++]!;
      if (byte >= 32 || byte === 28) {
        at = this.operand(code, at, byte);
        number = { from: start, to: at };
        continue;
      }
      if (--this.budget.left < 0) throw new UnsupportedCharstring('too long');
      if (byte === 11) break;
      if (byte === 10 || byte === 29) {
        if (!number) throw new UnsupportedCharstring('a subroutine whose number is computed');
        calls.push(this.call({ ...number, isGlobal: byte === 29 }, depth));
      } else at = this.operator(code, at, byte);
      number = undefined;
    }
    this.note(code, calls);
  }

  /** A subroutine can be met in several glyphs: it must read the same in all. */
  private note(code: Uint8Array, calls: readonly Call[]): void {
    const known = this.calls.get(code);
    const isSame =
      !known || (known.length === calls.length && known.every((call, i) => call.from === calls[i]!.from));
    if (!isSame) throw new UnsupportedCharstring('a subroutine that reads differently from place to place');
    this.calls.set(code, calls);
  }

  private operand(code: Uint8Array, at: number, byte: number): number {
    if (this.stack.length >= MAX_STACK) throw new UnsupportedCharstring('too many operands');
    if (byte === 28) this.stack.push(((code[at]! << 24) | (code[at + 1]! << 16)) >> 16);
    else if (byte <= 246) this.stack.push(byte - 139);
    else if (byte <= 250) this.stack.push((byte - 247) * 256 + code[at]! + 108);
    else if (byte <= 254) this.stack.push(-(byte - 251) * 256 - code[at]! - 108);
    else this.stack.push(NaN); // A fraction: never the number of a subroutine.
    return at + (byte === 28 ? 2 : byte <= 246 ? 0 : byte <= 254 ? 1 : 4);
  }

  private call(place: Omit<Call, 'index'>, depth: number): Call {
    const list = place.isGlobal ? this.subrs.globals : this.subrs.locals;
    const index = this.stack.pop()! + biasOf(list.length);
    const subr = list[index];
    if (!subr) throw new UnsupportedCharstring('a subroutine is missing');
    (place.isGlobal ? this.used.global : this.used.local).add(index);
    this.run(subr, depth + 1);
    return { ...place, index };
  }

  /** @returns where the next operator begins */
  private operator(code: Uint8Array, at: number, byte: number): number {
    let next = at;
    if (STEMS.has(byte)) this.stems += this.stack.length >> 1;
    else if (byte === 19 || byte === 20) {
      this.stems += this.stack.length >> 1; // Vertical stems whose operator was left out.
      next += (this.stems + 7) >> 3;
    } else if (byte === 12) {
      const escape = code[next++] ?? 0;
      if (escape < 34 || escape > 37) throw new UnsupportedCharstring(`operator 12 ${escape}`);
    } else if (byte === 14) {
      this.hasEnded = true;
      if (this.stack.length >= 4) this.parts = [this.stack.at(-2)!, this.stack.at(-1)!];
    } else if (!DRAWING.has(byte)) throw new UnsupportedCharstring(`operator ${byte}`);
    this.stack.length = 0;
    return next;
  }
}

const STEMS = new Set([1, 3, 18, 23]);
const DRAWING = new Set([4, 5, 6, 7, 8, 21, 22, 24, 25, 26, 27, 30, 31]);

/** What is added to a subroutine's number in a charstring (Adobe Technical Note 5176, section 16). */
function biasOf(count: number): number {
  return count < 1240 ? 107 : count < 33900 ? 1131 : 32768;
}

function literal(value: number): number[] {
  if (value >= -107 && value <= 107) return [value + 139];
  if (value >= 108 && value <= 1131) return [247 + ((value - 108) >> 8), (value - 108) & 255];
  if (value <= -108 && value >= -1131) return [251 + ((-value - 108) >> 8), (-value - 108) & 255];
  return [28, (value >> 8) & 255, value & 255];
}
