import { describe, expect, it } from 'vitest';
import { isSameRaster } from '#engine/documents/pdf/verify/compare-rasters.ts';
import { PdfBuilder } from '#tests/fixtures/pdf/pdf-builder.ts';
import { lookAtPage, popplerText, qpdfComplaints } from '#tests/fixtures/pdf/readers.ts';
import { codecs, codesOf, run } from '#tests/support/engine-run.ts';
import { contentRefs, pagesOf } from '#engine/documents/pdf/model/pages.ts';
import { readDocument } from '#engine/documents/pdf/reading/read-document.ts';

/** Two pages of several parts, the first and last of which they share. */
function pagesInParts(shared: string): Uint8Array {
  const builder = new PdfBuilder();
  const font = builder.add('<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>');
  const [open, close] = [builder.stream('', shared), builder.stream('', 'Q')];
  for (const word of ['first', 'second']) {
    const words = `(Every word of the ${word} page) Tj 0 -30 Td `.repeat(12);
    const parts = [builder.stream('', `BT /F 20 Tf 72 700 Td ${words}`), builder.stream('', `${words} ET`)];
    builder.page('', `/Font<</F ${font}>>`, `/Contents[${[open, ...parts, close].join(' ')}]`);
  }
  return builder.build();
}

async function partsOf(pdf: Uint8Array): Promise<number[]> {
  const { document } = await readDocument(pdf, codecs.deflate);
  return pagesOf(document).map(({ dict }) => contentRefs(document, dict).length);
}

describe('page contents in parts', () => {
  it('become one stream, and the page stays the same', async () => {
    const source = pagesInParts('q 1 0 0 1 5 5 cm');
    const result = await run(source);
    expect(codesOf(result)).toContain('contents-joined');
    expect(await partsOf(result.bytes)).toEqual([1, 1]);
    for (const page of [0, 1]) {
      const [before, after] = [await lookAtPage(source, page), await lookAtPage(result.bytes, page)];
      expect(isSameRaster(after.raster, before.raster)).toBe(true);
    }
    expect(await popplerText(result.bytes)).toBe(await popplerText(source));
    expect(await qpdfComplaints(result.bytes)).toBe('');
  });

  it('stay apart where pages share a large part', async () => {
    const result = await run(pagesInParts(`q ${'0 0 9 9 re '.repeat(60)} n`));
    expect(codesOf(result)).not.toContain('contents-joined');
    expect(await partsOf(result.bytes)).toEqual([4, 4]);
  });

  it.each([
    ['string', '(going', 'on) Tj'],
    ['comment', '% so it ends', '(unseen) Tj'],
  ])('stay apart where a %s is open between them', async (_name, end, start) => {
    const builder = new PdfBuilder();
    const font = builder.add('<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>');
    const first = `BT /F 20 Tf 72 700 Td ${'(word) Tj 0 -9 Td '.repeat(30)}${end}`;
    const parts = [builder.stream('', first), builder.stream('', `${start} ET`)];
    builder.page('', `/Font<</F ${font}>>`, `/Contents[${parts.join(' ')}]`);
    const source = builder.build();
    const { bytes, report } = await run(source);
    expect(report.skips).toEqual([]);
    expect(await partsOf(bytes)).toEqual([2]);
    expect(await popplerText(bytes)).toBe(await popplerText(source));
  });
});
