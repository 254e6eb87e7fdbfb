import { describe, expect, it } from 'vitest';
import { compress } from '#engine/index.ts';
import { createNativeCodecs } from '#engine/codecs/native/index.ts';
import { isSameRaster } from '#engine/documents/pdf/verify/compare-rasters.ts';
import { type1Pdf } from '#tests/fixtures/pdf/font-documents.ts';
import { PdfBuilder, toText } from '#tests/fixtures/pdf/pdf-builder.ts';
import { lookAtPage, qpdfComplaints } from '#tests/fixtures/pdf/readers.ts';
import { meshPdf, noise } from '#tests/fixtures/pdf/pdf-documents.ts';

const codecs = createNativeCodecs();
const codesOf = (report: { changes: readonly { code: string }[] }) => report.changes.map(({ code }) => code);
/** A form XObject that nothing packs: its size shows whether it is still there. */
const form = (builder: PdfBuilder) =>
  builder.stream(
    '/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<<>>',
    `% ${toText(noise(6000))}\n0 0 9 9 re f`,
  );

describe('resources that no content asks for', () => {
  it('are dropped, and the page stays the same', async () => {
    const builder = new PdfBuilder();
    const [shown, idle] = [
      form(builder),
      builder.stream('/Type/XObject/Subtype/Form/BBox[0 0 9 9]', noise(20_000)),
    ];
    builder.page('q 20 0 0 20 100 100 cm /A Do Q', `/XObject<</A ${shown}/B ${idle}>>`);
    const source = builder.build();
    const { bytes, report } = await compress(source, { codecs });
    expect(codesOf(report)).toContain('unused-dropped');
    expect(bytes.length).toBeLessThan(8500);
    expect(isSameRaster((await lookAtPage(bytes)).raster, (await lookAtPage(source)).raster)).toBe(true);
    expect(await qpdfComplaints(bytes)).toBe('');
  });

  it('stay where a form without them borrows them from the page', async () => {
    const builder = new PdfBuilder();
    const lent = form(builder);
    const borrower = builder.stream(
      '/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<<>>>>',
      '/Lent Do',
    );
    const idle = builder.stream('/Type/XObject/Subtype/Form/BBox[0 0 9 9]', noise(20_000));
    builder.page('q 20 0 0 20 100 100 cm /A Do Q', `/XObject<</A ${borrower}/Lent ${lent}/Idle ${idle}>>`);
    const { bytes, report } = await compress(builder.build(), { codecs });
    expect(codesOf(report)).toContain('unused-dropped');
    expect(bytes.length).toBeGreaterThan(5000);
    expect(bytes.length).toBeLessThan(12_000);
  });

  it.each<[string, (builder: PdfBuilder, font: string) => void]>([
    [
      'a form names them',
      (builder, font) => {
        const fonts = builder.add(`<</Idle ${font}>>`);
        builder.inCatalog(`/AcroForm<</Fields[]/DR<</Font ${fonts}>>>>`);
        builder.page('0 0 m', `/Font ${fonts}`);
      },
    ],
    [
      'an annotation carries them',
      (builder, font) => {
        const look = builder.stream(
          `/Subtype/Form/BBox[0 0 9 9]/Resources<</Font<</Idle ${font}>>>>`,
          '/Tx BMC EMC',
        );
        const annotation = builder.add(`<</Type/Annot/Subtype/Stamp/Rect[0 0 9 9]/AP<</N ${look}>>>>`);
        builder.page('0 0 m', '', `/Annots[${annotation}]`);
      },
    ],
    [
      'the icon of a button shares them',
      (builder, font) => {
        const fonts = builder.add(`<</Idle ${font}>>`);
        const icon = builder.stream(
          `/Subtype/Form/BBox[0 0 9 9]/Resources<</Font ${fonts}>>`,
          'BT /Idle 9 Tf ET',
        );
        const button = builder.add(`<</Type/Annot/Subtype/Widget/FT/Btn/Rect[0 0 9 9]/MK<</RI ${icon}>>>>`);
        builder.page('0 0 m', `/Font ${fonts}`, `/Annots[${button}]`);
      },
    ],
  ])('stay where %s', async (_, more) => {
    const { report } = await compress(type1Pdf(['(A)'], {}, more), { codecs });
    expect(codesOf(report)).not.toContain('unused-dropped');
  });
});

describe('what streams say about themselves', () => {
  it('is shared where it is long and the same', async () => {
    const { bytes } = await compress(meshPdf(), { codecs });
    expect(toText(bytes).split('16383.999992').length).toBe(1);
    expect(await qpdfComplaints(bytes)).toBe('');
  });

  it('tells neither paths nor where a placed picture came from', async () => {
    const builder = new PdfBuilder();
    const packet = builder.stream('/Type/Metadata/Subtype/XML', `<x>${'history '.repeat(40)}</x>`);
    const placed = builder.stream('/Subtype/Form/BBox[0 0 9 9]/PTEX.FileName(./secret.pdf)', '0 0 9 9 re f');
    builder.page('/P /M BDC /A Do EMC', `/XObject<</A ${placed}>>/Properties<</M<</Metadata ${packet}>>>>`);
    const { bytes } = await compress(builder.build(), { codecs });
    expect(toText(bytes)).not.toMatch(/secret|Metadata/);
    expect((await lookAtPage(bytes)).raster.data.some((sample) => sample < 100)).toBe(true);
  });
});
