import { expect, it } from 'vitest';
import { compress } from '#engine/index.ts';
import { createNativeCodecs } from '#engine/codecs/native/index.ts';
import { PdfBuilder } from '#tests/fixtures/pdf/pdf-builder.ts';

// In a file of its own: what is to be seen shows only when PDFium draws for the first time.
it('accepts text in a font that is not embedded the first time it is drawn', async () => {
  const codecs = createNativeCodecs();
  const builder = new PdfBuilder();
  const font = builder.add(`<</Type/Font/Subtype/Type1/BaseFont/Nowhere>>`);
  builder.page(
    `BT /F 12 Tf 40 720 Td ${'(A font from nowhere) Tj 0 -20 Td '.repeat(9)}ET`,
    `/Font<</F ${font}>>`,
  );
  const { report } = await compress(builder.build(), { codecs });
  expect(report.skips).toEqual([]);
  expect(report.outputBytes).toBeLessThan(report.sourceBytes);
});
