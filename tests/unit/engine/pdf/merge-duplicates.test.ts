import { expect, it } from 'vitest';
import { readDocument } from '#engine/pdf/reading/read-document.ts';
import { PdfBuilder } from '#tests/fixtures/pdf/pdf-builder.ts';
import { codecs, run } from '#tests/support/engine-run.ts';

it('stores pictures once that differ only by the name which PDF 1.0 asked for', async () => {
  const builder = new PdfBuilder();
  const samples = Uint8Array.from({ length: 900 }, (_, index) => (index * index) % 251);
  for (const name of ['im1', 'im2', 'im3']) {
    const dict = `/Type/XObject/Subtype/Image/Name/${name}/Width 30/Height 30/BitsPerComponent 8/ColorSpace/DeviceGray`;
    const picture = builder.stream(dict, samples);
    builder.page('q 300 0 0 300 50 50 cm /P Do Q', `/XObject<</P ${picture}>>`);
  }
  const { document } = await readDocument((await run(builder.build())).bytes, codecs.deflate);
  const pictures = [...document.objects.values()].filter((object) =>
    document.stream(object)?.dict.has('Width'),
  );
  expect(pictures).toHaveLength(1);
});
