import { expect, it } from 'vitest';
import type { Raster } from '#engine/base/raster.ts';
import { isSameRaster } from '#engine/documents/pdf/verify/compare-rasters.ts';
import { flateOf, picturePdf } from '#tests/fixtures/pdf/pdf-documents.ts';
import { toBytes, type PdfBuilder } from '#tests/fixtures/pdf/pdf-builder.ts';
import { lookAtPage } from '#tests/fixtures/pdf/readers.ts';
import { asGrey, photoLike, userInterface } from '#tests/fixtures/pictures/generated-pictures.ts';
import { run } from '#tests/support/engine-run.ts';

/** Entries and samples of a picture whose stream has no filter. */
function rawOf(raster: Raster) {
  const { dict, ...rest } = flateOf(raster);
  return { ...rest, dict: dict.replace('/Filter/FlateDecode', ''), data: raster.data };
}

/** A soft mask with a matte: the samples of its picture must stay. */
function withMatte(builder: PdfBuilder): string {
  const mask = flateOf(asGrey(userInterface(200, 150)));
  const size = `/Width ${mask.width}/Height ${mask.height}`;
  const entries = `/Type/XObject/Subtype/Image${size}${mask.dict}/Matte[0 0 0]`;
  return `/SMask ${builder.stream(entries, mask.data)}`;
}

it.each([
  ['whose samples may change', undefined],
  ['whose samples must stay', withMatte],
])('makes a picture without filters as small as its deflated twin: %s', async (_, extend) => {
  const picture = photoLike(200, 150);
  const deflated = await run(picturePdf(flateOf(picture), 144, extend));
  const raw = await run(picturePdf(rawOf(picture), 144, extend));
  expect(raw.bytes.length).toBeLessThan(1.01 * deflated.bytes.length + 700);
  expect(raw.report.score).toBe(deflated.report.score);
});

/** A picture whose bytes are written as letters. */
function inLetters({ dict, data, ...rest }: ReturnType<typeof flateOf>) {
  const letters = toBytes(`${Buffer.from(data).toString('hex')}>`);
  return { ...rest, dict: dict.replace(/\/Filter(\/\w+)/, '/Filter[/ASCIIHexDecode$1]'), data: letters };
}

/** A picture in a codec of its own that stays, as nothing can be read of it. */
function unreadable() {
  const dict = '/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/JPXDecode';
  return { ...flateOf(photoLike(200, 150)), dict };
}

it.each([
  ['JPEG 2000', unreadable, undefined],
  ['samples', () => flateOf(photoLike(200, 150)), withMatte],
])(
  'makes a picture that is written as letters as small as its twin in bytes: %s',
  async (_, make, extend) => {
    const picture = make();
    const plain = await run(picturePdf(picture, 144, extend));
    const letters = await run(picturePdf(inLetters(picture), 144, extend));
    expect(letters.bytes.length).toBeLessThan(1.01 * plain.bytes.length + 100);
    const [shown, expected] = [await lookAtPage(letters.bytes), await lookAtPage(plain.bytes)];
    expect(isSameRaster(shown.raster, expected.raster)).toBe(true);
  },
);
