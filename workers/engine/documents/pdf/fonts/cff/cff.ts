import { viewOf } from '../../../../base/bytes.ts';
import { buildSfnt } from '../sfnt/sfnt.ts';

/** What is needed of a bare CFF font (Adobe Technical Note 5176). */
export interface CffInfo {
  readonly glyphCount: number;
  readonly isCidKeyed: boolean;
  /** Glyph number by CID, or by string id in a font that is not CID-keyed. */
  readonly glyphOf: (id: number) => number | undefined;
}

/** Reads the charset of a CFF font. @returns undefined when it is damaged or predefined */
export function readCff(cff: Uint8Array): CffInfo | undefined {
  try {
    return parse(viewOf(cff));
  } catch {
    return undefined; // Offsets past the end.
  }
}

function parse(view: DataView): CffInfo | undefined {
  const names = indexAt(view, view.getUint8(2));
  const tops = indexAt(view, names.end);
  if (tops.offsets.length !== 2) return undefined;
  const top = readDict(view, tops.offsets[0]!, tops.offsets[1]!);
  const charStrings = top.get(17)?.[0];
  if (!charStrings) return undefined;
  const glyphCount = indexAt(view, charStrings).offsets.length - 1;
  const isCidKeyed = top.has(CID_KEYED);
  const charset = top.get(15)?.[0] ?? 0;
  if (charset <= 2) return isCidKeyed ? identity(glyphCount) : undefined;
  const ids = readCharset(view, charset, glyphCount);
  return { glyphCount, isCidKeyed, glyphOf: (id) => ids.get(id) };
}

const CID_KEYED = 1230;

function identity(glyphCount: number): CffInfo {
  return { glyphCount, isCidKeyed: true, glyphOf: (id) => (id < glyphCount ? id : undefined) };
}

/** Where the items of an INDEX begin, with the end of the last. @throws RangeError past the end of the font */
export function indexAt(view: DataView, at: number): { offsets: number[]; end: number } {
  const count = view.getUint16(at);
  if (count === 0) return { offsets: [], end: at + 2 };
  const size = view.getUint8(at + 2);
  const base = at + 3 + (count + 1) * size - 1;
  const offsets: number[] = [];
  for (let i = 0; i <= count; i++) {
    let offset = 0;
    for (let b = 0; b < size; b++) offset = offset * 256 + view.getUint8(at + 3 + i * size + b);
    offsets.push(base + offset);
  }
  return { offsets, end: offsets[count]! };
}

/** An entry of a dictionary; two-byte operators are 1200 and more. Real numbers count as 0: no offset is one. */
export interface DictEntry {
  readonly operator: number;
  readonly operands: readonly number[];
  /** Where its bytes stand. */
  readonly from: number;
  readonly to: number;
}

function readDict(view: DataView, from: number, to: number): Map<number, readonly number[]> {
  return new Map(readEntries(view, from, to).map(({ operator, operands }) => [operator, operands]));
}

/** Reads a dictionary. @throws RangeError past the end of the font */
export function readEntries(view: DataView, from: number, to: number): DictEntry[] {
  const entries: DictEntry[] = [];
  let operands: number[] = [];
  let start = from;
  for (let at = from; at < to;) {
    const byte = view.getUint8(at++);
    if (byte <= 21) {
      const operator = byte === 12 ? 1200 + view.getUint8(at++) : byte;
      entries.push({ operator, operands, from: start, to: at });
      operands = [];
      start = at;
    } else if (byte === 28) {
      operands.push(view.getInt16(at));
      at += 2;
    } else if (byte === 29) {
      operands.push(view.getInt32(at));
      at += 4;
    } else if (byte === 30) {
      while ((view.getUint8(at++) & 15) !== 15);
      operands.push(0);
    } else if (byte <= 246) operands.push(byte - 139);
    else if (byte <= 250) operands.push((byte - 247) * 256 + view.getUint8(at++) + 108);
    else operands.push(-(byte - 251) * 256 - view.getUint8(at++) - 108);
  }
  return entries;
}

/** Glyph by string id or CID. */
export function readCharset(view: DataView, start: number, glyphCount: number): Map<number, number> {
  const ids = new Map([[0, 0]]);
  const format = view.getUint8(start);
  let at = start + 1;
  for (let glyph = 1; glyph < glyphCount;) {
    let id = view.getUint16(at);
    at += 2;
    let more = 0;
    if (format === 1) more = view.getUint8(at++);
    else if (format === 2) {
      more = view.getUint16(at);
      at += 2;
    }
    for (; more >= 0 && glyph < glyphCount; more--) ids.set(id++, glyph++);
  }
  return ids;
}

/** "OTTO" */
const OPENTYPE_WITH_CFF = 0x4f54544f;

/** Wraps a bare CFF font in the least OpenType font that a subsetter takes. */
export function wrapCff(cff: Uint8Array, glyphCount: number): Uint8Array {
  const head = new Uint8Array(54);
  const headView = viewOf(head);
  headView.setUint32(0, 0x00010000);
  headView.setUint32(12, 0x5f0f3cf5);
  headView.setUint16(18, 1000);
  const hhea = new Uint8Array(36);
  const hheaView = viewOf(hhea);
  hheaView.setUint32(0, 0x00010000);
  hheaView.setUint16(34, 1);
  const maxp = new Uint8Array(6);
  const maxpView = viewOf(maxp);
  maxpView.setUint32(0, 0x00005000);
  maxpView.setUint16(4, glyphCount);
  const hmtx = new Uint8Array(4 + (glyphCount - 1) * 2);
  return buildSfnt(OPENTYPE_WITH_CFF, [
    ['CFF ', cff],
    ['head', head],
    ['hhea', hhea],
    ['hmtx', hmtx],
    ['maxp', maxp],
  ]);
}
