import { latin1, viewOf } from '../../../../base/bytes.ts';
import { indexAt, readCharset, readEntries, type DictEntry } from './cff.ts';
import { STANDARD_ENCODING, STANDARD_STRINGS } from './cff-strings.ts';
import { writeNamedCff, type NamedGlyph } from './cff-writer.ts';
import { charstringSteps, UnsupportedCharstring, type StepBudget } from '../type1/type1-charstring.ts';
import { SubrTracer, type Subrs } from './type2-subrs.ts';

/** A CFF font taken apart whose glyphs have names. */
interface NamedCffProgram extends Subrs {
  readonly name: string;
  /** Glyph names by number, .notdef first. */
  readonly names: readonly string[];
  readonly charstrings: readonly Uint8Array[];
  /** Built-in encoding: names by code. */
  readonly encoding: ReadonlyMap<number, string>;
  readonly isStandardEncoding: boolean;
  readonly topEntries: Uint8Array;
  readonly privateEntries: Uint8Array;
}

/**
 * Reads a bare CFF font.
 * @returns undefined when it is damaged, CID-keyed, or of a kind that is better left alone
 */
export function readNamedCff(bytes: Uint8Array): NamedCffProgram | undefined {
  try {
    return new Reader(bytes).read();
  } catch (error) {
    if (error instanceof RangeError) return undefined; // Offsets past the end.
    throw error;
  }
}

/** Top dictionary entries that viewers use besides offsets: FontMatrix and FontBBox. */
const KEPT_TOP = new Set([5, 1207]);
/** CID-keyed, synthetic, blended and multiple master fonts. */
const UNSUPPORTED_TOP = new Set([1220, 1223, 1224, 1225, 1226, 1230]);
export const MAX_GLYPHS = 65_535;

class Reader {
  private readonly bytes: Uint8Array;
  private readonly view: DataView;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.view = viewOf(bytes);
  }

  read(): NamedCffProgram | undefined {
    const { view } = this;
    const fontNames = this.index(view.getUint8(2));
    const tops = this.index(fontNames.end);
    const strings = this.index(tops.end);
    const globals = this.index(strings.end).items;
    const top = tops.items[0];
    if (tops.items.length !== 1 || !top) return undefined;
    const topStart = top.byteOffset - this.bytes.byteOffset;
    const entries = readEntries(view, topStart, topStart + top.length);
    const number = (operator: number, index = 0, usual = 0): number =>
      entries.find((entry) => entry.operator === operator)?.operands[index] ?? usual;
    if (entries.some(({ operator }) => UNSUPPORTED_TOP.has(operator))) return undefined;
    // No paint but filling, and Type 2 charstrings.
    if (number(1205) !== 0 || number(1206, 0, 2) !== 2) return undefined;
    const charstrings = this.index(number(17)).items;
    const names = this.names(number(15), charstrings.length, strings.items);
    const encoding = names && this.encoding(number(16), names, strings.items);
    if (!names || !encoding || charstrings.length === 0) return undefined;
    return {
      name: latin1(fontNames.items[0] ?? new Uint8Array(0)),
      names,
      charstrings,
      encoding,
      isStandardEncoding: number(16) === 0,
      globals,
      topEntries: this.slices(entries.filter(({ operator }) => KEPT_TOP.has(operator))),
      ...this.privates(number(18, 1), number(18)),
    };
  }

  private index(at: number): { items: Uint8Array[]; end: number } {
    const { offsets, end } = indexAt(this.view, at);
    const items: Uint8Array[] = [];
    for (let i = 0; i + 1 < offsets.length; i++) {
      const [from, to] = [offsets[i]!, offsets[i + 1]!];
      if (from > to || to > this.bytes.length) throw new RangeError('an item ends past the font');
      items.push(this.bytes.subarray(from, to));
    }
    return { items, end };
  }

  /** @returns undefined for the expert sets, and where a glyph has no name or that of another */
  private names(charset: number, count: number, strings: readonly Uint8Array[]): string[] | undefined {
    if (charset === 1 || charset === 2 || count > MAX_GLYPHS) return undefined;
    const names = new Array<string>(count).fill('');
    names[0] = '.notdef';
    if (charset === 0) for (let glyph = 1; glyph < count; glyph++) names[glyph] = stringOf(glyph, strings);
    else
      for (const [sid, glyph] of readCharset(this.view, charset, count))
        if (glyph > 0) names[glyph] = stringOf(sid, strings);
    return new Set(names).size === count && !names.includes('') ? names : undefined;
  }

  private encoding(
    at: number,
    names: readonly string[],
    strings: readonly Uint8Array[],
  ): ReadonlyMap<number, string> | undefined {
    if (at === 0) return STANDARD_ENCODING;
    if (at === 1) return undefined; // The expert encoding.
    const { view } = this;
    const encoding = new Map<number, string>();
    const format = view.getUint8(at);
    const count = view.getUint8(at + 1);
    let next = at + 2;
    let glyph = 1;
    for (let i = 0; i < count; i++) {
      const code = view.getUint8(next++);
      const more = (format & 127) === 1 ? view.getUint8(next++) : 0;
      for (let j = 0; j <= more; j++, glyph++) if (names[glyph]) encoding.set(code + j, names[glyph]!);
    }
    if (format & 128) {
      const extra = view.getUint8(next++);
      for (let i = 0; i < extra; i++, next += 3)
        encoding.set(view.getUint8(next), stringOf(view.getUint16(next + 1), strings));
    }
    return encoding;
  }

  private privates(at: number, length: number): { privateEntries: Uint8Array; locals: Uint8Array[] } {
    const entries = readEntries(this.view, at, at + length);
    const subrs = entries.find(({ operator }) => operator === SUBRS)?.operands[0];
    return {
      privateEntries: this.slices(entries.filter(({ operator }) => operator !== SUBRS)),
      locals: subrs ? this.index(at + subrs).items : [],
    };
  }

  private slices(entries: readonly DictEntry[]): Uint8Array {
    return Uint8Array.from(entries.flatMap(({ from, to }) => [...this.bytes.subarray(from, to)]));
  }
}

const SUBRS = 19;

function stringOf(sid: number, strings: readonly Uint8Array[]): string {
  const own = strings[sid - STANDARD_STRINGS.length];
  return STANDARD_STRINGS[sid] ?? (own ? latin1(own) : `sid${sid}`);
}

/**
 * Writes the font with fewer glyphs and only the subroutines that those call.
 * @param keep   names of the glyphs to keep; parts of accented letters and .notdef stay too
 * @param budget of the document [that of a small one]
 * @returns undefined when a charstring cannot be followed, or nothing is left of the budget
 */
export function subsetNamedCff(
  program: NamedCffProgram,
  keep: ReadonlySet<string>,
  budget: StepBudget = charstringSteps(0),
): Uint8Array | undefined {
  try {
    return subset(program, keep, budget);
  } catch (error) {
    if (error instanceof UnsupportedCharstring) return undefined;
    throw error;
  }
}

function subset(program: NamedCffProgram, keep: ReadonlySet<string>, budget: StepBudget): Uint8Array {
  const numbers = new Map(program.names.map((name, glyph) => [name, glyph] as const));
  const tracer = new SubrTracer(program, budget);
  const kept = new Set<string>();
  const queue = ['.notdef', ...keep];
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    const glyph = numbers.get(name);
    if (glyph === undefined || kept.has(name)) continue;
    kept.add(name);
    for (const code of tracer.trace(program.charstrings[glyph]!) ?? []) {
      const part = STANDARD_ENCODING.get(code);
      if (!part || !numbers.has(part))
        throw new UnsupportedCharstring('part of an accented letter is missing');
      queue.push(part);
    }
  }
  const { rewrite, globals, locals } = tracer.renumbered();
  // In the order of the source, so that neighbours stay neighbours.
  const glyphs: NamedGlyph[] = program.names.flatMap((name, glyph) =>
    glyph > 0 && kept.has(name) ? [{ name, code: rewrite(program.charstrings[glyph]!) }] : [],
  );
  return writeNamedCff({
    name: program.name,
    glyphs,
    notdef: rewrite(program.charstrings[0]!),
    encoding: program.isStandardEncoding ? 'standard' : program.encoding,
    topEntries: program.topEntries,
    privateEntries: program.privateEntries,
    globalSubrs: globals,
    localSubrs: locals,
  });
}
