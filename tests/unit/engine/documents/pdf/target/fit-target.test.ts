import { describe, expect, it } from 'vitest';
import { ACCEPTABLE_SCORE } from '#engine/index.ts';
import { PdfBuilder } from '#tests/fixtures/pdf/pdf-builder.ts';
import { drawSquare, picturePdf } from '#tests/fixtures/pdf/pdf-documents.ts';
import { photoLike } from '#tests/fixtures/pictures/generated-pictures.ts';
import { codecs, run } from '#tests/support/engine-run.ts';

const jpegOf = async (side: number) => {
  const data = await codecs.image.encodeJpeg(photoLike(side, side), { quality: 96, chroma: '4:4:4' });
  return {
    width: side,
    height: side,
    dict: '/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/DCTDecode',
    data,
  };
};

/** Pages with one picture each, of rising size. */
async function album(): Promise<Uint8Array> {
  const builder = new PdfBuilder();
  for (const side of [160, 220, 280, 340]) {
    const { width, height, dict, data } = await jpegOf(side);
    const size = `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}`;
    builder.page(drawSquare(100), `/XObject<</X ${builder.stream(size + dict, data)}>>`);
  }
  return builder.build();
}

const DOCUMENTS: Readonly<Record<string, () => Uint8Array | Promise<Uint8Array>>> = {
  'a photo of 200 dpi': async () => picturePdf(await jpegOf(420), 150),
  'photos of several resolutions': album,
};

describe('a target size', () => {
  it.each(Object.entries(DOCUMENTS))('is used to 90 to 100 %%: %s', async (_, make) => {
    const source = await make();
    const usual = (await run(source)).bytes.length;
    const { report: smallest } = await run(source, { targetBytes: 500 });
    const least = smallest.target?.smallestBytes ?? 0;
    expect(smallest.score).toBeGreaterThanOrEqual(ACCEPTABLE_SCORE);
    for (const share of [0.3, 0.8]) {
      const targetBytes = Math.round(least * (usual / least) ** share);
      const { bytes, report } = await run(source, { targetBytes });
      expect(report.target).toEqual({ bytes: targetBytes, met: true });
      expect(bytes.length).toBeLessThanOrEqual(targetBytes);
      expect(bytes.length).toBeGreaterThanOrEqual(0.9 * targetBytes);
    }
  });
});
