import { latin1, viewOf } from '../../../../base/bytes.ts';
/** Tables of an sfnt font by tag; broken directories give what can be read. */
export function sfntTables(font: Uint8Array): Map<string, Uint8Array> {
  const tables = new Map<string, Uint8Array>();
  if (font.length < 12) return tables;
  const view = viewOf(font);
  const count = view.getUint16(4);
  for (let i = 0; i < count && 28 + i * 16 <= font.length; i++) {
    const at = 12 + i * 16;
    const offset = view.getUint32(at + 8);
    const length = view.getUint32(at + 12);
    if (offset + length > font.length) continue;
    tables.set(latin1(font, at, at + 4), font.subarray(offset, offset + length));
  }
  return tables;
}

/** What viewers of a PDF look at in an embedded TrueType program. */
const VIEWED_TABLES = new Set([
  ...[
    'cmap',
    'cvt ',
    'fpgm',
    'glyf',
    'head',
    'hhea',
    'hmtx',
    'loca',
    'maxp',
    'OS/2',
    'post',
    'prep',
    'vhea',
    'vmtx',
  ],
]);

/**
 * The font without tables that no viewer of a PDF looks at: layout rules, names, bitmaps, kerning. All glyphs stay.
 * @returns undefined when there is none such, or the font is damaged or no TrueType font
 */
export function withoutUnviewedTables(font: Uint8Array): Uint8Array | undefined {
  const tables = [...sfntTables(font)];
  const viewed = tables.filter(([tag]) => VIEWED_TABLES.has(tag));
  if (font.length < 12) return undefined;
  const isWhole = tables.length === viewOf(font).getUint16(4);
  const isTrueType = viewed.some(([tag]) => tag === 'glyf') && viewed.some(([tag]) => tag === 'loca');
  if (!isTrueType || !isWhole || viewed.length === tables.length) return undefined;
  return buildSfnt(viewOf(font).getUint32(0), viewed);
}

/** Puts tables together, with their checksums. @param version the first four bytes */
export function buildSfnt(
  version: number,
  tables: readonly (readonly [tag: string, data: Uint8Array])[],
): Uint8Array {
  const directory = 12 + tables.length * 16;
  const padded = (length: number): number => (length + 3) & ~3;
  const font = new Uint8Array(tables.reduce((sum, [, data]) => sum + padded(data.length), directory));
  const view = viewOf(font);
  const power = Math.floor(Math.log2(Math.max(1, tables.length)));
  view.setUint32(0, version);
  view.setUint16(4, tables.length);
  view.setUint16(6, 16 << power);
  view.setUint16(8, power);
  view.setUint16(10, tables.length * 16 - (16 << power));
  let offset = directory;
  tables.forEach(([tag, data], index) => {
    const at = 12 + index * 16;
    for (let i = 0; i < 4; i++) font[at + i] = tag.charCodeAt(i);
    font.set(data, offset);
    let sum = 0;
    for (let i = offset; i < offset + padded(data.length); i += 4) sum = (sum + view.getUint32(i)) >>> 0;
    view.setUint32(at + 4, sum);
    view.setUint32(at + 8, offset);
    view.setUint32(at + 12, data.length);
    offset += padded(data.length);
  });
  return font;
}

export interface CmapSubtable {
  readonly platform: number;
  readonly encoding: number;
  /** Glyph of a character; 0 for none. */
  readonly glyphOf: (code: number) => number;
}

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
      const glyphOf = subtableLookup(subtable);
      if (!glyphOf) return undefined;
      subtables.push({ platform: view.getUint16(4 + i * 8), encoding: view.getUint16(6 + i * 8), glyphOf });
    }
  } catch {
    return undefined; // Offsets past the end: a damaged font is left alone.
  }
  return subtables;
}

const VARIATION_SEQUENCES = 14;

function subtableLookup(view: DataView): ((code: number) => number) | undefined {
  switch (view.getUint16(0)) {
    case 0:
      return (code) => (code < 256 && 6 + code < view.byteLength ? view.getUint8(6 + code) : 0);
    case 4:
      return (code) => segmentGlyph(view, code);
    case 6: {
      const first = view.getUint16(6);
      const count = view.getUint16(8);
      return (code) => (code >= first && code < first + count ? read16(view, 10 + (code - first) * 2) : 0);
    }
    case 12:
      return (code) => groupGlyph(view, code);
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
