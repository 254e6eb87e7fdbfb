import { expect, it } from 'vitest';
import { createNativeCodecs } from '#engine/codecs/native/index.ts';
import { PdfStream } from '#engine/documents/pdf/model/objects.ts';
import { readDocument } from '#engine/documents/pdf/reading/read-document.ts';
import { dropDefaults } from '#engine/documents/pdf/steps/drop-defaults.ts';
import { PdfBuilder, toBytes } from '#tests/fixtures/pdf/pdf-builder.ts';

const deflate = createNativeCodecs().deflate;

it.each([
  ['/Type/XObject/Subtype/Form/FormType 1/Matrix[1 0 0 1 0 0]/BBox[0 0 9 9]', ['Subtype', 'BBox']],
  ['/Type/XObject/Subtype/Form/FormType 1/Matrix[2 0 0 1 0 0]/BBox[0 0 9 9]', ['Subtype', 'Matrix', 'BBox']],
  ['/Type/XObject/Subtype/Image/Interpolate true/ImageMask false', ['Subtype', 'Interpolate']],
  ['/Type/Pattern/Subtype/Form/Matrix[1 0 0 1 0 0]', ['Type', 'Subtype', 'Matrix']],
  ['/Type/EmbeddedFile/Subtype/text#2Fplain/Matrix[1 0 0 1 0 0]', ['Type', 'Subtype', 'Matrix']],
])('keeps of %s what says something', async (dict, kept) => {
  const builder = new PdfBuilder();
  const stream = builder.stream(dict, toBytes('0 0 9 9 re f'));
  builder.page('', `/XObject<</X ${stream}>>`);
  const { document } = await readDocument(builder.build(), deflate);
  dropDefaults({ document });
  const streams = [...document.objects.values()].filter((object) => object instanceof PdfStream);
  const found = streams.find((object) => object.dict.has('Subtype'))!;
  expect([...found.dict.map.keys()].filter((key) => key !== 'Length')).toEqual(kept);
});

it('keeps the Type of a mask that does not say that it is one', async () => {
  const builder = new PdfBuilder();
  const grey = '/Type/XObject/Subtype/Image/Width 8/Height 1/ColorSpace/DeviceGray/BitsPerComponent 1';
  const mask = builder.stream(grey, toBytes('\x55'));
  builder.page('', `/XObject<</X ${builder.stream(`${grey}/Mask ${mask}`, toBytes('\x0f'))}>>`);
  const { document } = await readDocument(builder.build(), deflate);
  dropDefaults({ document });
  const pictures = [...document.objects.values()].filter(
    (object) => object instanceof PdfStream && object.dict.has('Width'),
  );
  expect(pictures.map((picture) => (picture as PdfStream).dict.has('Type'))).toEqual([true, false]);
});
