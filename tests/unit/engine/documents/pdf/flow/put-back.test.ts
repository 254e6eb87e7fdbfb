import { expect, it } from 'vitest';
import type { Raster } from '#engine/base/raster.ts';
import type { Codecs } from '#engine/codecs/ports/codecs.ts';
import { PdfBuilder } from '#tests/fixtures/pdf/pdf-builder.ts';
import { flateOf } from '#tests/fixtures/pdf/pdf-documents.ts';
import { lookAtPage, unpackedByQpdf } from '#tests/fixtures/pdf/readers.ts';
import { photoLike } from '#tests/fixtures/pictures/generated-pictures.ts';
import { codecs, run } from '#tests/support/engine-run.ts';

const [UPPER, LOWER] = ['q 140 0 0 140 100 560 cm', 'q 140 0 0 140 100 100 cm'];
const RENDERED_HEIGHT = 550;
const [TOP_HALF, BOTTOM_HALF] = [
  [0, RENDERED_HEIGHT / 2] as const,
  [RENDERED_HEIGHT / 2, RENDERED_HEIGHT] as const,
];

/** Pictures at the resolution of a scan, each a JPEG of its own. */
async function pictures(builder: PdfBuilder): Promise<[string, string]> {
  const jpegs = await Promise.all(
    [300, 320].map(async (side) => {
      const data = await codecs.image.encodeJpeg(photoLike(side, side), { quality: 97, chroma: '4:4:4' });
      const dict = `/Width ${side}/Height ${side}/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/DCTDecode`;
      return builder.stream(`/Type/XObject/Subtype/Image${dict}`, data);
    }),
  );
  return jpegs as [string, string];
}

/** A page with a picture above and one below; the one above is on a second page as well. */
async function twoPictures(): Promise<Uint8Array> {
  const builder = new PdfBuilder();
  const [upper, lower] = await pictures(builder);
  builder.page(`${UPPER} /U Do Q ${LOWER} /L Do Q`, `/XObject<</U ${upper}/L ${lower}>>`);
  builder.page(`${LOWER} /U Do Q`, `/XObject<</U ${upper}>>`);
  return builder.build();
}

type Rows = readonly [from: number, to: number];

function rowsOf({ data, width, channels }: Raster, [from, to]: Rows): Uint8Array {
  return data.subarray(from * width * channels, to * width * channels);
}

/** Whether a first page is to be spoilt. */
type IsSpoilt = (pdf: Uint8Array, page: Raster) => boolean;

/** Of documents whose first page differs in these rows from the source's, which is drawn first. */
function differingIn(source: Uint8Array, rows: Rows): IsSpoilt {
  let original: Raster | undefined;
  return (pdf, page) => {
    if (pdf.length === source.length) original = page;
    return !!original && !isEqual(rowsOf(original, rows), rowsOf(page, rows));
  };
}

/** Codecs that invert a part of the first page, in the columns of the pictures. */
function spoiling(isSpoilt: IsSpoilt, spoilt: Rows): Codecs {
  const open: Codecs['pages']['open'] = async (bytes, budget) => {
    const document = await codecs.pages.open(bytes, budget);
    const render: typeof document.render = async (page, options) => {
      const view = await document.render(page, options);
      if (page > 0) return view;
      if (isSpoilt(bytes, view.raster)) {
        const rows = rowsOf(view.raster, spoilt);
        const inColumns = (at: number): boolean =>
          Math.abs(((at / view.raster.channels) % view.raster.width) - 115) < 20;
        for (const [at, value] of rows.entries()) if (inColumns(at)) rows[at] = 255 - value;
      }
      return view;
    };
    return { pageCount: document.pageCount, render, close: () => document.close() };
  };
  return { ...codecs, pages: { open } };
}

function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.every((value, at) => value === b[at]);
}

it.each<[string, Rows, Rows, number]>([
  ['the picture under what differs', BOTTOM_HALF, [400, 416], 1],
  ['the picture under what differs, on all pages', TOP_HALF, [80, 96], 1],
  ['all of the page, where nothing lies under what differs', BOTTOM_HALF, [256, 288], 2],
  ['all of the page, where what lies under it was not the cause', TOP_HALF, [400, 416], 2],
])('puts back %s', async (_name, watched, spoilt, count) => {
  const source = await twoPictures();
  const { bytes, report } = await run(source, { codecs: spoiling(differingIn(source, watched), spoilt) });
  const putBack = report.skips.filter(({ code }) => code === 'picture-put-back');
  expect(putBack.reduce((sum, skip) => sum + (skip.count ?? 0), 0)).toBe(count);
  const recompressed = report.changes.find(({ code }) => code === 'pictures-recompressed');
  expect(recompressed?.count ?? 0).toBe(2 - count);
  if (count === 1) expect(bytes.length).toBeLessThan(source.length * 0.8);
});

it('keeps pictures where the contents of their page were the cause', async () => {
  const builder = new PdfBuilder();
  const [upper] = await pictures(builder);
  const lines = Array.from({ length: 400 }, (_, x) => `${x} ${(20 + 9 * Math.sin(x)).toFixed(9)} l`);
  builder.page(`${UPPER} /U Do Q 0.123456789 w 0 0 m ${lines.join('\n')} S`, `/XObject<</U ${upper}>>`);
  const source = builder.build();
  const isTidied: IsSpoilt = (pdf) => !unpackedByQpdf(pdf).includes('0.123456789');
  const { bytes, report } = await run(source, { codecs: spoiling(isTidied, [400, 416]) });
  expect(report.skips.map(({ code }) => code)).toEqual(['contents-put-back']);
  expect(report.changes.map(({ code }) => code)).toContain('pictures-recompressed');
  expect(bytes.length).toBeLessThan(source.length * 0.8);
});

it('packs a picture that is put back as without loss', async () => {
  const builder = new PdfBuilder();
  const { width, height, dict, data } = flateOf(photoLike(300, 300));
  const head = `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}`;
  const picture = builder.stream(`${head}${dict}`, data);
  builder.page(`${UPPER} /U Do Q`, `/XObject<</U ${picture}>>`);
  const source = builder.build();
  const without = await run(source, { preset: 'lossless' });
  const { bytes, report } = await run(source, { codecs: spoiling(differingIn(source, TOP_HALF), [80, 96]) });
  expect(report.skips.map(({ code }) => code)).toContain('picture-put-back');
  expect(without.bytes.length).toBeLessThan(source.length * 0.95);
  expect(bytes.length).toBeLessThanOrEqual(without.bytes.length);
  const [shown, expected] = [await lookAtPage(bytes), await lookAtPage(source)];
  expect(shown.raster.data).toEqual(expected.raster.data);
});
