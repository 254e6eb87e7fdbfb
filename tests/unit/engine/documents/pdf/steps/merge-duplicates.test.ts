import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { PdfDocument } from '#engine/documents/pdf/model/document.ts';
import { PdfRef, type PdfObject } from '#engine/documents/pdf/model/objects.ts';
import { pagesOf } from '#engine/documents/pdf/model/pages.ts';
import { readDocument } from '#engine/documents/pdf/reading/read-document.ts';
import { PdfBuilder } from '#tests/fixtures/pdf/pdf-builder.ts';
import { popplerText } from '#tests/fixtures/pdf/readers.ts';
import { temporaryFolder } from '#tests/fixtures/temporary-folder.ts';
import { codecs, run } from '#tests/support/engine-run.ts';

/** What `path` leads to on each page of the result: names of entries and places in arrays. */
async function numbersAt(builder: PdfBuilder, path: readonly (string | number)[]): Promise<Set<number>> {
  const source = builder.build();
  const { bytes } = await run(source);
  expect(bytes.length).toBeLessThan(source.length);
  const { document } = await readDocument(bytes, codecs.deflate);
  return new Set(pagesOf(document).map(({ dict }) => (follow(document, dict, path) as PdfRef).num));
}

function follow(document: PdfDocument, start: PdfObject, path: readonly (string | number)[]): PdfObject {
  let value = start;
  for (const key of path)
    value = (typeof key === 'number' ? document.array(value)?.[key] : document.dict(value)?.get(key)) ?? null;
  expect(value).toBeInstanceOf(PdfRef);
  return value;
}

const FORM = '/Type/XObject/Subtype/Form/BBox[0 0 90 90]';
const WIDGET = '/Type/Annot/Subtype/Widget/FT/Tx/F 4/Rect[50 50 200 70]';
const PADDING = '% padding\n'.repeat(40);
const LONG_RESOURCES = `/Resources<<${Array.from({ length: 9 }, (_, i) => `/N${i} /Some`).join('')}>>`;

/** Two pages with the same text, and with what `add` answers as entries of page and resources. */
function twoPages(
  add: (builder: PdfBuilder) => { resources?: string; page?: string; content?: string },
): PdfBuilder {
  const builder = new PdfBuilder();
  for (let i = 0; i < 2; i++) {
    const { resources = '', page = '', content = '' } = add(builder);
    builder.page(`0 0 50 50 re f ${content} ${PADDING}`, resources, page);
  }
  return builder;
}

const CMAP = '/CIDInit/ProcSet findresource begin 1 begincodespacerange <00><ff> endcodespacerange end';
const picture = (builder: PdfBuilder, colourSpace: string): string =>
  builder.stream(
    `/Type/XObject/Subtype/Image/Width 30/Height 30/BitsPerComponent 8/ColorSpace ${colourSpace}`,
    Uint8Array.from({ length: 900 }, (_, i) => (i * i) % 251),
  );

describe('equal objects that programs write into stay apart', () => {
  it.each<[string, (string | number)[], Parameters<typeof twoPages>[0]]>([
    ['contents of pages', ['Contents'], () => ({})],
    [
      'forms',
      ['Resources', 'XObject', 'F'],
      (builder) => ({
        resources: `/XObject<</F ${builder.stream(FORM, `0 0 9 9 re f ${PADDING}`)}>>`,
        content: '/F Do',
      }),
    ],
    [
      'appearances of fields',
      ['Annots', 0, 'AP', 'N'],
      (builder) => {
        const appearance = builder.stream(FORM, '/Tx BMC EMC');
        return { page: `/Annots[${builder.add(`<<${WIDGET}/T(a)/AP<</N ${appearance}>>>>`)}]` };
      },
    ],
    [
      'appearances by state',
      ['Annots', 0, 'AP', 'D', 'On'],
      (builder) => {
        const appearance = builder.stream(FORM, `0 0 9 9 re f ${PADDING}`);
        const states = `<</On ${appearance}>>`;
        return { page: `/Annots[${builder.add(`<<${WIDGET}/T(a)/AS/On/AP<</N${states}/D${states}>>>>`)}]` };
      },
    ],
    [
      'forms inside appearances',
      ['Annots', 0, 'AP', 'N', 'Resources', 'XObject', 'FRM'],
      (builder) => {
        const inner = builder.stream(FORM, '% blank');
        const outer = builder.stream(`${FORM}/Resources<</XObject<</FRM ${inner}>>>>`, '/FRM Do');
        return { page: `/Annots[${builder.add(`<<${WIDGET}/T(a)/AP<</N ${outer}>>>>`)}]` };
      },
    ],
    [
      'resources of appearances, which are long enough to be packed',
      ['Annots', 0, 'AP', 'N', 'Resources'],
      (builder) => {
        const appearance = builder.stream(FORM + LONG_RESOURCES, '/Tx BMC EMC');
        return { page: `/Annots[${builder.add(`<<${WIDGET}/T(a)/AP<</N ${appearance}>>>>`)}]` };
      },
    ],
    [
      'attached files',
      ['Annots', 0, 'FS', 'EF', 'F'],
      (builder) => {
        const file = builder.stream('/Type/EmbeddedFile', 'the same words '.repeat(9));
        const spec = builder.add(`<</Type/Filespec/F(a.txt)/EF<</F ${file}>>>>`);
        const note = `<</Type/Annot/Subtype/FileAttachment/Rect[0 0 9 9]/FS ${spec}>>`;
        return { page: `/Annots[${builder.add(note)}]` };
      },
    ],
    [
      'numbers of annotations',
      ['Annots', 0, 'QuadPoints'],
      (builder) => {
        const points = builder.add(`[${Array.from({ length: 16 }, (_, i) => i * 7).join(' ')}]`);
        const mark = `<</Type/Annot/Subtype/Highlight/Rect[0 0 90 90]/QuadPoints ${points}>>`;
        return { page: `/Annots[${builder.add(mark)}]` };
      },
    ],
    [
      'scripts',
      ['AA', 'O', 'JS'],
      (builder) => ({ page: `/AA<</O<</S/JavaScript/JS ${builder.stream('', 'var a;')}>>>>` }),
    ],
  ])('%s', async (_name, path, add) => {
    expect(await numbersAt(twoPages(add), path)).toHaveProperty('size', 2);
  });

  it('so that filling in one blank field fills no other one', async () => {
    const builder = new PdfBuilder();
    const font = builder.add('<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>');
    const fields = ['ALICE', 'BOB'].map((value, i) => {
      const appearance = builder.stream(`${FORM}/Resources<</Font<</H ${font}>>>>`, '/Tx BMC\nEMC');
      return builder.add(
        `<</Type/Annot/Subtype/Widget/FT/Tx/F 4/Rect[50 ${i}00 250 ${i}30]/T(f${i})/V(${value})/DA(/H 12 Tf 0 g)/AP<</N ${appearance}>>>>`,
      );
    });
    builder.page(PADDING, '', `/Annots[${fields.join(' ')}]`);
    builder.inCatalog(
      `/AcroForm<</Fields[${fields.join(' ')}]/NeedAppearances true/DR<</Font<</H ${font}>>>>>>`,
    );
    const source = builder.build();
    const { bytes } = await run(source);
    expect(bytes.length).toBeLessThan(source.length);
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'form.pdf'), bytes);
    execFileSync('qpdf', ['--generate-appearances', 'form.pdf', 'filled.pdf'], { cwd: folder });
    const text = await popplerText(new Uint8Array(readFileSync(join(folder, 'filled.pdf'))));
    expect(text.split(/\s+/).filter(Boolean).sort()).toEqual(['ALICE', 'BOB']);
  });
});

describe('equal objects that programs replace are stored once', () => {
  it.each<[string, (string | number)[], Parameters<typeof twoPages>[0]]>([
    [
      'pictures',
      ['Resources', 'XObject', 'P'],
      (builder) => ({ resources: `/XObject<</P ${picture(builder, '/DeviceGray')}>>`, content: '/P Do' }),
    ],
    [
      'fonts with their parts',
      ['Resources', 'Font', 'F'],
      (builder) => {
        const widths = builder.add(`[${'600 '.repeat(20)}]`);
        const unicode = builder.stream('', CMAP);
        const entries = `/FirstChar 65/LastChar 84/Widths ${widths}/ToUnicode ${unicode}`;
        const font = builder.add(`<</Type/Font/Subtype/Type1/BaseFont/Courier${entries}>>`);
        return { resources: `/Font<</F ${font}>>`, content: 'BT /F 12 Tf (ABC) Tj ET' };
      },
    ],
    [
      'functions of shadings',
      ['Resources', 'Shading', 'S'],
      (builder) => {
        const tint = builder.add('<</FunctionType 2/Domain[0 1]/N 1/C0[1 0 0]/C1[0 0 1]>>');
        const shading = `<</ShadingType 2/ColorSpace/DeviceRGB/Coords[0 0 90 90]/Function ${tint}>>`;
        return { resources: `/Shading<</S ${builder.add(shading)}>>`, content: '/S sh' };
      },
    ],
    [
      'colour spaces with their tables',
      ['Resources', 'ColorSpace', 'C'],
      (builder) => {
        const table = builder.stream('', '\0\n\xff'.repeat(16));
        const space = builder.add(`[/Indexed/DeviceRGB 15 ${table}]`);
        return { resources: `/ColorSpace<</C ${space}>>`, content: '/C cs 3 sc 60 60 9 9 re f' };
      },
    ],
    [
      'graphics states',
      ['Resources', 'ExtGState', 'G'],
      (builder) => ({
        resources: `/ExtGState<</G ${builder.add('<</Type/ExtGState/ca .5>>')}>>`,
        content: '/G gs',
      }),
    ],
  ])('%s', async (_name, path, add) => {
    expect(await numbersAt(twoPages(add), path)).toHaveProperty('size', 1);
  });

  it('profiles whose dictionaries name their keys in another order', async () => {
    const profile = Uint8Array.from({ length: 900 }, (_, i) => (i * i) % 251);
    let order = ['/N 3', '/Alternate/DeviceRGB'];
    const pages = twoPages((builder) => {
      order = order.toReversed();
      const space = builder.add(`[/ICCBased ${builder.stream(order.join(''), profile)}]`);
      return { resources: `/ColorSpace<</C ${space}>>`, content: '/C cs 1 0 0 sc 60 60 9 9 re f' };
    });
    expect(await numbersAt(pages, ['Resources', 'ColorSpace', 'C', 1])).toHaveProperty('size', 1);
  });

  it('pictures that differ only by the name which PDF 1.0 asked for', async () => {
    const builder = new PdfBuilder();
    const samples = Uint8Array.from({ length: 900 }, (_, index) => (index * index) % 251);
    for (const name of ['im1', 'im2', 'im3']) {
      const dict = `/Type/XObject/Subtype/Image/Name/${name}/Width 30/Height 30/BitsPerComponent 8/ColorSpace/DeviceGray`;
      const named = builder.stream(dict, samples);
      builder.page('q 300 0 0 300 50 50 cm /P Do Q', `/XObject<</P ${named}>>`);
    }
    expect(await numbersAt(builder, ['Resources', 'XObject', 'P'])).toHaveProperty('size', 1);
  });
});
