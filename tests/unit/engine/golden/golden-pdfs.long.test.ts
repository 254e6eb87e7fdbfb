import { it } from 'vitest';
import { readType1 } from '#engine/documents/pdf/fonts/type1/type1-program.ts';
import { type1ToCff } from '#engine/documents/pdf/fonts/type1/type1-to-cff.ts';
import type { Raster } from '#engine/base/raster.ts';
import { boxFontPdf, everyGlyph, simpleFontPdf, type1Pdf } from '#tests/fixtures/pdf/font-documents.ts';
import { PdfBuilder } from '#tests/fixtures/pdf/pdf-builder.ts';
import {
  featurePdf,
  flateOf,
  meshPdf,
  noise,
  picturePdf,
  textPdf,
} from '#tests/fixtures/pdf/pdf-documents.ts';
import { type1Font } from '#tests/fixtures/pdf/type1-font.ts';
import {
  asGrey,
  inInks,
  photoLike,
  scannedText,
  userInterface,
} from '#tests/fixtures/pictures/generated-pictures.ts';
import { codecs, run } from '#tests/support/engine-run.ts';
import { expectGolden, type Golden } from '#tests/support/golden.ts';
import { pageSimilarity } from '#tests/support/page-similarity.ts';

const DOCUMENTS: Readonly<Record<string, () => Uint8Array | Promise<Uint8Array>>> = {
  'features.pdf': featurePdf,
  'text.pdf': () => textPdf(),
  'photo.pdf': () => picturePdf(flateOf(photoLike(400, 300)), 300),
  'photo-jpeg.pdf': async () => picturePdf(await jpegOf(photoLike(400, 300)), 300),
  'photo-inks.pdf': () => picturePdf(flateOf(inInks(photoLike(300, 300))), 200),
  'screen.pdf': () => picturePdf(flateOf(userInterface(400, 300)), 300),
  'scan.pdf': () => picturePdf(flateOf(asGrey(scannedText(600, 400))), 300),
  'large-photo.pdf': () => picturePdf(flateOf(photoLike(800, 800)), 150),
  'truetype-composite.pdf': () => boxFontPdf('composite', '<002100220123>'),
  'truetype-simple.pdf': () => boxFontPdf('simple', '(Box, used)'),
  'type1.pdf': () => type1Pdf(['(ABCabc)']),
  'type1-every-glyph.pdf': () => {
    const { pdfEncoding, lines } = everyGlyph();
    return type1Pdf(lines, { pdfEncoding });
  },
  'type1-in-form.pdf': () =>
    type1Pdf(['(AB)'], {}, (builder, font) => {
      builder.inCatalog(`/AcroForm<</Fields[]/DR<</Font<</F ${font}>>>>/DA(/F 12 Tf)>>`);
    }),
  'cff.pdf': () => {
    const bytes = type1ToCff(readType1(type1Font().bytes)!, 'Fixture', 'all')!;
    return simpleFontPdf({ key: 'FontFile3', dict: '/Subtype/Type1C', bytes }, ['(ABCabc)']);
  },
  'meshes.pdf': meshPdf,
  'cut-out-page.pdf': () => {
    const builder = new PdfBuilder();
    const idle = builder.stream('/Type/XObject/Subtype/Form/BBox[0 0 9 9]', noise(20_000));
    builder.page('9 9 99 99 re f', `/XObject<</Idle ${idle}>>`);
    return builder.build();
  },
};

async function jpegOf(raster: Raster) {
  const { width, height } = raster;
  const data = await codecs.image.encodeJpeg(raster, { quality: 95, chroma: '4:4:4' });
  return { width, height, dict: '/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/DCTDecode', data };
}

/** Similarity of the page that looks least like the source's, as PDFium draws both. */
async function lowestSimilarity(source: Uint8Array, result: Uint8Array): Promise<number> {
  const [before, after] = [await codecs.pages.open(source), await codecs.pages.open(result)];
  let lowest = 100;
  for (let page = 0; page < before.pageCount; page++) {
    const options = { dpi: 72, maxPixels: 1_000_000 };
    const rasters = [await before.render(page, options), await after.render(page, options)] as const;
    lowest = Math.min(lowest, pageSimilarity(rasters[0].raster, rasters[1].raster));
  }
  for (const document of [before, after]) document.close();
  return Math.round(lowest * 10) / 10;
}

/**
 * Fails when a document grows or loses similarity by 2 %, with a table of what moved.
 * After a wanted change: GOLDEN=record npx vitest run tests/unit/engine/golden
 */
it('keeps sizes and looks of the golden documents', async () => {
  const now: Record<string, Golden> = {};
  for (const [name, make] of Object.entries(DOCUMENTS)) {
    const source = await make();
    const { bytes } = await run(source, { budgetMs: 600_000 });
    now[name] = { bytes: bytes.length, score: await lowestSimilarity(source, bytes) };
  }
  await expectGolden('pdfs', now, ({ score }) => (score ?? 100) * 0.02);
});
