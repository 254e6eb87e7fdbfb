import { describe, expect, it } from 'vitest';
import { compress } from '#engine/index.ts';
import { createNativeCodecs } from '#engine/codecs/native/index.ts';
import { readCmap, writeCmap } from '#engine/documents/pdf/fonts/sfnt/cmap.ts';
import { sfntTables } from '#engine/documents/pdf/fonts/sfnt/sfnt.ts';
import { PdfStream } from '#engine/documents/pdf/model/objects.ts';
import { isSameRaster } from '#engine/documents/pdf/verify/compare-rasters.ts';
import { readDocument } from '#engine/documents/pdf/reading/read-document.ts';
import { boxFontPdf } from '#tests/fixtures/pdf/font-documents.ts';
import { lookAtPage } from '#tests/fixtures/pdf/readers.ts';

const FIRST = 32;
const LAST = 126;
/** Glyphs in no order, as fonts have them. */
const glyphOf = (code: number): number => (code < FIRST || code > LAST ? 0 : 1 + ((code * 89) % 251));
const CODES = Array.from({ length: LAST - FIRST + 1 }, (_, index) => FIRST + index);
const GLYPHS = CODES.map(glyphOf);

const u16 = (...values: number[]): number[] => values.flatMap((value) => [value >> 8, value & 0xff]);
const u32 = (...values: number[]): number[] => values.flatMap((value) => u16(value >>> 16, value & 0xffff));
const cmapOf = (platform: number, encoding: number, subtable: number[]): Uint8Array =>
  Uint8Array.from([...u16(0, 1, platform, encoding), ...u32(12), ...subtable]);

const segments = [
  ...u16(4, 32 + GLYPHS.length * 2, 0, 4, 4, 1, 0),
  ...u16(LAST, 0xffff, 0, FIRST, 0xffff, 0, 1, 4, 0, ...GLYPHS),
];
const groups = CODES.flatMap((code, index) => u32(code, code, GLYPHS[index]!));

const CMAPS = [
  [0, cmapOf(1, 0, [...u16(0, 262, 0), ...Array.from({ length: 256 }, (_, code) => glyphOf(code))])],
  [4, cmapOf(3, 1, segments)],
  [6, cmapOf(1, 0, u16(6, 10 + GLYPHS.length * 2, 0, FIRST, GLYPHS.length, ...GLYPHS))],
  [12, cmapOf(3, 1, [...u16(12, 0), ...u32(16 + CODES.length * 12, 0, CODES.length), ...groups])],
] as const;

const codecs = createNativeCodecs();

async function cmapIn(pdf: Uint8Array): Promise<Uint8Array> {
  const { document } = await readDocument(pdf, codecs.deflate);
  const files = [...document.objects.values()].filter((object) => object instanceof PdfStream);
  const file = files.find(({ dict }) => dict.has('Length1'))!;
  return sfntTables(await codecs.deflate.inflate(file.data, { format: 'zlib', maxOutputBytes: 1e6 })).get(
    'cmap',
  )!;
}

describe.each(CMAPS)('a cmap of format %i', (format, cmap) => {
  it('maps the codes that are looked up as it did, and no other', () => {
    const subtables = readCmap(cmap)!;
    expect(CODES.map(subtables[0]!.glyphOf)).toEqual(GLYPHS);
    const kept = [...'aeAnz~ '].map((character) => character.charCodeAt(0));
    const [written] = readCmap(writeCmap(subtables, kept))!;
    expect(written).toMatchObject({ format, platform: subtables[0]!.platform, language: 0 });
    for (let code = 0; code <= 0xffff; code++)
      expect(written!.glyphOf(code)).toBe(kept.includes(code) ? glyphOf(code) : 0);
  });

  it('is cut down to what a page shows, pixel for pixel', async () => {
    const source = boxFontPdf('simple', '(Box, used)', undefined, [['cmap', cmap]]);
    const { bytes } = await compress(source, { codecs });
    const [{ raster }, before] = [await lookAtPage(bytes), await lookAtPage(source)];
    expect(before.raster.data.some((sample) => sample < 100)).toBe(true);
    expect(isSameRaster(raster, before.raster)).toBe(true);
    const [left] = readCmap(await cmapIn(bytes))!;
    expect(CODES.filter((code) => left!.glyphOf(code) > 0).map((code) => String.fromCharCode(code))).toEqual(
      [...new Set('Box, used')].sort(),
    );
  });
});

describe('a cmap without a code that is looked up', () => {
  it.each(CMAPS)('maps nothing in format %i', (_, cmap) => {
    const [written] = readCmap(writeCmap(readCmap(cmap)!, [0xf041]))!;
    expect(CODES.every((code) => written!.glyphOf(code) === 0)).toBe(true);
  });
});
