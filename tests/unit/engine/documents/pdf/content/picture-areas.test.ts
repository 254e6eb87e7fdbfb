import { describe, expect, it } from 'vitest';
import type { Area } from '#engine/documents/pdf/content/area.ts';
import { PictureAreas } from '#engine/documents/pdf/content/picture-areas.ts';
import { walkContents } from '#engine/documents/pdf/content/walk-contents.ts';
import { StreamBudget } from '#engine/documents/pdf/filters/stream-budget.ts';
import { PdfJob } from '#engine/documents/pdf/flow/pdf-job.ts';
import { pictureNumbers } from '#engine/documents/pdf/model/picture-streams.ts';
import { claimsOf } from '#engine/documents/pdf/protection/claims.ts';
import { readDocument } from '#engine/documents/pdf/reading/read-document.ts';
import { PdfBuilder } from '#tests/fixtures/pdf/pdf-builder.ts';
import { lookAtPage } from '#tests/fixtures/pdf/readers.ts';
import { engineContext } from '#tests/support/engine-context.ts';
import { codecs } from '#tests/support/engine-run.ts';

const BLACK = '/Type/XObject/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceGray/BitsPerComponent 8';
const black = (builder: PdfBuilder, more = ''): string => builder.stream(BLACK + more, '\0');
const DRAWN = 'q 100 0 0 50 72 144 cm /X Do Q';

/** Where the picture with the lowest number is said to lie on the first page. */
async function areasIn(pdf: Uint8Array, page = 0): Promise<readonly Area[] | undefined> {
  const { document } = await readDocument(pdf, codecs.deflate);
  const job = new PdfJob(document, engineContext({ codecs }), {
    claims: claimsOf([]),
    budget: new StreamBudget(pdf.length),
  });
  const areas = new PictureAreas(document, await walkContents(job));
  return areas.of(Math.min(...pictureNumbers(document)), page);
}

/** Where PDFium draws black. */
async function blackIn(pdf: Uint8Array): Promise<Area> {
  const { raster } = await lookAtPage(pdf, 0, 144);
  const { width, height, channels, data } = raster;
  const [xs, ys]: [number[], number[]] = [[], []];
  for (let at = 0; at < width * height; at++) {
    if (data[at * channels]! > 40) continue;
    xs.push(at % width);
    ys.push(Math.floor(at / width));
  }
  const least = (values: number[]) => values.reduce((a, b) => Math.min(a, b), Infinity);
  const most = (values: number[]) => values.reduce((a, b) => Math.max(a, b), -1) + 1;
  return [least(xs) / width, least(ys) / height, most(xs) / width, most(ys) / height];
}

function onPage(more: string, content = DRAWN): Uint8Array {
  const builder = new PdfBuilder();
  builder.page(content, `/XObject<</X ${black(builder)}>>`, more);
  return builder.build();
}

function inForm(): Uint8Array {
  const builder = new PdfBuilder();
  const resources = `/Resources<</XObject<</X ${black(builder)}>>>>`;
  const form = builder.stream(
    `/Type/XObject/Subtype/Form/BBox[0 0 400 400]/Matrix[0 1 -1 0 300 20]${resources}`,
    DRAWN,
  );
  builder.page('q 0.5 0 0 2 40 60 cm /F Do Q', `/XObject<</F ${form}>>`);
  return builder.build();
}

function inAppearance(): Uint8Array {
  const builder = new PdfBuilder();
  const resources = `/Resources<</XObject<</X ${black(builder)}>>>>`;
  const form = builder.stream(
    `/Type/XObject/Subtype/Form/BBox[50 100 250 300]/Matrix[1 0 0 -1 9 7]${resources}`,
    DRAWN,
  );
  const stamp = builder.add(`<</Type/Annot/Subtype/Stamp/F 4/Rect[300 500 400 700]/AP<</N ${form}>>>>`);
  builder.page('', '', `/Annots[${stamp}]`);
  return builder.build();
}

describe('a picture lies where PDFium draws it', () => {
  it.each([
    ['on a page', onPage('')],
    ['on pages turned by 90 degrees', onPage('/Rotate 90')],
    ['on pages turned by 180 degrees', onPage('/Rotate 180')],
    ['on pages turned by 270 degrees', onPage('/Rotate -90')],
    ['on a page cut to a part of it', onPage('/CropBox[50 100 900 500]')],
    ['on a page cut and turned', onPage('/CropBox[500 120 30 400]/Rotate 90')],
    ['on a page with a unit of its own', onPage('/UserUnit 2')],
    ['turned on the page', onPage('', 'q 60 60 -30 30 300 300 cm /X Do Q')],
    ['at two places', onPage('', `${DRAWN} q 10 0 0 10 400 500 cm /X Do Q`)],
    ['in a form', inForm()],
    ['in the appearance of an annotation', inAppearance()],
  ])('%s', async (_name, pdf) => {
    const areas = await areasIn(pdf);
    expect(areas).toHaveLength(1);
    const drawn = await blackIn(pdf);
    for (const [index, bound] of areas![0]!.entries()) expect(bound).toBeCloseTo(drawn[index]!, 2);
  });
});

it('lies nowhere on a page that does not show it, and where its picture lies if it is a mask', async () => {
  const builder = new PdfBuilder();
  const mask = black(builder);
  const shown = black(builder, `/SMask ${mask}`);
  builder.page(DRAWN, `/XObject<</X ${shown}>>`);
  builder.page('', '');
  const pdf = builder.build();
  const [area, ...others] = (await areasIn(pdf, 0)) ?? [];
  expect(area?.map((bound, at) => Math.round(bound * [612, 792][at % 2]!))).toEqual([72, 598, 172, 648]);
  expect(others).toEqual([]);
  expect(await areasIn(pdf, 1)).toEqual([]);
});

it.each([
  [
    'in a tile of a pattern',
    (builder: PdfBuilder, picture: string) => {
      const tile = builder.stream(
        `/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 200 200]/XStep 200/YStep 200/Resources<</XObject<</X ${picture}>>>>`,
        DRAWN,
      );
      builder.page(
        `${DRAWN} /Pattern cs /P scn 0 0 612 792 re f`,
        `/XObject<</X ${picture}>>/Pattern<</P ${tile}>>`,
      );
    },
  ],
  [
    'in a glyph',
    (builder: PdfBuilder, picture: string) => {
      const glyph = builder.stream('', `500 0 d0 ${DRAWN}`);
      const font = builder.add(
        `<</Type/Font/Subtype/Type3/FontBBox[0 0 500 500]/FontMatrix[0.001 0 0 0.001 0 0]/FirstChar 65/LastChar 65/Widths[500]
        /Encoding<</Differences[65/A]>>/CharProcs<</A ${glyph}>>/Resources<</XObject<</X ${picture}>>>>>>`,
      );
      builder.page(
        `${DRAWN} BT /F 12 Tf 40 700 Td (A) Tj ET`,
        `/XObject<</X ${picture}>>/Font<</F ${font}>>`,
      );
    },
  ],
])('lies at a place that is not known %s', async (_name, add) => {
  const builder = new PdfBuilder();
  add(builder, black(builder));
  expect(await areasIn(builder.build())).toBeUndefined();
});
