import { describe, expect, it } from 'vitest';
import type { FontSubsetter } from '#engine/codecs/ports/font-subsetter.ts';
import { boxFont } from '#tests/fixtures/pdf/box-font.ts';

const GLYPHS = 200;
const extra = ['GSUB', 'name'].map((tag) => [tag, new Uint8Array(400).fill(7)] as const);
const font = boxFont(GLYPHS, extra);

/** What every FontSubsetter promises. */
export function describeFontSubsetter(fonts: FontSubsetter): void {
  describe('font subsetting', () => {
    it('keeps the numbers and outlines of the glyphs that stay, and empties the others', async () => {
      const subset = await fonts.subset(font, [34, 120], []);
      expect(subset.length).toBeLessThan(font.length / 10);
      const [before, after] = [outlinesOf(font), outlinesOf(subset)];
      expect(after[34]).toEqual(before[34]);
      expect(after[120]).toEqual(before[120]);
      expect(after.filter(({ length }) => length > 0)).toHaveLength(2);
      expect(after.length).toBeGreaterThan(120);
    });

    it('copies the tables that are to stay, and drops what a viewer does not read', async () => {
      const kept = tablesOf(await fonts.subset(font, [34], ['cmap', 'name']));
      expect(kept.get('cmap')).toEqual(tablesOf(font).get('cmap'));
      expect(kept.get('name')).toEqual(extra[1]![1]);
      expect(kept.has('GSUB')).toBe(false);
    });

    it('gives the same bytes each time, and leaves its input alone', async () => {
      const input = font.slice();
      const first = await fonts.subset(input, new Set([40, 41]), ['cmap']);
      expect(await fonts.subset(input, new Set([40, 41]), ['cmap'])).toEqual(first);
      expect(input).toEqual(font);
    });

    it('refuses what is no font, and works on', async () => {
      const noise = Uint8Array.from({ length: 500 }, (_, i) => (i * 37) & 255);
      for (const broken of [noise, new Uint8Array(0)])
        await expect(fonts.subset(broken, [1], [])).rejects.toMatchObject({ code: 'damaged' });
      expect((await fonts.subset(font, [34], [])).length).toBeGreaterThan(0);
    });
  });
}

function tablesOf(sfnt: Uint8Array): Map<string, Uint8Array> {
  const view = new DataView(sfnt.buffer, sfnt.byteOffset, sfnt.byteLength);
  const tables = new Map<string, Uint8Array>();
  for (let i = 0; i < view.getUint16(4); i++) {
    const at = 12 + i * 16;
    const start = view.getUint32(at + 8);
    const tag = String.fromCharCode(...sfnt.subarray(at, at + 4));
    tables.set(tag, sfnt.slice(start, start + view.getUint32(at + 12)));
  }
  return tables;
}

/** The outline of each glyph by its number, without padding. */
function outlinesOf(sfnt: Uint8Array): Uint8Array[] {
  const tables = tablesOf(sfnt);
  const [glyf, loca, head] = ['glyf', 'loca', 'head'].map((tag) => tables.get(tag)!);
  const isLong = head![51] === 1;
  const view = new DataView(loca!.buffer);
  const offset = (glyph: number): number =>
    isLong ? view.getUint32(glyph * 4) : view.getUint16(glyph * 2) * 2;
  const count = loca!.length / (isLong ? 4 : 2) - 1;
  return Array.from({ length: count }, (_, glyph) => {
    const bytes = glyf!.subarray(offset(glyph), offset(glyph + 1));
    const end = bytes.findLastIndex((byte) => byte !== 0) + 1;
    return bytes.slice(0, end);
  });
}
