import { expect, it } from 'vitest';
import { concatBytes } from '#engine/base/bytes.ts';
import type { EngineError } from '#engine/api/errors.ts';
import { claimsOf } from '#engine/documents/pdf/protection/claims.ts';
import { StreamBudget } from '#engine/documents/pdf/filters/stream-budget.ts';
import { decodePicture } from '#engine/documents/pdf/images/read/decode-picture.ts';
import { describePicture, type Picture } from '#engine/documents/pdf/images/read/picture.ts';
import { PdfDocument } from '#engine/documents/pdf/model/document.ts';
import { PdfDict, PdfName, PdfStream } from '#engine/documents/pdf/model/objects.ts';
import { PdfJob } from '#engine/documents/pdf/flow/pdf-job.ts';
import type { Raster } from '#engine/base/raster.ts';
import { PdfBuilder, toBytes } from '#tests/fixtures/pdf/pdf-builder.ts';
import { drawSquare, flateOf } from '#tests/fixtures/pdf/pdf-documents.ts';
import { popplerSamples, unpackedByQpdf } from '#tests/fixtures/pdf/readers.ts';
import { scannedPage } from '#tests/fixtures/pictures/bitmaps.ts';
import { asGrey, photoLike } from '#tests/fixtures/pictures/generated-pictures.ts';
import { JPX_FILES } from '#tests/fixtures/pictures/jpx-files.ts';
import { engineContext } from '#tests/support/engine-context.ts';
import { codecs, run } from '#tests/support/engine-run.ts';

/** Equal samples of red, green and blue. */
function greyInRgb(side: number): Raster {
  const { data } = asGrey(photoLike(side, side));
  const samples = Uint8Array.from({ length: side * side * 3 }, (_, i) => data[Math.floor(i / 3)]!);
  return { width: side, height: side, channels: 3, space: 'rgb', data: samples };
}

function addPicture(builder: PdfBuilder, raster: Raster): string {
  const { width, height, dict, data } = flateOf(raster);
  return builder.stream(`/Type/XObject/Subtype/Image/Width ${width}/Height ${height}${dict}`, data);
}

const LINEAR = '[/CalRGB<</WhitePoint[.95 1 1.09]/Matrix[.41 .21 .02 .36 .72 .12 .18 .07 .95]>>]';
const DEFAULT_RGB = `/ColorSpace<</DefaultRGB ${LINEAR}>>`;
const DEFAULT_GREY = '/ColorSpace<</DefaultGray[/CalGray<</WhitePoint[.95 1 1.09]/Gamma 2>>]>>';
const DRAW = drawSquare(300);

type Page = (builder: PdfBuilder, picture: string) => void;
const page =
  (resources = '', more = ''): Page =>
  (builder, picture) =>
    void builder.page(DRAW, `/XObject<</X ${picture}>>${resources}`, more);
const form = (builder: PdfBuilder, entries: string): string =>
  builder.stream(`/Type/XObject/Subtype/Form/BBox[0 0 612 792]${entries}`, DRAW);
const inForm =
  (entries: (picture: string) => string, resources = ''): Page =>
  (builder, picture) =>
    void builder.page('/F Do', `/XObject<</F ${form(builder, entries(picture))}/X ${picture}>>${resources}`);
const own = (more = '') => `/Resources<<${more}/XObject<</X PICTURE>>>>`;
const masked = (group: string, resources = ''): Page => {
  return (builder, picture) => {
    const entries = `/Group<</S/Transparency/CS ${group}>>/Resources<</XObject<</X ${picture}>>${resources}>>`;
    const state = `<</SMask<</S/Luminosity/G ${form(builder, entries)}>>>>`;
    builder.page('/G gs 1 0 0 rg 100 300 300 300 re f', `/ExtGState<</G ${state}>>`);
  };
};

function documentOf(draw: Page, raster = greyInRgb(160)): Uint8Array {
  const builder = new PdfBuilder();
  draw(builder, addPicture(builder, raster));
  return builder.build();
}

const isGreyIn = (pdf: Uint8Array): boolean => /\/ColorSpace \/DeviceGray/.test(unpackedByQpdf(pdf));

it.each<[string, Page]>([
  ['resources say nothing of device colours', page()],
  ['the page mixes colours in DeviceRGB', page('', '/Group<</S/Transparency/CS/DeviceRGB>>')],
  ['a form has resources of its own', inForm((picture) => own().replace('PICTURE', picture))],
  ['a soft mask mixes in DeviceGray', masked('/DeviceGray')],
  ['only inks have a default', page(`/ColorSpace<</DefaultCMYK/DeviceCMYK>>`)],
])('makes grey samples DeviceGray where %s', async (_place, draw) => {
  for (const preset of ['lossless', 'balanced'] as const)
    expect(isGreyIn((await run(documentOf(draw), { preset })).bytes)).toBe(true);
});

it.each<[string, Page]>([
  ['DefaultRGB', page(DEFAULT_RGB)],
  ['DefaultGray', page(DEFAULT_GREY)],
  ['a default of the page around a form without resources', inForm(() => '', DEFAULT_RGB)],
  ['a default of the form', inForm((picture) => own(DEFAULT_RGB).replace('PICTURE', picture))],
  ['the blending space of the page', page('', '/Group<</S/Transparency/CS/DeviceCMYK>>')],
  [
    'the blending space of a form',
    inForm((picture) => `/Group<</S/Transparency/CS ${LINEAR}>>${own().replace('PICTURE', picture)}`),
  ],
  ['the space of a soft mask', masked(LINEAR)],
  ['a default within a soft mask', masked('/DeviceRGB', DEFAULT_RGB)],
  [
    'an output intent of the document',
    (builder, picture) => {
      builder.inCatalog('/OutputIntents[<</S/GTS_PDFX/OutputConditionIdentifier(TR 001)>>]');
      page()(builder, picture);
    },
  ],
  ['an output intent of the page', page('', '/OutputIntents[<</S/GTS_PDFX>>]')],
  [
    'one of two pages that show the picture',
    (builder, picture) => {
      page()(builder, picture);
      page(DEFAULT_RGB)(builder, picture);
    },
  ],
])('keeps grey samples in DeviceRGB under %s', async (_place, draw) => {
  for (const preset of ['lossless', 'balanced'] as const)
    expect(isGreyIn((await run(documentOf(draw), { preset })).bytes)).toBe(false);
});

it('stores two colours under DefaultRGB as JBIG2 over a palette, the same to poppler', async () => {
  const { width, height, data } = scannedPage({ width: 400, height: 300 });
  const samples = Array.from({ length: width * height }, (_, i) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    const isBlack = (data[y * Math.ceil(width / 8) + (x >> 3)]! >> (7 - (x & 7))) & 1;
    return isBlack ? [120, 0, 40] : [250, 240, 200];
  }).flat();
  const raster: Raster = { width, height, channels: 3, space: 'rgb', data: Uint8Array.from(samples) };
  const source = documentOf(page(DEFAULT_RGB), raster);
  const { bytes } = await run(source);
  expect(unpackedByQpdf(bytes)).toMatch(/\/JBIG2Decode/);
  expect(popplerSamples(bytes)).toEqual(popplerSamples(source));
});

it('keeps the look of a picture under DefaultRGB to poppler, which heeds it', async () => {
  const source = documentOf(page(DEFAULT_RGB));
  const { bytes } = await run(source, { preset: 'small' });
  expect(bytes.length).toBeLessThan(source.length / 2);
  const [before, after] = [source, bytes].map((pdf) => popplerSamples(pdf));
  const difference = before!.reduce((sum, sample, i) => sum + Math.abs(sample - after![i]!), 0);
  expect(difference / before!.length).toBeLessThan(3);
});

/** A JPEG 2000 file of 8 by 6 pixels in three components. @param colour content of its colour specification box */
function jp2(colour: readonly number[]): Uint8Array {
  const box = (type: string, ...parts: Uint8Array[]): Uint8Array => {
    const content = concatBytes(parts);
    const head = new Uint8Array(8);
    new DataView(head.buffer).setUint32(0, content.length + 8);
    head.set(toBytes(type), 4);
    return concatBytes([head, content]);
  };
  const size = Uint8Array.of(0, 0, 0, 6, 0, 0, 0, 8, 0, 3, 7, 7, 0, 0);
  return concatBytes([
    box('jP  ', Uint8Array.of(13, 10, 0x87, 10)),
    box('ftyp', toBytes('jp2 \0\0\0\0jp2 ')),
    box('jp2h', box('ihdr', size), box('colr', Uint8Array.from(colour))),
    box('jp2c', JPX_FILES.rgb),
  ]);
}

it.each([
  ['reads', 'sRGB', jp2([1, 0, 0, 0, 0, 0, 16]), false, 'samples'],
  ['reads', 'no space', JPX_FILES.rgb, false, 'samples'],
  ['leaves', 'sYCC', jp2([1, 0, 0, 0, 0, 0, 18]), false, 'unsupported'],
  ['leaves', 'a profile', jp2([2, 0, 0, 0, 0, 0, 16, 0]), false, 'unsupported'],
  [
    'leaves',
    'sRGB where device colours mean something else',
    jp2([1, 0, 0, 0, 0, 0, 16]),
    true,
    'unsupported',
  ],
])('%s JPEG 2000 that says of its colours: %s', async (_what, _colours, data, keepsSpace, expected) => {
  const stream = new PdfStream(
    new PdfDict([
      ['Width', 8],
      ['Height', 6],
      ['Filter', PdfName.of('JPXDecode')],
    ]),
    data,
  );
  const document = new PdfDocument(new Map([[1, stream]]), new PdfDict(), '1.7');
  const job = new PdfJob(document, engineContext({ codecs }), {
    claims: claimsOf([]),
    budget: new StreamBudget(1000),
  });
  const picture = (await describePicture(job, 1)) as Picture;
  const found = decodePicture(job, { ...picture, keepsSpace }).then(
    ({ kind }) => kind,
    ({ code }: EngineError) => code,
  );
  expect(await found).toBe(expected);
});
