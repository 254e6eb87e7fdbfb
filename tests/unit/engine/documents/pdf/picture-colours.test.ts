import { expect, it } from 'vitest';
import { compress } from '#engine/index.ts';
import { PdfBuilder } from '#tests/fixtures/pdf/pdf-builder.ts';
import { lookAtPage } from '#tests/fixtures/pdf/readers.ts';
import { colouredCorner, cornerSaturation } from '#tests/fixtures/pictures/coloured-corner.ts';
import { codecs } from '#tests/support/engine-run.ts';

const { image } = codecs;
const [WIDTH, HEIGHT, SIDE] = [900, 900, 210];

/** A page whose lower left corner is that of a picture, at 150 dpi. */
function onPage(jpeg: Uint8Array): Uint8Array {
  const builder = new PdfBuilder();
  const dict = `/Type/XObject/Subtype/Image/Width ${WIDTH}/Height ${HEIGHT}/ColorSpace/DeviceRGB`;
  const image = builder.stream(`${dict}/BitsPerComponent 8/Filter/DCTDecode`, jpeg);
  const [across, down] = [WIDTH, HEIGHT].map((px) => (px * 72) / 150);
  builder.page(`q ${across} 0 0 ${down} 0 0 cm /X Do Q`, `/XObject<</X ${image}>>`);
  return builder.build();
}

it('keeps fine colours in a corner of a picture, on a page as alone', async () => {
  const picture = colouredCorner(WIDTH, HEIGHT, SIDE);
  const jpeg = await image.encodeJpeg(picture, { quality: 95, chroma: '4:4:4' });
  const alone = await compress(jpeg, { codecs, preset: 'balanced' });
  const [before, after] = [await image.decode(jpeg), await image.decode(alone.bytes)];
  expect(cornerSaturation(after, SIDE)).toBeGreaterThan(0.8 * cornerSaturation(before, SIDE));

  const source = onPage(jpeg);
  const { bytes } = await compress(source, { codecs, preset: 'balanced' });
  expect(bytes.length).toBeLessThan(0.6 * source.length);
  const corner = async (page: Uint8Array): Promise<number> =>
    cornerSaturation((await lookAtPage(page)).raster, Math.floor((SIDE * 72) / 150));
  expect(await corner(bytes)).toBeGreaterThan(0.8 * (await corner(source)));
});
