import { describe, expect, it } from 'vitest';
import { compress } from '#engine/index.ts';
import { createNativeCodecs } from '#engine/codecs/native/index.ts';
import { PdfStream } from '#engine/pdf/model/objects.ts';
import { isSameRaster } from '#engine/pdf/verify/compare-rasters.ts';
import { readDocument } from '#engine/pdf/reading/read-document.ts';
import { characterOf, charactersOfCode } from '#engine/pdf/fonts/glyph-names.ts';
import { PdfBuilder } from '#tests/fixtures/pdf/pdf-builder.ts';
import { lookAtPage, qpdfComplaints } from '#tests/fixtures/pdf/readers.ts';
import { boxFont } from '#tests/fixtures/pdf/box-font.ts';

const codecs = createNativeCodecs();
const GLYPHS = 300;

type Encoding = 'composite' | 'simple';

/** A page that shows glyphs of an embedded TrueType font of 300 boxes, each of another width. */
function fontPdf(
  encoding: Encoding,
  shown: string,
  more: (builder: PdfBuilder, font: string) => void = () => {},
) {
  const builder = new PdfBuilder();
  const file = builder.stream('/Length1 1', boxFont(GLYPHS));
  const flags = encoding === 'composite' ? 4 : 32;
  const metrics = `/Flags ${flags}/FontBBox[0 0 1000 1000]/ItalicAngle 0/Ascent 800/Descent 0/CapHeight 800/StemV 80`;
  const descriptor = builder.add(`<</Type/FontDescriptor/FontName/Box${metrics}/FontFile2 ${file}>>`);
  const widths = Array.from({ length: 95 }, () => 600).join(' ');
  let font: string;
  if (encoding === 'simple') {
    const codes = `/FirstChar 32/LastChar 126/Widths[${widths}]/Encoding/WinAnsiEncoding`;
    font = builder.add(`<</Type/Font/Subtype/TrueType/BaseFont/Box${codes}/FontDescriptor ${descriptor}>>`);
  } else {
    const system =
      '/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/CIDToGIDMap/Identity/DW 600';
    const base = `/Type/Font/BaseFont/Box`;
    const cid = builder.add(`<<${base}/Subtype/CIDFontType2${system}/FontDescriptor ${descriptor}>>`);
    font = builder.add(`<<${base}/Subtype/Type0/Encoding/Identity-H/DescendantFonts[${cid}]>>`);
  }
  builder.page(`BT /F 48 Tf 72 600 Td ${shown} Tj ET`, `/Font<</F ${font}>>`);
  more(builder, font);
  return builder.build();
}

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
    const source = fontPdf(encoding, shown);
    const { bytes, report } = await compress(source, { codecs });
    expect(report.changes.map(({ code }) => code)).toContain('fonts-cut');
    expect(isSameRaster((await lookAtPage(bytes)).raster, (await lookAtPage(source)).raster)).toBe(true);
    expect((await lookAtPage(source)).raster.data.some((sample) => sample < 100)).toBe(true);
    expect(await qpdfComplaints(bytes)).toBe('');
  });

  it('stay whole where a form may show other text', async () => {
    const cut = (await compress(fontPdf('simple', '(A)'), { codecs })).bytes;
    const kept = await compress(
      fontPdf('simple', '(A)', (builder, font) => {
        builder.inCatalog(`/AcroForm<</Fields[]/DR<</Font<</F ${font}>>>>/DA(/F 12 Tf)>>`);
      }),
      { codecs },
    );
    expect(kept.report.changes.map(({ code }) => code)).not.toContain('fonts-cut');
    expect(await fontBytes(kept.bytes)).toBeGreaterThan((await fontBytes(cut)) * 1.5);
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
