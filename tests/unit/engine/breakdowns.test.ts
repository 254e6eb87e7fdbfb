import { describe, expect, it } from 'vitest';
import { latin1 } from '#engine/base/bytes.ts';
import { CodecBreakdownError } from '#engine/codecs/codec-breakdown.ts';
import type { Codecs } from '#engine/codecs/ports/codecs.ts';
import { INTERNAL_SKIPS, isEngineError, type CompressionReport } from '#engine/index.ts';
import { PdfBuilder } from '#tests/fixtures/pdf/pdf-builder.ts';
import { boxFontPdf } from '#tests/fixtures/pdf/font-documents.ts';
import { drawSquare, featurePdf, flateOf, textPdf } from '#tests/fixtures/pdf/pdf-documents.ts';
import { flatJpeg } from '#tests/fixtures/pictures/flat-jpeg.ts';
import { photoLike } from '#tests/fixtures/pictures/generated-pictures.ts';
import { packageFaults } from '#tests/fixtures/read-deck.ts';
import { codecs, run } from '#tests/support/engine-run.ts';
import { pictureDeck, shrink } from '#tests/support/shrink-deck.ts';

const { image, deflate } = codecs;
const [small, large] = [photoLike(120, 90), photoLike(300, 200)];
const jpegs = {
  small: await image.encodeJpeg(small, { quality: 97, chroma: '4:4:4' }),
  large: await image.encodeJpeg(large, { quality: 97, chroma: '4:4:4' }),
};

const whole = {
  JPEG: jpegs.small,
  PNG: await image.encodePng(small),
  WebP: await image.encodeWebp(small, { quality: 95 }),
};

const outOfMemory = (): never => {
  throw new CodecBreakdownError('out of memory', { cause: new Error('vips_malloc: out of memory') });
};

/** Codecs of which one call fails for the small picture. */
function failingFor(method: 'decode' | 'encodeJpeg'): Codecs {
  const decode: typeof image.decode = async (bytes, options) => {
    const raster = await image.decode(bytes, options);
    return raster.width === small.width ? outOfMemory() : raster;
  };
  const encodeJpeg: typeof image.encodeJpeg = async (raster, options) =>
    raster.width === small.width ? outOfMemory() : image.encodeJpeg(raster, options);
  return { ...codecs, image: { ...image, ...(method === 'decode' ? { decode } : { encodeJpeg }) } };
}

/** Codecs that cannot deflate some bytes. */
const packing = (fails: (bytes: Uint8Array) => boolean): Codecs => ({
  ...codecs,
  deflate: {
    ...deflate,
    deflate: async (bytes, options) => (fails(bytes) ? outOfMemory() : deflate.deflate(bytes, options)),
  },
});

const failed = ({ skips }: CompressionReport): number =>
  skips.reduce((sum, { code, count }) => sum + (INTERNAL_SKIPS.includes(code) ? count : 0), 0);

/** A page with both pictures. */
function twoPictures(): Uint8Array {
  const builder = new PdfBuilder();
  const shapes = [jpegs.small, jpegs.large].map((data, index) => {
    const { width, height } = index === 0 ? small : large;
    const size = `/Width ${width}/Height ${height}`;
    const kind = '/Type/XObject/Subtype/Image/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/DCTDecode';
    return builder.stream(`${kind}${size}`, data);
  });
  const content = `${drawSquare(144)} ${drawSquare(100).replace('/X', '/Y')}`;
  builder.page(content, `/XObject<</X ${shapes[0]}/Y ${shapes[1]}>>`);
  return builder.build();
}

describe.each(['decode', 'encodeJpeg'] as const)('a codec out of memory in %s', (method) => {
  const failing = failingFor(method);

  it('leaves one picture of a PDF, says so, and compresses the others', async () => {
    const source = twoPictures();
    const { bytes, report } = await run(source, { codecs: failing });
    expect(failed(report)).toBe(1);
    expect(report.skips.map(({ code }) => code)).not.toContain('picture-unreadable');
    expect(bytes.length).toBeLessThan(source.length - jpegs.large.length / 4);
  });

  it('leaves it with a target size too, counted once however often it was tried', async () => {
    const source = twoPictures();
    const { report } = await run(source, { codecs: failing, targetBytes: Math.round(source.length * 0.6) });
    expect(failed(report)).toBe(1);
  });

  it('leaves one picture of a deck, says so, and compresses the others', async () => {
    const deck = await shrink(pictureDeck({ 'a.jpg': jpegs.small, 'b.jpg': jpegs.large }), {
      codecs: failing,
    });
    expect(deck.parts['ppt/media/a.jpg']).toEqual(jpegs.small);
    expect(deck.parts['ppt/media/b.jpg']!.length).toBeLessThan(jpegs.large.length);
    expect(failed(deck.report)).toBe(1);
  });
});

describe('a codec out of memory', () => {
  it.each(Object.entries(whole))('fails a %s without blaming it', async (_, bytes) => {
    const error: unknown = await run(bytes, { codecs: failingFor('decode') }).catch(
      (reason: unknown) => reason,
    );
    expect(error).toMatchObject({ name: 'CodecBreakdownError' });
    expect(isEngineError(error)).toBe(false);
  });

  it('leaves a font, and says so', async () => {
    const failing = { ...codecs, fonts: { subset: async () => outOfMemory() } };
    const { report } = await run(boxFontPdf('composite', '<00220023>'), { codecs: failing });
    expect(failed(report)).toBe(1);
    expect(report.skips.map(({ code }) => code)).not.toContain('font-unreadable');
  });

  it('leaves the contents of a page that cannot be packed, and says so', async () => {
    const failing = packing((bytes) => latin1(bytes).includes(' Tj'));
    expect(failed((await run(textPdf(), { codecs: failing })).report)).toBe(1);
  });

  it('leaves a part of a deck that cannot be packed, and says so', async () => {
    const failing = packing((bytes) => latin1(bytes).includes('<p:sldMaster '));
    const deck = await shrink(pictureDeck({ 'a.jpg': jpegs.small }), { codecs: failing });
    expect(packageFaults(deck)).toEqual([]);
    expect(failed(deck.report)).toBe(1);
  });

  it('gives back a PDF of which nothing can be proven, and says so', async () => {
    const pages: Codecs['pages'] = {
      open: async (bytes) => ({ ...(await codecs.pages.open(bytes)), render: async () => outOfMemory() }),
    };
    const source = textPdf();
    const { bytes, report } = await run(source, { codecs: { ...codecs, pages } });
    expect(bytes).toEqual(source);
    expect(failed(report)).toBe(1);
    expect(report.skips.map(({ code }) => code)).toContain('check-failed');
  });

  it.each(['open', 'inflate'] as const)('fails a PDF in %s without blaming it', async (call) => {
    const failing: Codecs = {
      ...codecs,
      ...(call === 'open' ? { pages: { open: async () => outOfMemory() } } : {}),
      ...(call === 'inflate' ? { deflate: { ...deflate, inflate: async () => outOfMemory() } } : {}),
    };
    const source = call === 'open' ? featurePdf() : (await run(featurePdf())).bytes;
    await expect(run(source, { codecs: failing })).rejects.toMatchObject({ name: 'CodecBreakdownError' });
  });

  it('gives way to a cancellation', async () => {
    const stop = new Error('enough');
    const controller = new AbortController();
    const decode: typeof image.decode = async () => {
      controller.abort(stop);
      return outOfMemory();
    };
    const failing = { ...codecs, image: { ...image, decode } };
    const cancelled = run(twoPictures(), { codecs: failing, signal: controller.signal });
    await expect(cancelled).rejects.toBe(stop);
  });
});

it('leaves a picture without data in a PDF as unreadable: that is damage', async () => {
  const builder = new PdfBuilder();
  const { dict } = flateOf(small);
  const kind = dict.replace('FlateDecode', 'DCTDecode');
  const picture = builder.stream(`/Type/XObject/Subtype/Image/Width 120/Height 90${kind}`, new Uint8Array(0));
  builder.page(drawSquare(144), `/XObject<</X ${picture}>>`);
  const { report } = await run(builder.build());
  expect(failed(report)).toBe(0);
});

it('takes a JPEG whose data stop at a second frame for damaged, though one of two readers shows it', async () => {
  const jpeg = flatJpeg({ width: 300, height: 300, components: 3 });
  const frame = Uint8Array.of(0xff, 0xcf, 0, 11, 8, 0, 9, 0, 9, 1, 1, 0x11, 0);
  const broken = Uint8Array.of(...jpeg.subarray(0, -600), ...frame, 0xff, 0xd9);
  expect(await image.decode(broken)).toMatchObject({ width: 300 });
  const damage = { name: 'EngineError', code: 'damaged' };
  await expect(image.transcodeJpeg(broken)).rejects.toMatchObject(damage);
  // Viewers show it, and nothing has to be recoded: it stays as it is.
  const { bytes, report } = await run(broken, { preset: 'lossless' });
  expect(bytes).toBe(broken);
  expect(failed(report)).toBe(0);
});

it.each(Object.entries(whole))('a damaged %s is never taken for a breakdown', async (_, bytes) => {
  let random = 5;
  const next = (below: number): number => (random = (random * 48_271) % 2_147_483_647) % below;
  for (let index = 0; index < 60; index++) {
    const broken = index % 2 === 0 ? bytes.slice(0, next(bytes.length)) : bytes.slice();
    for (let flips = 0; flips < 6 && index % 2 === 1; flips++) broken[next(bytes.length)]! ^= 1 << next(8);
    for (const read of [image.probe, image.decode, image.decode16]) {
      const error: unknown = await read(broken).catch((reason: unknown) => reason);
      if (error instanceof Error) expect(error).toMatchObject({ name: 'EngineError', code: 'damaged' });
    }
  }
});
