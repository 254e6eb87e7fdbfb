import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { compress, PRESET_INFO, type Preset } from '#engine/index.ts';
import { createNativeCodecs } from '#engine/codecs/native/index.ts';
import { worstBlock } from '#engine/documents/pdf/verify/compare-rasters.ts';
import { nameOf, type PdfName, PdfStream } from '#engine/documents/pdf/model/objects.ts';
import { packSamples } from '#engine/documents/pdf/images/read/samples.ts';
import { readDocument } from '#engine/documents/pdf/reading/read-document.ts';
import { toBytes } from '#tests/fixtures/pdf/pdf-builder.ts';
import { flateOf, picturePdf } from '#tests/fixtures/pdf/pdf-documents.ts';
import { lookAtPage, qpdfComplaints } from '#tests/fixtures/pdf/readers.ts';
import {
  asGrey,
  inInks,
  photoLike,
  scannedText,
  userInterface,
} from '#tests/fixtures/pictures/generated-pictures.ts';
import { colouredDiscs } from '#tests/fixtures/pictures/discs.ts';
import { withFrame } from '#tests/fixtures/pictures/plain-jpeg.ts';

const codecs = createNativeCodecs();
const PHOTO = photoLike(400, 400);

async function shrink(source: Uint8Array, preset: Preset = 'balanced') {
  const { bytes, report } = await compress(source, { codecs, preset });
  const { document } = await readDocument(bytes, codecs.deflate);
  const pictures = [...document.objects.values()].filter(
    (object) => object instanceof PdfStream && nameOf(object.dict.get('Subtype')) === 'Image',
  ) as PdfStream[];
  return { bytes, report, document, pictures };
}

/** The largest mean difference of a block between source and result, 0 to 255. */
async function difference(source: Uint8Array, result: Uint8Array): Promise<number> {
  return worstBlock((await lookAtPage(source)).raster, (await lookAtPage(result)).raster);
}

/** The filter that is undone last. */
const filterOf = (picture: PdfStream | undefined) => {
  const filter = picture?.dict.get('Filter');
  return nameOf(Array.isArray(filter) ? filter.at(-1) : filter);
};
const hex = (data: Uint8Array) =>
  toBytes(`${[...data].map((byte) => byte.toString(16).padStart(2, '0')).join('')}>`);

/** Data of one run of literal bytes after another. */
function runLengths(data: Uint8Array): Uint8Array {
  const parts: number[] = [];
  for (let at = 0; at < data.length; at += 128) {
    const chunk = data.subarray(at, at + 128);
    parts.push(chunk.length - 1, ...chunk);
  }
  return Uint8Array.from([...parts, 128]);
}

const grey = asGrey(photoLike(200, 200));
const jpeg = (raster = PHOTO, quality = 95) => codecs.image.encodeJpeg(raster, { quality, chroma: '4:4:4' });

describe('filters and colour spaces', () => {
  const plain = '/ColorSpace/DeviceGray/BitsPerComponent 8';
  it.each([
    ['deflated RGB', flateOf(PHOTO)],
    ['deflated CMYK', flateOf(inInks(PHOTO))],
    ['uncompressed grey', { width: 200, height: 200, dict: plain, data: grey.data }],
    [
      'run lengths',
      { width: 200, height: 200, dict: `${plain}/Filter/RunLengthDecode`, data: runLengths(grey.data) },
    ],
    [
      'hexadecimal',
      { width: 200, height: 200, dict: `${plain}/Filter/ASCIIHexDecode`, data: hex(grey.data) },
    ],
    [
      'two filters',
      {
        width: 200,
        height: 200,
        dict: `${plain}/Filter[/ASCIIHexDecode/FlateDecode]`,
        data: hex(new Uint8Array(deflateSync(grey.data))),
      },
    ],
    ['inverted grey', { width: 200, height: 200, dict: `${plain}/Decode[1 0]`, data: grey.data }],
    [
      'calibrated grey',
      {
        width: 200,
        height: 200,
        dict: '/ColorSpace[/CalGray<</WhitePoint[1 1 1]>>]/BitsPerComponent 8',
        data: grey.data,
      },
    ],
  ])('makes a photo in %s a JPEG that looks the same', async (_name, picture) => {
    const source = picturePdf(picture);
    const { bytes, pictures, report } = await shrink(source);
    expect(filterOf(pictures[0])).toBe('DCTDecode');
    expect(bytes.length).toBeLessThan(source.length * 0.7);
    expect(await difference(source, bytes)).toBeLessThan(8);
    expect(report.score).toBeGreaterThanOrEqual(PRESET_INFO.balanced.scoreFloor);
    expect(await qpdfComplaints(bytes)).toBe('');
  });

  it.each([
    ['RGB', PHOTO, ''],
    ['grey', asGrey(PHOTO), ''],
    ['inverted grey', asGrey(PHOTO), '/Decode[1 0]'],
    ['CMYK as Adobe stores it', inInks(PHOTO), '/Decode[1 0 1 0 1 0 1 0]'],
    ['CMYK without a Decode array', inInks(PHOTO), ''],
  ])('brings a JPEG of 400 dpi down: %s', async (_name, raster, decode) => {
    const space = { grey: 'DeviceGray', rgb: 'DeviceRGB', cmyk: 'DeviceCMYK' }[raster.space];
    const dict = `/ColorSpace/${space}/BitsPerComponent 8/Filter/DCTDecode${decode}`;
    const source = picturePdf({ width: 400, height: 400, dict, data: await jpeg(raster) }, 72);
    const { bytes, pictures } = await shrink(source);
    expect(pictures[0]?.dict.get('Width')).toBe(150);
    expect(bytes.length).toBeLessThan(source.length * 0.3);
    expect(await difference(source, bytes)).toBeLessThan(8);
  });

  it('shows two-colour data of every depth exactly', async () => {
    for (const bits of [1, 2, 4]) {
      const data = Uint8Array.from({ length: (64 * 64 * bits) / 8 }, (_, i) => (i * 37 + (i >> 3)) & 255);
      const source = picturePdf({
        width: 64,
        height: 64,
        dict: `/ColorSpace/DeviceGray/BitsPerComponent ${bits}`,
        data,
      });
      const { bytes } = await shrink(source);
      expect(await difference(source, bytes)).toBeLessThan(0.5);
    }
  });

  it('stores a bitmap as JBIG2 without a changed pixel', async () => {
    const data = packSamples(
      scannedText(1000, 1000).data.map((grey) => grey >> 7),
      1000,
      1000,
      1,
    );
    for (const dict of [
      '/ColorSpace/DeviceGray/BitsPerComponent 1',
      '/ImageMask true',
      '/ImageMask true/Decode[1 0]',
    ]) {
      const source = picturePdf({ width: 1000, height: 1000, dict, data }, 480);
      const { bytes, pictures } = await shrink(source);
      expect(filterOf(pictures[0])).toBe('JBIG2Decode');
      expect(await difference(source, bytes)).toBeLessThan(0.5);
      expect(await qpdfComplaints(bytes)).toBe('');
    }
  });
});

describe('what a picture shows', () => {
  it('stores a drawing with few colours as a palette without loss', async () => {
    const source = picturePdf(flateOf(userInterface(400, 300)), 200);
    const { bytes, pictures, report } = await shrink(source);
    expect(filterOf(pictures[0])).toBe('FlateDecode');
    expect(bytes.length).toBeLessThan(source.length * 0.8);
    expect(report.score).toBeNull();
    expect(await difference(source, bytes)).toBeLessThan(0.5);
  });

  it('stores flat art of many colours in few of them', async () => {
    const source = picturePdf(flateOf(colouredDiscs(480)), 400);
    const { bytes, document, pictures } = await shrink(source);
    expect(nameOf(document.array(pictures[0]?.dict.get('ColorSpace'))?.[0])).toBe('Indexed');
    expect(bytes.length).toBeLessThan(source.length * 0.5);
    expect(await difference(source, bytes)).toBeLessThan(8);
    expect(await qpdfComplaints(bytes)).toBe('');
  });

  it('keeps a soft mask DeviceGray while its levels become few', async () => {
    const disc = Uint8Array.from({ length: 400 * 400 }, (_, i) => {
      const radius = Math.hypot((i % 400) - 200, Math.floor(i / 400) - 200);
      return Math.max(0, Math.min(255, Math.round((180 - radius) * 12 + (i % 7))));
    });
    const source = picturePdf(flateOf(PHOTO), 288, (builder) => {
      const dict =
        '/Type/XObject/Subtype/Image/Width 400/Height 400/ColorSpace/DeviceGray/BitsPerComponent 8';
      return `/SMask ${builder.stream(dict, disc)}`;
    });
    const { bytes, pictures } = await shrink(source);
    const mask = pictures.find((picture) => !picture.dict.has('SMask'));
    expect(nameOf(mask?.dict.get('ColorSpace'))).toBe('DeviceGray');
    expect(await difference(source, bytes)).toBeLessThan(8);
  });

  it('leaves no dark rim around what is cut out of black', async () => {
    const side = 600;
    const opacity = new Uint8Array(side * side);
    const photo = photoLike(side, side);
    const data = new Uint8Array(side * side * 3);
    for (let i = 0; i < opacity.length; i++) {
      const isSeen = Math.hypot((i % side) - 300, Math.floor(i / side) - 300) < 220;
      opacity[i] = isSeen ? 255 : 0;
      // Bright all over, and black where nobody sees it.
      for (let c = 0; c < 3; c++) data[i * 3 + c] = isSeen ? 200 + (photo.data[i * 3 + c]! >> 3) : 0;
    }
    const source = picturePdf(flateOf({ ...photo, data }), 108, (builder) => {
      const dict = `/Type/XObject/Subtype/Image/Width ${side}/Height ${side}/ColorSpace/DeviceGray/BitsPerComponent 8`;
      return `/SMask ${builder.stream(dict, opacity)}`;
    });
    const { bytes, pictures } = await shrink(source);
    expect(pictures.find((picture) => picture.dict.has('SMask'))?.dict.get('Width')).toBe(225);
    const { raster } = await lookAtPage(bytes, 0, 200);
    expect(raster.data.reduce((least, sample) => Math.min(least, sample), 255)).toBeGreaterThan(160);
  });

  it('deflates the JPEG of a pattern that repeats, and reads it again', async () => {
    const grid = Uint8Array.from({ length: 480 * 480 }, (_, i) => 160 + ((((i % 480) * 7) % 16) + (i % 5)));
    const raster = { width: 480, height: 480, channels: 1, space: 'grey', data: grid } as const;
    const dict = '/ColorSpace/DeviceGray/BitsPerComponent 8/Filter/DCTDecode';
    const source = picturePdf({ width: 480, height: 480, dict, data: await jpeg(raster) }, 300);
    const { bytes, pictures } = await shrink(source);
    const filters = pictures[0]?.dict.get('Filter') as PdfName[];
    expect(filters.map(({ value }) => value)).toEqual(['FlateDecode', 'DCTDecode']);
    expect(await difference(source, bytes)).toBeLessThan(8);
    const again = await shrink(bytes);
    expect(again.bytes.length).toBeGreaterThan(bytes.length * 0.97);
  });

  it('sees how inks are stored in a JPEG that is packed once more', async () => {
    const dict = '/ColorSpace/DeviceCMYK/BitsPerComponent 8/Filter[/FlateDecode/DCTDecode]';
    const data = new Uint8Array(deflateSync(await jpeg(inInks(PHOTO))));
    for (const decode of ['', '/Decode[1 0 1 0 1 0 1 0]']) {
      const source = picturePdf({ width: 400, height: 400, dict: dict + decode, data }, 72);
      const { bytes } = await shrink(source);
      expect(bytes.length).toBeLessThan(source.length * 0.3);
      expect(await difference(source, bytes)).toBeLessThan(8);
    }
  });

  it('packs the JPEG of a single ink once more, and changes none of its samples', async () => {
    const space =
      '[/DeviceN[/Gold]/DeviceCMYK<</FunctionType 2/Domain[0 1]/N 1/C0[0 0 0 0]/C1[0 .2 .7 .1]>>]';
    const dict = `/ColorSpace${space}/BitsPerComponent 8/Filter/DCTDecode`;
    const raw = { width: 400, height: 400, channels: 1 } as const;
    const written = sharp(asGrey(PHOTO).data, { raw }).toColourspace('b-w').jpeg({ optimiseCoding: false });
    const plain = new Uint8Array(await written.toBuffer());
    const { pictures, report } = await shrink(picturePdf({ width: 400, height: 400, dict, data: plain }, 72));
    const { image } = codecs;
    expect(report.skips).toEqual([]);
    expect(pictures[0]!.data.length).toBeLessThan(plain.length * 0.97);
    const [before, after] = [await image.decode(plain), await image.decode(pictures[0]!.data)];
    expect(after.data).toEqual(before.data);
  });

  it('stores grey in disguise as grey', async () => {
    const data = Uint8Array.from({ length: 200 * 200 * 3 }, (_, i) => grey.data[Math.floor(i / 3)]!);
    const { pictures } = await shrink(picturePdf(flateOf({ ...grey, channels: 3, space: 'rgb', data })));
    expect(nameOf(pictures[0]?.dict.get('ColorSpace'))).toBe('DeviceGray');
  });

  it('keeps the soft mask and stores it in fewer bits', async () => {
    const mask = Uint8Array.from({ length: 400 * 400 }, (_, i) => (i % 400 < 200 ? 255 : 0));
    const source = picturePdf(flateOf(PHOTO), 144, (builder) => {
      const dict =
        '/Type/XObject/Subtype/Image/Width 400/Height 400/ColorSpace/DeviceGray/BitsPerComponent 8';
      return `/SMask ${builder.stream(dict, mask)}`;
    });
    const { bytes, pictures } = await shrink(source);
    expect(pictures.some((picture) => picture.dict.has('SMask'))).toBe(true);
    expect(await difference(source, bytes)).toBeLessThan(10);
  });

  it('keeps size and colour space of a picture whose soft mask has a matte, and of the mask', async () => {
    const source = picturePdf(flateOf(photoLike(300, 300)), 36, (builder) => {
      const { width, height, dict, data } = flateOf(asGrey(photoLike(300, 300)));
      const mask = `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}${dict}/Matte[1 1 1]`;
      return `/SMask ${builder.stream(mask, data)}`;
    });
    const { bytes, pictures } = await shrink(source, 'small');
    expect(pictures.map(({ dict }) => dict.get('Width'))).toEqual([300, 300]);
    expect(pictures.map(({ dict }) => nameOf(dict.get('ColorSpace'))).sort()).toEqual([
      'DeviceGray',
      'DeviceRGB',
    ]);
    expect(await difference(source, bytes)).toBeLessThan(8);
  });

  it('changes no sample of a picture with a colour key', async () => {
    const source = picturePdf({
      ...flateOf(PHOTO),
      dict: `${flateOf(PHOTO).dict}/Mask[250 255 250 255 250 255]`,
    });
    const { bytes } = await shrink(source);
    expect(await difference(source, bytes)).toBeLessThan(0.05);
  });

  it('changes no sample at all with the lossless preset', async () => {
    const source = picturePdf(flateOf(PHOTO), 36);
    const { bytes, report } = await shrink(source, 'lossless');
    expect(bytes.length).toBeLessThan(source.length);
    expect(report.score).toBeNull();
    expect(await difference(source, bytes)).toBeLessThan(0.05);
  });

  it('gets smaller from preset to preset', async () => {
    const source = picturePdf(
      { width: 400, height: 400, dict: flateOf(PHOTO).dict, data: flateOf(PHOTO).data },
      72,
    );
    const sizes: number[] = [];
    for (const preset of ['small', 'balanced', 'high', 'lossless'] as const) {
      sizes.push((await shrink(source, preset)).bytes.length);
    }
    expect(sizes).toEqual([...sizes].sort((a, b) => a - b));
  });

  it('stores a smooth ramp without loss where that is smaller than a JPEG', async () => {
    const ramp = photoLike(400, 200);
    ramp.data.forEach((_, at) => (ramp.data[at] = Math.floor(at / 3 / 400 / 2) + 20 * (at % 3)));
    const source = picturePdf(flateOf(ramp), 72);
    const { bytes, report } = await shrink(source, 'high');
    expect(report.score).toBeNull();
    expect(bytes.length).toBeLessThanOrEqual((await shrink(source, 'lossless')).bytes.length);
  });

  it('stores pictures that are equal but for what goes without saying once', async () => {
    const source = picturePdf(flateOf(PHOTO), 144, (builder) => {
      const { width, height, dict, data } = flateOf(PHOTO);
      const own = `/Interpolate false/Width ${width}/Height ${height}`;
      const twin = builder.stream(`/Type/XObject/Subtype/Image${own}${dict}`, data);
      builder.page('q 99 0 0 99 0 0 cm /Y Do Q', `/XObject<</Y ${twin}>>`);
      return '';
    });
    expect((await shrink(source)).pictures).toHaveLength(1);
  });

  it('keeps a damaged picture and says so', async () => {
    const dict = '/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/DCTDecode';
    const source = picturePdf({ width: 400, height: 400, dict, data: (await jpeg()).subarray(0, 9000) });
    const { report } = await shrink(source);
    expect(report.skips.map(({ code }) => code)).toContain('picture-unreadable');
  });

  it('leaves a lossless JPEG as it is', async () => {
    const dict = '/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/DCTDecode';
    const data = withFrame(await jpeg(), 0xc3);
    const { report, pictures } = await shrink(picturePdf({ width: 400, height: 400, dict, data }));
    expect(report.skips.map(({ code }) => code)).toContain('picture-kept');
    expect(Buffer.from(pictures[0]!.data)).toEqual(Buffer.from(data));
  });

  it('keeps the samples of a JPEG whose dictionary names another depth, which viewers show in different ways', async () => {
    const dict = '/ColorSpace/DeviceRGB/BitsPerComponent 7/Filter/DCTDecode';
    const data = await jpeg();
    const { report, pictures } = await shrink(picturePdf({ width: 400, height: 400, dict, data }));
    expect(report.skips.map(({ code }) => code)).toContain('picture-kept');
    expect(pictures[0]!.dict.get('BitsPerComponent')).toBe(7);
    expect(Buffer.from(pictures[0]!.data)).toEqual(Buffer.from(data));
  });
});
