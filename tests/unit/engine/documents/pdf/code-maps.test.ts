import { describe, expect, it } from 'vitest';
import { compress } from '#engine/index.ts';
import { createNativeCodecs } from '#engine/codecs/native/index.ts';
import { cutUnicodeMap } from '#engine/documents/pdf/fonts/subset/cut-unicode-map.ts';
import { isSameRaster } from '#engine/documents/pdf/verify/compare-rasters.ts';
import { boxFont } from '#tests/fixtures/pdf/box-font.ts';
import { PdfBuilder, toBytes, toText } from '#tests/fixtures/pdf/pdf-builder.ts';
import { lookAtPage, popplerText, qpdfComplaints, unpackedByQpdf } from '#tests/fixtures/pdf/readers.ts';

const codecs = createNativeCodecs();
const hex = (value: number): string => value.toString(16).padStart(4, '0');

const HEAD =
  '/CIDInit/ProcSet findresource begin begincmap 1 begincodespacerange<0000><FFFF>endcodespacerange\n';
const cut = (lists: string, ...codes: number[]): string | undefined => {
  const bytes = cutUnicodeMap(toBytes(`${HEAD}${lists}\nendcmap`), new Set(codes));
  return bytes && toText(bytes).replace(HEAD, '').replace('endcmap', '');
};

describe('a ToUnicode CMap', () => {
  it.each<[string, string, string]>([
    ['single codes', '3 beginbfchar <01><0041> <02> <00420043>\n<03><D835DC00> endbfchar', '<02><00420043>'],
    ['ranges', '1 beginbfrange <0001><0040><0061> endbfrange', '<0002><0062>'],
    ['ranges past a byte', '1 beginbfrange <0000><0040><00FF> endbfrange', '<0002><0101>'],
    ['ranges of texts', '1 beginbfrange <01> <03> [<0041> <00420042> <>] endbfrange', '<02><00420042>'],
    ['lower case', '1 beginbfchar<0002><00ea>endbfchar', '<0002><00EA>'],
  ])('keeps of %s those that are shown', (_, lists, kept) => {
    expect(cut(lists, 2, 90)).toBe(`1 beginbfchar\n${kept}\nendbfchar\n`);
  });

  it('joins codes whose texts go on, in lists of a hundred', () => {
    const single = Array.from({ length: 150 }, (_, i) => `<${hex(4 * i)}><${hex(0x3000 + i)}>`).join(' ');
    expect(cut(`150 beginbfchar ${single} endbfchar`, ...Array.from({ length: 600 }, (_, i) => i))).toMatch(
      /^100 beginbfchar\n[^]*50 beginbfchar\n/,
    );
    expect(cut('1 beginbfrange<00F0><0110><0030>endbfrange', 0xfe, 0xff, 0x100, 0x102)).toBe(
      '2 beginbfchar\n<0100><0040>\n<0102><0042>\nendbfchar\n1 beginbfrange\n<00FE><00FF><003E>\nendbfrange\n',
    );
  });

  it.each([
    ['without lists', ''],
    ['with a name', '1 beginbfchar<01>/A endbfchar'],
    ['with two meanings of a code', '2 beginbfchar<02><41><02><42>endbfchar'],
    ['with a list that does not end', '1 beginbfchar<02><41>endbfchar 1 beginbfchar<03><42>'],
    ['with half an entry', '1 beginbfchar<02>endbfchar'],
    ['with an array that does not end', '1 beginbfrange<02><03>[<41> endbfrange'],
    ['with a range backwards', '1 beginbfrange<03><02><41> endbfrange'],
    ['with a range past all text', '1 beginbfrange<00><03><FFFE> endbfrange'],
  ])('%s is left alone', (_, lists) => {
    expect(cut(lists, 2)).toBeUndefined();
  });
});

describe('maps of codes', () => {
  /** A composite font of 300 boxes by a map from CIDs to glyphs backwards, and a text for each. */
  function mappedPdf(
    shown: string,
    more: (builder: PdfBuilder, font: string) => void = () => {},
  ): Uint8Array {
    const builder = new PdfBuilder();
    const glyphs = builder.stream(
      '',
      Uint8Array.from({ length: 600 }, (_, i) => (i % 2 ? (300 - (i >> 1)) & 255 : (300 - (i >> 1)) >> 8)),
    );
    const texts = Array.from(
      { length: 300 },
      (_, cid) => `<${hex(cid)}><${hex(0x4e00 + ((cid * 7919) % 4999))}>\n`,
    );
    const lists = [0, 100, 200].map(
      (at) => `100 beginbfchar\n${texts.slice(at, at + 100).join('')}endbfchar\n`,
    );
    const unicode = builder.stream('', toBytes(`${HEAD}${lists.join('')}endcmap end`));
    const file = builder.stream('/Length1 1', boxFont(301));
    const metrics =
      '/Flags 4/FontBBox[0 0 1000 1000]/ItalicAngle 0/Ascent 800/Descent 0/CapHeight 800/StemV 80';
    const descriptor = builder.add(`<</Type/FontDescriptor/FontName/Box${metrics}/FontFile2 ${file}>>`);
    const system = '/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/DW 600';
    const cid = builder.add(
      `<</Type/Font/BaseFont/Box/Subtype/CIDFontType2${system}/CIDToGIDMap ${glyphs}/FontDescriptor ${descriptor}>>`,
    );
    const font = builder.add(
      `<</Type/Font/BaseFont/Box/Subtype/Type0/Encoding/Identity-H/ToUnicode ${unicode}/DescendantFonts[${cid}]>>`,
    );
    builder.page(`BT /F 48 Tf 72 600 Td ${shown} Tj ET`, `/Font<</F ${font}>>`);
    more(builder, font);
    return builder.build();
  }

  it('are cut down to what is shown: the page looks and reads the same', async () => {
    const source = mappedPdf('<002100220101>');
    const { bytes } = await compress(source, { codecs });
    const [before, after] = [await lookAtPage(source), await lookAtPage(bytes)];
    expect(before.raster.data.some((sample) => sample < 100)).toBe(true);
    expect(isSameRaster(after.raster, before.raster)).toBe(true);
    expect(after.text).toBe(before.text);
    expect(await popplerText(bytes)).toBe(await popplerText(source));
    expect((await popplerText(source)).trim()).toHaveLength(3);
    expect(await qpdfComplaints(bytes)).toBe('');
    expect(unpackedByQpdf(bytes)).toMatch(/3 beginbfchar|1 beginbfchar[^]*1 beginbfrange/);
  });

  it('stay whole where a form may show other text', async () => {
    const source = mappedPdf('<0021>', (builder, font) => {
      builder.inCatalog(`/AcroForm<</Fields[]/DR<</Font<</F ${font}>>>>/DA(/F 12 Tf)>>`);
    });
    expect(unpackedByQpdf((await compress(source, { codecs })).bytes).match(/100 beginbfchar/g)).toHaveLength(
      3,
    );
  });
});
