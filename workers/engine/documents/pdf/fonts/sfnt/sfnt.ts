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

/** The font with another table in the place of one. */
export function withTable(font: Uint8Array, tag: string, data: Uint8Array): Uint8Array {
  return buildSfnt(viewOf(font).getUint32(0), [...sfntTables(font).set(tag, data)]);
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
