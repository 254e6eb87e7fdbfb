import { describe, expect, it } from 'vitest';
import { compress, type CompressionReport, type Preset } from '#engine/index.ts';
import { createNativeCodecs } from '#engine/codecs/native/index.ts';
import { countFeatures } from '#engine/documents/pdf/verify/features.ts';
import { decodeStream } from '#engine/documents/pdf/filters/decode-stream.ts';
import { isSameRaster } from '#engine/documents/pdf/verify/compare-rasters.ts';
import { readDocument } from '#engine/documents/pdf/reading/read-document.ts';
import { PdfBuilder, toBytes, toText } from '#tests/fixtures/pdf/pdf-builder.ts';
import { featurePdf, flateOf, picturePdf, textPdf } from '#tests/fixtures/pdf/pdf-documents.ts';
import { photoLike } from '#tests/fixtures/pictures/generated-pictures.ts';
import { lookAtPage, popplerText, qpdfComplaints } from '#tests/fixtures/pdf/readers.ts';

const codecs = createNativeCodecs();
const shrink = (pdf: Uint8Array, preset: Preset = 'balanced') => compress(pdf, { codecs, preset });
const skipsOf = (report: CompressionReport) => report.skips.map((skip) => skip.code);
const featuresOf = async (pdf: Uint8Array) =>
  countFeatures((await readDocument(pdf, codecs.deflate)).document);

describe('a document with everything', () => {
  it('keeps every feature and the text, and looks the same', async () => {
    const source = featurePdf();
    const { bytes, report } = await shrink(source);
    expect(bytes.length).toBeLessThan(source.length * 0.35);
    expect(await featuresOf(bytes)).toEqual(await featuresOf(source));
    expect(await popplerText(bytes)).toBe(await popplerText(source));
    expect(isSameRaster((await lookAtPage(bytes)).raster, (await lookAtPage(source)).raster)).toBe(true);
    expect(await qpdfComplaints(bytes)).toBe('');
    expect(report.kept.map(({ feature }) => feature)).toEqual(
      expect.arrayContaining([
        'links',
        'form-fields',
        'outline-entries',
        'tags',
        'layers',
        'attachments',
        'page-labels',
      ]),
    );
    expect(report.changes.map(({ code }) => code)).toEqual(
      expect.arrayContaining([
        'unreachable-dropped',
        'private-data-dropped',
        'metadata-cleaned',
        'streams-repacked',
      ]),
    );
  });

  it('gives the same bytes for the same input, and a second pass gains under 3 %', async () => {
    const first = (await shrink(featurePdf())).bytes;
    expect((await shrink(featurePdf())).bytes).toEqual(first);
    expect((await shrink(first)).bytes.length).toBeGreaterThan(first.length * 0.97);
  });

  it('gains as little from a second pass over text that repeats itself', async () => {
    const words = Array.from({ length: 4000 }, (_, i) => {
      const step =
        i % 6 === 5 ? `-${200 + ((i * 31) % 80)} -15.14${i % 9}` : `${20 + (((i % 97) * 13) % 50)} 0`;
      return `(word ${((i % 97) * 7919) % 1000}) Tj ${step} Td`;
    });
    const builder = new PdfBuilder();
    builder.page(
      `BT /F 9 Tf 20 780 Td ${words.join('\n')} ET`,
      '/Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>',
    );
    const first = (await shrink(builder.build())).bytes;
    expect((await shrink(first)).bytes.length).toBeGreaterThan(first.length * 0.97);
  });

  it('keeps the file identifier that is an object of its own', async () => {
    const builder = new PdfBuilder();
    builder.page('', '');
    const id = builder.add('[<4142><4344>]');
    const { bytes } = await shrink(
      builder.build({ trailer: `/ID ${id}/Info<</Title(${'T'.repeat(600)})>>` }),
    );
    expect(toText(bytes)).toContain('/ID[(AB)(CD)]');
  });

  it('keeps the title and drops the history from the metadata', async () => {
    const { document, budget } = await readDocument((await shrink(featurePdf())).bytes, codecs.deflate);
    const stream = document.stream(document.catalog!.get('Metadata'))!;
    const { bytes } = await decodeStream(stream, document, { deflate: codecs.deflate, budget });
    const xmp = toText(bytes);
    expect(xmp).toContain('Kept title');
    expect(xmp).not.toContain('xmpMM:History');
  });
});

describe('documents that must not change', () => {
  it('returns a signed document byte for byte', async () => {
    const builder = new PdfBuilder();
    const value = builder.add(
      `<</Type/Sig/Filter/Adobe.PPKLite/ByteRange[0 10 20 30]/Contents<${'00'.repeat(2000)}>>>`,
    );
    const field = builder.add(`<</FT/Sig/T(s)/V ${value}>>`);
    builder.page('', '');
    builder.inCatalog(`/AcroForm<</SigFlags 3/Fields[${field}]>>`);
    const source = builder.build();
    const { bytes, report } = await shrink(source);
    expect(bytes).toBe(source);
    expect(skipsOf(report)).toContain('signed');
  });

  it('returns a document with usage rights byte for byte', async () => {
    const builder = new PdfBuilder();
    builder.page('', '');
    builder.inCatalog(`/Perms<</UR3<</Type/Sig>>>>/Junk(${'y'.repeat(5000)})`);
    const source = builder.build();
    expect((await shrink(source)).bytes).toBe(source);
  });

  it('writes PDF/A-1 without object streams and with a readable packet', async () => {
    const builder = new PdfBuilder();
    const xmp = `<?xpacket begin=""?><pdfaid:part>1</pdfaid:part>${' '.repeat(4000)}<?xpacket end="w"?>`;
    builder.inCatalog(`/Metadata ${builder.stream('/Type/Metadata/Subtype/XML', xmp)}`);
    builder.page('0 0 m 100 100 l S '.repeat(300), '');
    const { bytes, report } = await shrink(builder.build({ version: '1.4' }));
    const text = toText(bytes);
    expect(text.startsWith('%PDF-1.4')).toBe(true);
    expect(text).toContain('<pdfaid:part>1</pdfaid:part>');
    expect(text).not.toContain('/ObjStm');
    expect(report.kept.map(({ feature }) => feature)).toContain('pdf-a');
    expect(await qpdfComplaints(bytes)).toBe('');
  });
});

describe('files that are not as they should be', () => {
  it('reads past junk before the header and after the end', async () => {
    const source = toBytes(`${'junk\n'.repeat(100)}${toText(featurePdf())}${'more junk'.repeat(20)}`);
    const { bytes } = await shrink(source);
    expect(await popplerText(bytes)).toBe(await popplerText(featurePdf()));
  });

  it('rebuilds a broken cross-reference table', async () => {
    const broken = toBytes(toText(textPdf()).replace(/startxref\n\d+/, 'startxref\n17'));
    const { bytes, report } = await shrink(broken);
    expect(report.changes.map(({ code }) => code)).toContain('repaired');
    expect(await popplerText(bytes)).toBe(await popplerText(textPdf()));
  });

  it.each([
    ['a circular page tree', '<</Type/Pages/Count 1/Kids[2 0 R]>>'],
    ['a page tree without pages', '<</Type/Pages/Count 0/Kids[]>>'],
    ['a description in the place of the page tree', '<</Producer(libtiff)>>'],
  ])('refuses %s as damaged', async (_name, tree) => {
    const source = toBytes(toText(new PdfBuilder().build()).replace(/<<\/Type\/Pages.*?>>/, tree));
    await expect(shrink(source)).rejects.toMatchObject({ code: 'damaged' });
  });

  it('returns a file untouched that other readers repair but the checking one does not open', async () => {
    const cut = (pdf: Uint8Array) =>
      toBytes(toText(pdf).replace(/trailer[^]*/, 'trailer<</Root 1 0 R/ID[<41'));
    const source = cut(textPdf(3));
    expect(await popplerText(source)).not.toBe('');
    const { bytes, report } = await shrink(source);
    expect(bytes).toEqual(source);
    expect(skipsOf(report)).toEqual(['not-checkable']);
    const blank = new PdfBuilder();
    blank.page('', '');
    await expect(shrink(cut(blank.build()))).rejects.toMatchObject({ code: 'damaged' });
  });

  it('says of a file for the holders of certificates that it is protected', async () => {
    const handler = '<</Filter/Adobe.PubSec/SubFilter/adbe.pkcs7.s4/V 2/Length 128/Recipients[<00>]>>';
    const builder = new PdfBuilder();
    const encrypt = builder.add(handler);
    builder.page('', '');
    const source = builder.build({ trailer: `/Encrypt ${encrypt}/ID[<41><41>]` });
    await expect(shrink(source)).rejects.toMatchObject({
      code: 'password-protected',
      message: expect.stringContaining('certain people') as string,
    });
  });

  it('refuses a stream that unpacks without end', async () => {
    const builder = new PdfBuilder();
    const zeros = await codecs.deflate.deflate(new Uint8Array(300 * 1024 ** 2), { format: 'zlib', level: 9 });
    builder.page('', '', `/Contents ${builder.stream('/Filter/FlateDecode', zeros)}`);
    await expect(shrink(builder.build())).rejects.toMatchObject({ code: 'limit-exceeded' });
  });

  it.each(['', '/XStep 0/YStep 5', '/XStep .0001/YStep .0001'])(
    'does not draw a page whose pattern has tiles without end (%s)',
    async (steps) => {
      const builder = new PdfBuilder();
      const pattern = `/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 9 9]/Resources<<>>${steps}`;
      const tile = builder.stream(pattern, '0 0 4 4 re f');
      builder.page('/Pattern cs /P scn 0 0 600 700 re f', `/Pattern<</P ${tile}>>`, '/Note(A)'.repeat(40));
      const { bytes, report } = await shrink(builder.build());
      expect(bytes.length).toBeLessThan(report.sourceBytes);
    },
  );

  it('survives a soft mask that is its own soft mask', async () => {
    const builder = new PdfBuilder();
    const image =
      '/Type/XObject/Subtype/Image/Width 2/Height 2/ColorSpace/DeviceGray/BitsPerComponent 8/SMask 3 0 R';
    builder.stream(image, 'abcd');
    builder.page('q 9 0 0 9 0 0 cm /X Do Q', '/XObject<</X 3 0 R>>');
    await expect(shrink(builder.build())).resolves.toBeDefined();
  });
});

it('stops between steps when it is cancelled', async () => {
  const reason = new Error('gone');
  const signal = AbortSignal.abort(reason);
  await expect(compress(featurePdf(), { codecs, signal })).rejects.toBe(reason);
});

it('tells how far it is, ending at 1', async () => {
  const seen: number[] = [];
  await compress(featurePdf(), { codecs, onProgress: (ratio) => seen.push(ratio) });
  expect(seen.at(-1)).toBe(1);
  expect(seen).toEqual([...seen].sort((a, b) => a - b));
});

describe('a target size', () => {
  const picture = flateOf(photoLike(700, 700));

  it.each([0.3, 0.08])('is reached from below at %s of the source', async (share) => {
    const source = picturePdf(picture, 250);
    const targetBytes = Math.round(source.length * share);
    const { bytes, report } = await compress(source, { codecs, targetBytes });
    expect(bytes.length).toBeLessThanOrEqual(targetBytes);
    expect(report.target).toEqual({ bytes: targetBytes, met: true });
  });

  it('is used to at least nine tenths', async () => {
    const source = picturePdf(picture, 250);
    const usual = (await compress(source, { codecs })).bytes.length;
    const targetBytes = Math.round(0.8 * usual);
    const { bytes, report } = await compress(source, { codecs, targetBytes });
    expect(report.target).toEqual({ bytes: targetBytes, met: true });
    expect(bytes.length).toBeGreaterThanOrEqual(0.9 * targetBytes);
  });

  it('that cannot be reached is answered with the smallest readable size', async () => {
    const { bytes, report } = await compress(picturePdf(picture, 250), { codecs, targetBytes: 1000 });
    expect(report.target).toEqual({ bytes: 1000, met: false, smallestBytes: bytes.length });
  });
});
