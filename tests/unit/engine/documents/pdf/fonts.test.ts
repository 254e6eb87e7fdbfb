import { describe, expect, it } from 'vitest';
import { compress } from '#engine/index.ts';
import { createNativeCodecs } from '#engine/codecs/native/index.ts';
import { PdfStream } from '#engine/documents/pdf/model/objects.ts';
import { isSameRaster } from '#engine/documents/pdf/verify/compare-rasters.ts';
import { readDocument } from '#engine/documents/pdf/reading/read-document.ts';
import { characterOf, charactersOfCode } from '#engine/documents/pdf/fonts/subset/glyph-names.ts';
import type { PdfBuilder } from '#tests/fixtures/pdf/pdf-builder.ts';
import { noise } from '#tests/fixtures/pdf/pdf-documents.ts';
import { boxFont } from '#tests/fixtures/pdf/box-font.ts';
import { areCompatible, readOutlines } from '#engine/documents/pdf/fonts/subset/merge-outlines.ts';
import { boxFontPdf, subsetsPdf } from '#tests/fixtures/pdf/font-documents.ts';
import { lookAtPage, qpdfComplaints, unpackedByQpdf } from '#tests/fixtures/pdf/readers.ts';

const codecs = createNativeCodecs();
async function fontBytes(pdf: Uint8Array): Promise<number> {
  const { document } = await readDocument(pdf, codecs.deflate);
  const files = [...document.objects.values()].filter(
    (object) => object instanceof PdfStream && object.dict.has('Length1'),
  ) as PdfStream[];
  return files.reduce((sum, file) => sum + file.data.length, 0);
}

describe('embedded fonts', () => {
  it.each([
    ['composite', '<002100220123>'],
    ['simple', '(Box, used)'],
  ] as const)('are cut down to what a %s font shows, pixel for pixel', async (encoding, shown) => {
    const source = boxFontPdf(encoding, shown);
    const { bytes, report } = await compress(source, { codecs });
    expect(report.changes.map(({ code }) => code)).toContain('fonts-subset');
    expect(isSameRaster((await lookAtPage(bytes)).raster, (await lookAtPage(source)).raster)).toBe(true);
    expect((await lookAtPage(source)).raster.data.some((sample) => sample < 100)).toBe(true);
    expect(await qpdfComplaints(bytes)).toBe('');
  });

  it.each([
    ['composite', '<>'],
    ['simple', '()'],
  ] as const)('keep no glyph where a %s font is chosen and shows nothing', async (encoding, shown) => {
    const { bytes } = await compress(boxFontPdf(encoding, shown), { codecs });
    expect(await fontBytes(bytes)).toBeLessThan(700);
    expect(unpackedByQpdf(bytes)).toContain('/FontFile2');
    expect(await qpdfComplaints(bytes)).toBe('');
  });

  it('are not described by lists of glyphs that went', async () => {
    const source = boxFontPdf('composite', '<0021>', undefined, [], '/CIDSet 1 0 R/CharSet(/A/B)');
    expect(unpackedByQpdf(source)).toMatch(/\/CIDSet[^]*\/CharSet|\/CharSet[^]*\/CIDSet/);
    const { bytes, report } = await compress(source, { codecs });
    expect(report.changes.map(({ code }) => code)).toContain('fonts-subset');
    expect(unpackedByQpdf(bytes)).not.toMatch(/CIDSet|CharSet/);
  });

  it('stay whole where a form may show other text', async () => {
    const cut = (await compress(boxFontPdf('simple', '(A)'), { codecs })).bytes;
    const kept = await compress(
      boxFontPdf('simple', '(A)', (builder, font) => {
        builder.inCatalog(`/AcroForm<</Fields[]/DR<</Font<</F ${font}>>>>/DA(/F 12 Tf)>>`);
      }),
      { codecs },
    );
    expect(kept.report.changes.map(({ code }) => code)).not.toContain('fonts-subset');
    expect(await fontBytes(kept.bytes)).toBeGreaterThan((await fontBytes(cut)) * 1.5);
  });
});

describe('tables that no viewer looks at', () => {
  const tables = ['GPOS', 'MATH', 'name'].map((tag, index) => [tag, noise(4000, index)] as const);
  const claim = '<x><pdfaid:part>2</pdfaid:part></x>';

  it.each<[string, (builder: PdfBuilder, font: string) => void]>([
    ['whose glyphs are all known', () => {}],
    [
      'of a form',
      (builder, font) => builder.inCatalog(`/AcroForm<</Fields[]/DR<</Font<</F ${font}>>>>/DA(/F 12 Tf)>>`),
    ],
    [
      'of PDF/A',
      (builder) => builder.inCatalog(`/Metadata ${builder.stream('/Type/Metadata/Subtype/XML', claim)}`),
    ],
  ])('go from a font %s', async (_, more) => {
    const source = boxFontPdf('simple', '(Box)', more, tables);
    const { bytes } = await compress(source, { codecs });
    expect(await fontBytes(bytes)).toBeLessThan((await fontBytes(boxFontPdf('simple', '(Box)'))) * 0.9);
    expect(isSameRaster((await lookAtPage(bytes)).raster, (await lookAtPage(source)).raster)).toBe(true);
    expect(await qpdfComplaints(bytes)).toBe('');
  });
});

describe('subsets of one font', () => {
  const hinting = [['fpgm', noise(600)]] as const;
  const filesIn = async (pdf: Uint8Array) =>
    [...(await readDocument(pdf, codecs.deflate)).document.objects.values()].filter(
      (object) => object instanceof PdfStream && object.dict.has('Length1'),
    ).length;

  it('become one font, pixel for pixel', async () => {
    const source = subsetsPdf([10, 12, 200, 11], hinting);
    const { bytes } = await compress(source, { codecs });
    expect(await filesIn(bytes)).toBe(1);
    for (const page of [0, 1, 2, 3]) {
      const [before, after] = [await lookAtPage(source, page), await lookAtPage(bytes, page)];
      expect(isSameRaster(after.raster, before.raster)).toBe(true);
    }
    expect(await qpdfComplaints(bytes)).toBe('');
  });

  it.each([
    [
      'differ in a glyph that both have',
      boxFont(40),
      boxFont(40).map((byte, at) => (at === 1400 ? byte ^ 1 : byte)),
      [20],
      [20],
    ],
    [
      'show nothing where the other has a glyph',
      boxFont(40, [], (glyph) => glyph !== 5),
      boxFont(40),
      [5],
      [6],
    ],
    ['end before a glyph of the other', boxFont(30), boxFont(40), [35], [36]],
  ])('stay apart where they %s', (_, one, other, oneShown, otherShown) => {
    const fonts = [readOutlines(one, oneShown)!, readOutlines(other, otherShown)!] as const;
    expect(areCompatible(fonts[0], fonts[1])).toBe(false);
    expect(areCompatible(fonts[1], fonts[0])).toBe(false);
    expect(areCompatible(fonts[1], fonts[1])).toBe(true);
  });
});

describe('codes and names', () => {
  it.each([
    ['A', 65],
    ['eacute', 0xe9],
    ['uni20AC', 0x20ac],
    ['fi', 0xfb01],
    ['Idotaccent.alt', undefined],
    ['constructor', undefined],
  ])('knows the glyph name %s or says that it does not', (name, character) => {
    expect(characterOf(name)).toBe(character);
  });

  it('counts every character that a code may mean', () => {
    expect(charactersOfCode(0x80)).toEqual(expect.arrayContaining([0x80, 0x20ac, 0xc4]));
  });
});
