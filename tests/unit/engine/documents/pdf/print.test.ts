import { expect, it } from 'vitest';
import type { Raster } from '#engine/base/raster.ts';
import { PdfBuilder } from '#tests/fixtures/pdf/pdf-builder.ts';
import { drawSquare, flateOf } from '#tests/fixtures/pdf/pdf-documents.ts';
import { asGrey, photoLike } from '#tests/fixtures/pictures/generated-pictures.ts';
import { platesOf } from '#tests/support/pdf-witnesses.ts';
import { run } from '#tests/support/engine-run.ts';
import { textLine } from '../../../../../bench/legibility/coverage.ts';

const DPI = 400;
const INKS = 4;

/** Shares of ink as a picture in black alone: cyan, magenta and yellow are empty. */
function inBlack(
  { width, height }: { width: number; height: number },
  shareAt: (at: number) => number,
): Raster {
  const data = new Uint8Array(width * height * INKS);
  for (let at = 0; at < width * height; at++) data[at * INKS + 3] = Math.round(255 * shareAt(at));
  return { width, height, channels: INKS, space: 'cmyk', data };
}

function letters(): Raster {
  const { width, height, shares } = textLine('CHAPTER TOMATO', 60);
  const lines = 9;
  return inBlack({ width, height: height * lines }, (at) => shares[at % shares.length]!);
}

function photograph(): Raster {
  const grey = asGrey(photoLike(500, 500));
  return inBlack(grey, (at) => 1 - grey.data[at]! / 255);
}

/** The picture fills what is cut out of a page that is made for a printing condition. */
function printPdf(raster: Raster): Uint8Array {
  const builder = new PdfBuilder();
  const points = (Math.min(raster.width, raster.height) * 72) / DPI;
  const { width, height, dict, data } = flateOf(raster);
  const image = builder.stream(`/Type/XObject/Subtype/Image/Width ${width}/Height ${height}${dict}`, data);
  const cut = `/CropBox[100 300 ${100 + points} ${300 + points}]`;
  builder.page(drawSquare(points), `/XObject<</X ${image}>>`, cut);
  builder.inCatalog('/OutputIntents[<</S/GTS_PDFX/OutputConditionIdentifier(FOGRA39)>>]');
  return builder.build();
}

it.each(['small', 'balanced', 'high'] as const)(
  'keeps black letters at their resolution, and on the black plate alone, at %s',
  async (preset) => {
    const source = printPdf(letters());
    const { bytes } = await run(source, { preset });
    expect(bytes.length).toBeLessThan(source.length);
    const [before, after] = [await platesOf(source, DPI), await platesOf(bytes, DPI)];
    expect([...after.keys()].sort()).toEqual(['Black', 'Cyan', 'Magenta', 'Yellow']);
    for (const [ink, plate] of after) expect(Buffer.compare(plate, before.get(ink)!), ink).toBe(0);
    const inked = [...after].filter(([, plate]) => plate.some((value) => value > 0)).map(([ink]) => ink);
    expect(inked).toEqual(['Black']);
  },
  120_000,
);

it('brings a photograph in black down beside it', async () => {
  const source = printPdf(photograph());
  const { bytes, report } = await run(source, { preset: 'balanced' });
  expect(bytes.length).toBeLessThan(source.length / 10);
  expect(report.score).not.toBeNull();
});
