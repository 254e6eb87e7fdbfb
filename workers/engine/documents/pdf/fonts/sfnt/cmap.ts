import { concatBytes, viewOf } from '../../../../base/bytes.ts';

/** A subtable of a cmap: glyphs by code, for one platform and encoding. */
export interface CmapSubtable {
  readonly platform: number;
  readonly encoding: number;
  readonly format: CmapFormat;
  readonly language: number;
  /** Glyph of a character; 0 for none. */
  readonly glyphOf: (code: number) => number;
}

/** A byte for each code up to 255; segments; glyphs of a range; segments of 32 bits. */
type CmapFormat = 0 | 4 | 6 | 12;

/**
 * Subtables of formats 0, 4, 6 and 12; variation sequences (14) are passed over, since no PDF can ask for one.
 * @returns undefined when there is one in another format: its glyphs would be missed
 */
export function readCmap(cmap: Uint8Array): CmapSubtable[] | undefined {
  const view = viewOf(cmap);
  const subtables: CmapSubtable[] = [];
  try {
    const count = view.getUint16(2);
    for (let i = 0; i < count; i++) {
      const offset = view.getUint32(4 + i * 8 + 4);
      const subtable = viewOf(cmap.subarray(offset));
      if (subtable.getUint16(0) === VARIATION_SEQUENCES) continue;
      const lookup = subtableLookup(subtable);
      if (!lookup) return undefined;
      subtables.push({
        platform: view.getUint16(4 + i * 8),
        encoding: view.getUint16(6 + i * 8),
        language: lookup.format === 12 ? subtable.getUint32(8) : subtable.getUint16(4),
        ...lookup,
      });
    }
  } catch {
    return undefined; // Offsets past the end: a damaged font is left alone.
  }
  return subtables;
}

const VARIATION_SEQUENCES = 14;

function subtableLookup(view: DataView): Pick<CmapSubtable, 'format' | 'glyphOf'> | undefined {
  const format = view.getUint16(0);
  switch (format) {
    case 0:
      return {
        format,
        glyphOf: (code) => (code < 256 && 6 + code < view.byteLength ? view.getUint8(6 + code) : 0),
      };
    case 4:
      return { format, glyphOf: (code) => segmentGlyph(view, code) };
    case 6: {
      const first = view.getUint16(6);
      const count = view.getUint16(8);
      const isIn = (code: number): boolean => code >= first && code < first + count;
      return { format, glyphOf: (code) => (isIn(code) ? read16(view, 10 + (code - first) * 2) : 0) };
    }
    case 12:
      return { format, glyphOf: (code) => groupGlyph(view, code) };
    default:
      return undefined;
  }
}

function read16(view: DataView, at: number): number {
  return at + 2 <= view.byteLength ? view.getUint16(at) : 0;
}

function segmentGlyph(view: DataView, code: number): number {
  const size = read16(view, 6);
  for (let i = 0; i < size; i += 2) {
    if (code > read16(view, 14 + i)) continue;
    const start = read16(view, 16 + size + i);
    if (code < start) return 0;
    const delta = read16(view, 16 + size * 2 + i);
    const rangeAt = 16 + size * 3 + i;
    const range = read16(view, rangeAt);
    if (range === 0) return (code + delta) & 0xffff;
    const glyph = read16(view, rangeAt + range + (code - start) * 2);
    return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
  }
  return 0;
}

function groupGlyph(view: DataView, code: number): number {
  const count = Math.min(view.getUint32(12), Math.floor((view.byteLength - 16) / 12));
  for (let i = 0; i < count; i++) {
    const at = 16 + i * 12;
    if (code >= view.getUint32(at) && code <= view.getUint32(at + 4)) {
      return view.getUint32(at + 8) + code - view.getUint32(at);
    }
  }
  return 0;
}

/** A glyph of a code. */
type Mapping = readonly [code: number, glyph: number];

/**
 * A cmap whose subtables map some codes as they did, and no other.
 * @param codes those that are looked up
 */
export function writeCmap(subtables: readonly CmapSubtable[], codes: Iterable<number>): Uint8Array {
  const sorted = [...codes].sort((a, b) => a - b);
  const written = subtables.map((subtable) => {
    const mappings = sorted.map((code): Mapping => [code, subtable.glyphOf(code)]);
    return writeSubtable(
      subtable,
      mappings.filter(([, glyph]) => glyph > 0),
    );
  });
  const headBytes = 4 + 8 * subtables.length;
  const cmap = new Uint8Array(written.reduce((sum, { length }) => sum + length, headBytes));
  const view = viewOf(cmap);
  view.setUint16(2, subtables.length);
  let offset = headBytes;
  subtables.forEach(({ platform, encoding }, i) => {
    view.setUint16(4 + i * 8, platform);
    view.setUint16(6 + i * 8, encoding);
    view.setUint32(8 + i * 8, offset);
    cmap.set(written[i]!, offset);
    offset += written[i]!.length;
  });
  return cmap;
}

function writeSubtable({ format, language }: CmapSubtable, mappings: readonly Mapping[]): Uint8Array {
  switch (format) {
    case 0: {
      const glyphs = new Uint8Array(256);
      for (const [code, glyph] of mappings) glyphs[code] = glyph;
      return concatBytes([words(format, 6 + glyphs.length, language), glyphs]);
    }
    case 4:
      return writeSegments(language, runsOf(mappings));
    case 6: {
      const first = mappings[0]?.[0] ?? 0;
      const glyphs = new Array<number>(mappings.length > 0 ? mappings.at(-1)![0] - first + 1 : 0).fill(0);
      for (const [code, glyph] of mappings) glyphs[code - first] = glyph;
      return words(format, 10 + glyphs.length * 2, language, first, glyphs.length, ...glyphs);
    }
    case 12: {
      const groups = runsOf(mappings).flatMap(({ start, end, glyph }) => [start, end, glyph]);
      return words(
        format,
        0,
        ...[16 + groups.length * 4, language, groups.length / 3, ...groups].flatMap((value) => [
          value >>> 16,
          value & 0xffff,
        ]),
      );
    }
  }
}

/** Codes after each other whose glyphs are after each other. */
interface Run {
  readonly start: number;
  end: number;
  /** Of the first code. */
  readonly glyph: number;
}

function runsOf(mappings: readonly Mapping[]): Run[] {
  const runs: Run[] = [];
  for (const [code, glyph] of mappings) {
    const last = runs.at(-1);
    if (last && code === last.end + 1 && glyph - last.glyph === code - last.start) last.end = code;
    else runs.push({ start: code, end: code, glyph });
  }
  return runs;
}

/** Format 4 asks for a last segment that holds 0xffff. */
function writeSegments(language: number, runs: readonly Run[]): Uint8Array {
  const segments = [...runs.filter(({ end }) => end < 0xffff), { start: 0xffff, end: 0xffff, glyph: 0 }];
  const count = segments.length;
  const power = Math.floor(Math.log2(count));
  const range = 2 << power;
  return words(
    ...[4, 16 + count * 8, language, count * 2, range, power, count * 2 - range],
    ...segments.map(({ end }) => end),
    0,
    ...segments.map(({ start }) => start),
    ...segments.map(({ start, glyph }) => (glyph - start) & 0xffff),
    ...segments.map(() => 0),
  );
}

/** Numbers of 16 bits, big-endian. */
function words(...values: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(values.length * 2);
  const view = viewOf(bytes);
  values.forEach((value, i) => view.setUint16(i * 2, value));
  return bytes;
}
