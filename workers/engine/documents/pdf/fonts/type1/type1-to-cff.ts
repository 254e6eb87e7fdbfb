import { dictEntry, writeNamedCff, type NamedGlyph } from '../cff/cff-writer.ts';
import { STANDARD_ENCODING } from '../cff/cff-strings.ts';
import type { GlyphOutline } from './outline.ts';
import { charstringSteps, UnsupportedCharstring, runType1, type StepBudget } from './type1-charstring.ts';
import type { Type1Program } from './type1-program.ts';
import { writeType2, type Widths } from '../cff/type2-charstring.ts';

/**
 * Writes a Type 1 program as a bare CFF font: same outlines, widths, hints and built-in encoding.
 * @param keep   names of the glyphs to keep; "all" for every one. Parts of accented letters and .notdef stay too.
 * @param budget of the document [that of a small one]
 * @returns undefined when a charstring does something that cannot be carried over to the letter, or nothing is left of the
 *   budget
 */
export function type1ToCff(
  program: Type1Program,
  name: string,
  keep: ReadonlySet<string> | 'all',
  budget: StepBudget = charstringSteps(0),
): Uint8Array | undefined {
  try {
    return convert(program, name, outlinesOf(program, keep, budget));
  } catch (error) {
    if (error instanceof UnsupportedCharstring) return undefined;
    throw error;
  }
}

function convert(
  program: Type1Program,
  name: string,
  outlines: ReadonlyMap<string, GlyphOutline>,
): Uint8Array {
  const widths = commonWidths([...outlines.values()].map(({ width }) => width));
  const glyphs: NamedGlyph[] = [];
  for (const [glyph, outline] of outlines)
    if (glyph !== '.notdef') glyphs.push({ name: glyph, code: writeType2(outline, widths) });
  const notdef = outlines.get('.notdef') ?? { width: 0, steps: [] };
  return writeNamedCff({
    name,
    glyphs,
    notdef: writeType2(notdef, widths),
    encoding: program.isStandardEncoding ? 'standard' : program.encoding,
    topEntries: Uint8Array.from(topEntries(program)),
    privateEntries: Uint8Array.from(privateEntries(program, widths)),
    globalSubrs: [],
    localSubrs: [],
  });
}

function outlinesOf(
  program: Type1Program,
  keep: ReadonlySet<string> | 'all',
  budget: StepBudget,
): Map<string, GlyphOutline> {
  const outlines = new Map<string, GlyphOutline>();
  const queue = ['.notdef', ...(keep === 'all' ? program.glyphs.keys() : keep)];
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    const charstring = program.glyphs.get(name);
    if (!charstring || outlines.has(name)) continue;
    const outline = runType1(charstring, program.subrs, budget);
    outlines.set(name, outline);
    for (const code of outline.accent ? [outline.accent.base, outline.accent.accent] : []) {
      const part = STANDARD_ENCODING.get(code);
      if (!part || !program.glyphs.has(part))
        throw new UnsupportedCharstring('part of an accented letter is missing');
      queue.push(part);
    }
  }
  // One order whatever the queue's, so that equal fonts give equal bytes.
  return new Map([...outlines].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function commonWidths(widths: readonly number[]): Widths {
  const counts = new Map<number, number>();
  for (const width of widths) counts.set(width, (counts.get(width) ?? 0) + 1);
  const [usual] = [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0])[0] ?? [0];
  const sorted = widths.filter((width) => width !== usual).sort((a, b) => a - b);
  return { usual, nominal: Math.round(sorted[sorted.length >> 1] ?? usual) };
}

const USUAL_MATRIX = [0.001, 0, 0, 0.001, 0, 0];

function topEntries({ fontMatrix, fontBBox }: Type1Program): number[] {
  const isUsual = fontMatrix.every((value, i) => value === USUAL_MATRIX[i]);
  return [...(isUsual ? [] : dictEntry(1207, fontMatrix)), ...dictEntry(5, fontBBox)];
}

/** Hinting values by their Type 1 keys: operator, and whether each number is counted from the one before. */
const PRIVATE_KEYS: readonly (readonly [key: string, operator: number, isDelta: boolean])[] = [
  ['BlueValues', 6, true],
  ['OtherBlues', 7, true],
  ['FamilyBlues', 8, true],
  ['FamilyOtherBlues', 9, true],
  ['BlueScale', 1209, false],
  ['BlueShift', 1210, false],
  ['BlueFuzz', 1211, false],
  ['StdHW', 10, false],
  ['StdVW', 11, false],
  ['StemSnapH', 1212, true],
  ['StemSnapV', 1213, true],
  ['ForceBold', 1214, false],
  ['LanguageGroup', 1217, false],
  ['ExpansionFactor', 1218, false],
];

function privateEntries({ privates }: Type1Program, widths: Widths): number[] {
  const entries = PRIVATE_KEYS.flatMap(([key, operator, isDelta]) => {
    const values = privates.get(key);
    if (!values || values.length === 0) return [];
    if (!isDelta) return dictEntry(operator, values.slice(0, 1));
    return dictEntry(
      operator,
      values.map((value, i) => value - (i > 0 ? values[i - 1]! : 0)),
    );
  });
  return [
    ...entries,
    ...(widths.usual === 0 ? [] : dictEntry(20, [widths.usual])),
    ...(widths.nominal === 0 ? [] : dictEntry(21, [widths.nominal])),
  ];
}
