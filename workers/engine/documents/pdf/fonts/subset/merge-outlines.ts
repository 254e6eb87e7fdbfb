import { equalBytes, viewOf } from '../../../../base/bytes.ts';
import { buildSfnt, sfntTables } from '../sfnt/sfnt.ts';

/** A TrueType program with its outlines by glyph number. */
export interface OutlineFont {
  readonly tables: ReadonlyMap<string, Uint8Array>;
  readonly glyphs: readonly Uint8Array[];
  /** Advance and left side bearing of each glyph. */
  readonly metrics: readonly (readonly [advance: number, bearing: number])[];
  /** Numbers of the glyphs that are shown, with the parts they are made of. */
  readonly shown: ReadonlySet<number>;
}

/**
 * Reads outlines and metrics.
 * @param shown numbers of the glyphs that are shown
 * @returns undefined when a table is missing or damaged
 */
export function readOutlines(bytes: Uint8Array, shown: Iterable<number>): OutlineFont | undefined {
  const tables = sfntTables(bytes);
  try {
    const [head, hhea, maxp] = ['head', 'hhea', 'maxp'].map((tag) => viewOf(tables.get(tag)!));
    const glyphCount = maxp!.getUint16(4);
    const offsets = readLoca(viewOf(tables.get('loca')!), glyphCount, head!.getInt16(50) === 1);
    const glyf = tables.get('glyf')!;
    const glyphs = offsets.slice(1).map((end, index) => {
      if (end < offsets[index]! || end > glyf.length) throw new RangeError('a glyph ends past the table');
      return glyf.subarray(offsets[index], end);
    });
    const metrics = readMetrics(viewOf(tables.get('hmtx')!), hhea!.getUint16(34), glyphCount);
    return { tables, glyphs, metrics, shown: withParts(glyphs, shown) };
  } catch {
    return undefined; // A missing table, or offsets past the end: the font is left alone.
  }
}

function readLoca(loca: DataView, glyphCount: number, isLong: boolean): number[] {
  return Array.from({ length: glyphCount + 1 }, (_, index) =>
    isLong ? loca.getUint32(index * 4) : loca.getUint16(index * 2) * 2,
  );
}

function readMetrics(hmtx: DataView, longCount: number, glyphCount: number): [number, number][] {
  return Array.from({ length: glyphCount }, (_, index) => {
    const long = Math.min(index, longCount - 1);
    const bearing = index < longCount ? index * 4 + 2 : longCount * 4 + (index - longCount) * 2;
    return [hmtx.getUint16(long * 4), hmtx.getInt16(bearing)];
  });
}

function withParts(glyphs: readonly Uint8Array[], shown: Iterable<number>): Set<number> {
  const all = new Set<number>();
  const queue = [...shown];
  for (let glyph = queue.pop(); glyph !== undefined; glyph = queue.pop()) {
    if (all.has(glyph)) continue;
    all.add(glyph);
    const data = glyphs[glyph];
    if (data && data.length > 10 && viewOf(data).getInt16(0) < 0) queue.push(...partsOf(viewOf(data)));
  }
  return all;
}

/** Numbers of the glyphs that a composite glyph is made of. */
function partsOf(glyph: DataView): number[] {
  const parts: number[] = [];
  for (let at = 10, flags = MORE_PARTS; flags & MORE_PARTS;) {
    flags = glyph.getUint16(at);
    parts.push(glyph.getUint16(at + 2));
    const scaleBytes = flags & 0x8 ? 2 : flags & 0x40 ? 4 : flags & 0x80 ? 8 : 0;
    at += 4 + (flags & 1 ? 4 : 2) + scaleBytes;
  }
  return parts;
}

const MORE_PARTS = 0x20;

/** Whether two programs have the same outline and metrics for every glyph that both have: one can then hold the glyphs of both. */
export function areCompatible(a: OutlineFont, b: OutlineFont): boolean {
  const count = Math.min(a.glyphs.length, b.glyphs.length);
  for (let glyph = 0; glyph < count; glyph++) {
    const [one, other] = [a.glyphs[glyph]!, b.glyphs[glyph]!];
    if (one.length === 0 || other.length === 0) continue;
    if (!equalBytes(one, other) || a.metrics[glyph]!.some((value, i) => value !== b.metrics[glyph]![i]))
      return false;
  }
  return staysEmpty(a, b) && staysEmpty(b, a);
}

/** Whether what one font shows as nothing, such as a space, is nothing in the other too. */
function staysEmpty(one: OutlineFont, other: OutlineFont): boolean {
  return [...one.shown].every(
    (glyph) => (one.glyphs[glyph]?.length ?? 0) > 0 || !other.glyphs[glyph]?.length,
  );
}

/** One program with the glyphs of both, under their numbers. @param fonts agree with each other */
export function mergeOutlines(a: OutlineFont, b: OutlineFont): OutlineFont {
  const [longer, shorter] = a.glyphs.length >= b.glyphs.length ? [a, b] : [b, a];
  const isOurs = longer.glyphs.map((glyph, index) => glyph.length > 0 || index >= shorter.glyphs.length);
  return {
    shown: new Set([...a.shown, ...b.shown]),
    tables: new Map([
      ...longer.tables,
      ['maxp', highest(longer.tables.get('maxp')!, shorter.tables.get('maxp')!)],
    ]),
    glyphs: longer.glyphs.map((glyph, index) => (isOurs[index] ? glyph : shorter.glyphs[index]!)),
    // An empty glyph's metrics are those of the font that has more to say about it.
    metrics: longer.metrics.map((metric, index) =>
      isOurs[index] || (shorter.glyphs[index]!.length === 0 && metric[0] > 0)
        ? metric
        : shorter.metrics[index]!,
    ),
  };
}

/** The higher of each limit: points, contours, stack and the like; glyph counts too. */
function highest(a: Uint8Array, b: Uint8Array): Uint8Array {
  const result = a.slice();
  const [view, one, other] = [viewOf(result), viewOf(a), viewOf(b)];
  for (let at = 4; at + 2 <= Math.min(a.length, b.length); at += 2)
    view.setUint16(at, Math.max(one.getUint16(at), other.getUint16(at)));
  return result;
}

const TRUETYPE = 0x00010000;
const COPIED = ['cvt ', 'fpgm', 'prep', 'OS/2', 'post'];

/** Writes the font: long offsets, a long metric for every glyph. */
export function writeOutlines({ tables, glyphs, metrics }: OutlineFont): Uint8Array {
  const padded = glyphs.map(({ length }) => (length + 3) & ~3);
  const glyf = new Uint8Array(padded.reduce((sum, length) => sum + length, 0));
  const loca = new DataView(new ArrayBuffer((glyphs.length + 1) * 4));
  const hmtx = new DataView(new ArrayBuffer(glyphs.length * 4));
  let at = 0;
  glyphs.forEach((glyph, index) => {
    glyf.set(glyph, at);
    at += padded[index]!;
    loca.setUint32((index + 1) * 4, at);
    hmtx.setUint16(index * 4, metrics[index]![0]);
    hmtx.setInt16(index * 4 + 2, metrics[index]![1]);
  });
  const [head, hhea] = [tables.get('head')!.slice(), tables.get('hhea')!.slice()];
  viewOf(head).setInt16(50, 1);
  viewOf(hhea).setUint16(34, glyphs.length);
  const copied = COPIED.flatMap((tag) => (tables.has(tag) ? [[tag, tables.get(tag)!] as const] : []));
  return buildSfnt(TRUETYPE, [
    ...copied,
    ['glyf', glyf],
    ['head', head],
    ['hhea', hhea],
    ['hmtx', new Uint8Array(hmtx.buffer)],
    ['loca', new Uint8Array(loca.buffer)],
    ['maxp', tables.get('maxp')!],
  ]);
}
