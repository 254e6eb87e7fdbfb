/** Tables of an sfnt font by tag; broken directories give what can be read. */
export function sfntTables(font: Uint8Array): Map<string, Uint8Array> {
  const tables = new Map<string, Uint8Array>();
  if (font.length < 12) return tables;
  const view = new DataView(font.buffer, font.byteOffset, font.length);
  const count = view.getUint16(4);
  for (let i = 0; i < count && 28 + i * 16 <= font.length; i++) {
    const at = 12 + i * 16;
    const offset = view.getUint32(at + 8);
    const length = view.getUint32(at + 12);
    if (offset + length > font.length) continue;
    tables.set(String.fromCharCode(...font.subarray(at, at + 4)), font.subarray(offset, offset + length));
  }
  return tables;
}

export interface CmapSubtable {
  readonly platform: number;
  readonly encoding: number;
  /** Glyph of a character; 0 for none. */
  readonly glyphOf: (code: number) => number;
}

/** Subtables of formats 0, 4, 6 and 12. @returns undefined when there is one in another format: its glyphs would be missed */
export function readCmap(cmap: Uint8Array): CmapSubtable[] | undefined {
  const view = new DataView(cmap.buffer, cmap.byteOffset, cmap.length);
  const subtables: CmapSubtable[] = [];
  try {
    const count = view.getUint16(2);
    for (let i = 0; i < count; i++) {
      const offset = view.getUint32(4 + i * 8 + 4);
      const glyphOf = subtableLookup(
        new DataView(cmap.buffer, cmap.byteOffset + offset, cmap.length - offset),
      );
      if (!glyphOf) return undefined;
      subtables.push({ platform: view.getUint16(4 + i * 8), encoding: view.getUint16(6 + i * 8), glyphOf });
    }
  } catch {
    return undefined; // Offsets past the end: a damaged font is left alone.
  }
  return subtables;
}

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
