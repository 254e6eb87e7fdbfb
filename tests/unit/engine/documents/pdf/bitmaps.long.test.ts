import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { concatBytes } from '#engine/base/bytes.ts';
import type { Codecs } from '#engine/codecs/ports/codecs.ts';
import { createNativeCodecs } from '#engine/codecs/native/index.ts';
import { unboundedRenderBudget } from '#engine/budget/render-budget.ts';
import { compress } from '#engine/index.ts';
import { blankBitmap, type Bitmap } from '#engine/documents/pdf/images/jbig2/bitmap.ts';
import { decodeBitmap, type StoredJbig2 } from '#engine/documents/pdf/images/jbig2/decode-bitmap.ts';
import { encodePlain, encodeWithSymbols } from '#engine/documents/pdf/images/jbig2/encode-bitmaps.ts';
import { readSegments } from '#engine/documents/pdf/images/jbig2/read-segments.ts';
import { refuseRareCodes } from '#engine/documents/pdf/images/jbig2/refuse-rare-codes.ts';
import { nameOf, PdfDict, PdfRef, PdfStream } from '#engine/documents/pdf/model/objects.ts';
import { readDocument } from '#engine/documents/pdf/reading/read-document.ts';
import { PdfBuilder } from '#tests/fixtures/pdf/pdf-builder.ts';
import { lookAtPage, qpdfComplaints } from '#tests/fixtures/pdf/readers.ts';
import { isBlack, scannedPage, specks } from '#tests/fixtures/pictures/bitmaps.ts';
import { temporaryFolder } from '#tests/fixtures/temporary-folder.ts';

const codecs = createNativeCodecs();
const NONE = new Uint8Array();

function decode(stored: StoredJbig2, size: Bitmap): Promise<Bitmap> {
  const { pages: renderer, deflate } = codecs;
  return decodeBitmap(stored, size, { renderer, deflate, budget: unboundedRenderBudget() });
}

function rowsOf(bitmap: Bitmap): string[] {
  return Array.from({ length: bitmap.height }, (_, y) =>
    Array.from({ length: bitmap.width }, (_, x) => (isBlack(bitmap, x, y) ? '#' : '.')).join(''),
  );
}

/** A document with a page for each picture, and what its pictures name. */
function scanOf(
  pictures: readonly { size: Bitmap; dict: string; data: Uint8Array }[],
  shared?: Uint8Array,
): Uint8Array {
  const builder = new PdfBuilder();
  const globals = shared ? builder.stream('', shared) : '';
  for (const [index, { size, dict, data }] of pictures.entries()) {
    const entries = `/Type/XObject/Subtype/Image/Width ${size.width}/Height ${size.height}/Name/N${index}`;
    const image = builder.stream(`${entries}${dict.replace('GLOBALS', globals)}`, data);
    builder.page('500 0 0 700 50 40 cm /X Do', `/XObject<</X ${image}>>`);
  }
  return builder.build();
}

const GREY = '/ColorSpace/DeviceGray/BitsPerComponent 1';

/** As samples, of which 0 is black. */
function unpacked(bitmap: Bitmap, dict = GREY) {
  return { size: bitmap, dict, data: bitmap.data.map((byte) => byte ^ 0xff) };
}

function coded(bitmap: Bitmap, data = encodePlain(bitmap), params = '') {
  return { size: bitmap, dict: `${GREY}/Filter/JBIG2Decode${params}`, data };
}

async function shrink(source: Uint8Array, using: Codecs = codecs) {
  const { bytes, report } = await compress(source, { codecs: using });
  const { document } = await readDocument(bytes, codecs.deflate);
  const streams = [...document.objects.values()].filter((object) => object instanceof PdfStream);
  const pictures = streams.filter(({ dict }) => dict.has('Width'));
  const globals = pictures.map(({ dict }) => {
    const params = dict.get('DecodeParms');
    const named = params instanceof PdfDict ? params.get('JBIG2Globals') : undefined;
    return named instanceof PdfRef ? named.num : undefined;
  });
  return { bytes, report, pictures, globals };
}

/** All pictures of a document as Poppler decodes them, of one size after the other. */
function popplerPictures(pdf: Uint8Array): Buffer[] {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'file.pdf'), pdf);
  execFileSync('pdfimages', ['file.pdf', 'picture'], { cwd: folder, stdio: 'pipe' });
  const names = readdirSync(folder).filter((name) => name.startsWith('picture'));
  return names.sort().map((name) => readFileSync(join(folder, name)));
}

/** What PDFium shows of a page, as a digest. */
async function shown(pdf: Uint8Array, page: number): Promise<string> {
  const { raster } = await lookAtPage(pdf, page);
  return createHash('sha256').update(raster.data).digest('hex');
}

const skipsOf = (report: { skips: readonly { code: string }[] }): string[] =>
  report.skips.map(({ code }) => code);

describe('a bitmap with symbols', () => {
  it('decodes to its own pixels in Chromium, whatever its size and its marks', async () => {
    let written = 0;
    for (let seed = 1; seed <= 60; seed++) {
      const [width, height] = [1 + ((seed * 7) % 90), 1 + ((seed * 13) % 70)];
      const bitmap = specks(width, height, { seed, share: 0.02 + (seed % 6) * 0.08 });
      const encoded = encodeWithSymbols([bitmap]);
      if (!encoded) continue;
      written++;
      const decoded = await decode({ data: encoded.pages[0]!, globals: encoded.symbols }, bitmap);
      expect(rowsOf(decoded), `${width} by ${height}, seed ${seed}`).toEqual(rowsOf(bitmap));
    }
    expect(written).toBeGreaterThan(40);
  });

  it('keeps what is too large for a symbol', async () => {
    const page = scannedPage();
    for (let y = 20; y < 1080; y++) page.data.fill(0xff, y * 107 + 3, y * 107 + 5);
    const { pages, symbols } = encodeWithSymbols([page])!;
    expect(rowsOf(await decode({ data: pages[0]!, globals: symbols }, page))).toEqual(rowsOf(page));
  });

  it('takes less than row by row, the less the more letters are alike', () => {
    const share = (wear: number): number => {
      const page = scannedPage({ wear });
      return encodeWithSymbols([page])!.pages[0]!.length / encodePlain(page).length;
    };
    expect(share(0.2)).toBeLessThan(0.75);
    expect(share(0)).toBeLessThan(0.25);
  });

  it('is not to be had of noise', () => {
    expect(encodeWithSymbols([specks(3000, 3000, { share: 0.5 })])).toBeUndefined();
    expect(encodeWithSymbols([blankBitmap(100, 100)])).toBeUndefined();
  });
});

describe('pages of a scan', () => {
  const pages = [1, 2, 3].map((seed) => scannedPage({ seed, wear: 0.1 }));

  it('share their letters, and every pixel stays', async () => {
    const source = scanOf(pages.map((page) => unpacked(page)));
    const { bytes, globals } = await shrink(source);
    expect(globals[0]).toBeGreaterThan(0);
    expect(new Set(globals).size).toBe(1);
    const alone = pages.map((page) => encodeWithSymbols([page])!.pages[0]!.length);
    expect(bytes.length).toBeLessThan(alone.reduce((sum, length) => sum + length, 0));
    expect(popplerPictures(bytes)).toEqual(popplerPictures(source));
    expect(await qpdfComplaints(bytes)).toBe('');
  });

  it('become smaller from JBIG2 without symbols, and from fax', async () => {
    const plain = scanOf(pages.map((page) => coded(page)));
    const { bytes, report } = await shrink(plain);
    expect(bytes.length).toBeLessThan(0.6 * plain.length);
    expect(popplerPictures(bytes)).toEqual(popplerPictures(plain));
    expect(report.score).toBeNull();
  });

  it('keep symbols that are shared already and refined', async () => {
    const { symbols, pages: data } = encodeWithSymbols(pages)!;
    const params = '/DecodeParms<</JBIG2Globals GLOBALS>>';
    const source = scanOf(
      pages.map((page, index) => coded(page, data[index], params)),
      symbols,
    );
    const { bytes, report } = await shrink(source);
    expect(bytes.length).toBeLessThan(source.length);
    expect(bytes.length).toBeGreaterThan(0.9 * source.length);
    expect(popplerPictures(bytes)).toEqual(popplerPictures(source));
    expect(skipsOf(report)).toContain('picture-kept');
  });

  it('leave a dithered picture among them out', async () => {
    const dithered = [specks(850, 1100, { share: 0.4 }), specks(2000, 2000, { share: 0.5 })];
    const source = scanOf([...pages, ...dithered].map((page) => unpacked(page)));
    const { bytes, globals } = await shrink(source);
    expect(globals.filter((num) => num === undefined)).toHaveLength(2);
    expect(new Set(globals).size).toBe(2);
    expect(popplerPictures(bytes)).toEqual(popplerPictures(source));
  });

  it('look the same as stencils, upside down and in two colours', async () => {
    const dicts = [
      '/ImageMask true',
      '/ImageMask true/Decode[1 0]',
      `${GREY}/Decode[1 0]`,
      '/ColorSpace[/Indexed/DeviceRGB 1<ffeedd001188>]/BitsPerComponent 1',
    ];
    const source = scanOf(dicts.map((dict, index) => unpacked(scannedPage({ seed: index + 1 }), dict)));
    const { bytes } = await shrink(source);
    expect(bytes.length).toBeLessThan(0.3 * source.length);
    for (const page of dicts.keys()) expect(await shown(bytes, page)).toEqual(await shown(source, page));
  });

  it('are bitmaps from samples of two colours as well', async () => {
    const page = scannedPage();
    const data = new Uint8Array(page.width * page.height * 3);
    for (let y = 0, at = 0; y < page.height; y++)
      for (let x = 0; x < page.width; x++, at += 3)
        data.set(isBlack(page, x, y) ? [0x11, 0x22, 0x88] : [0xff, 0xee, 0xdd], at);
    const source = scanOf([{ size: page, dict: '/ColorSpace/DeviceRGB/BitsPerComponent 8', data }]);
    const { pictures, report } = await shrink(source);
    expect(nameOf(pictures[0]!.dict.get('Filter'))).toBe('JBIG2Decode');
    expect(skipsOf(report)).toEqual([]);
  });

  it('are stored row by row where symbols decode to something else', async () => {
    const flawed: Codecs = {
      ...codecs,
      pages: rendererThat((samples) => (samples[samples.length >> 1]! ^= 255)),
    };
    const source = scanOf(pages.map((page) => unpacked(page)));
    const { bytes, globals } = await shrink(source, flawed);
    expect(globals).toEqual([undefined, undefined, undefined]);
    expect(popplerPictures(bytes)).toEqual(popplerPictures(source));
  });

  it('stay as they are where the renderer breaks down, and the report counts them', async () => {
    const broken: Codecs = {
      ...codecs,
      pages: rendererThat(() => {
        throw new RangeError('out of order');
      }),
    };
    const source = scanOf(pages.map((page) => unpacked(page)));
    const { bytes, report } = await shrink(source, broken);
    expect(popplerPictures(bytes)).toEqual(popplerPictures(source));
    expect(report.skips.find(({ code }) => code === 'part-failed')?.count).toBe(3);
  });
});

/** A renderer whose grey pages, which bitmaps are read from, went through hands. */
function rendererThat(spoil: (samples: Uint8Array) => void): Codecs['pages'] {
  return {
    open: async (bytes, budget) => {
      const document = await codecs.pages.open(bytes, budget);
      return {
        pageCount: document.pageCount,
        render: async (page, options) => {
          const view = await document.render(page, options);
          if (options.isGrey) spoil(view.raster.data);
          return view;
        },
        close: () => document.close(),
      };
    },
  };
}

describe('JBIG2 that readers may see differently', () => {
  const page = scannedPage();
  const plain = encodePlain(page);
  const at = (place: number, value: number): Uint8Array =>
    plain.map((byte, i) => (i === place ? value : byte));
  /** Behind two segment headers of 11 bytes, the page's 19 and the region's 17. */
  const flags = 11 + 19 + 11 + 17;
  const halftone = concatBytes([plain.subarray(0, 11 + 19), at(11 + 19 + 4, 23).subarray(11 + 19)]);

  it.each([
    ['fax coding', at(flags, plain[flags]! | 1)],
    ['refinements, which PDFium reads differently at times', encodeWithSymbols([page])!.pages[0]!],
    ['a halftone', halftone],
    ['a page of another size', at(11 + 2, 1)],
    ['no page', plain.subarray(11 + 19)],
    ['a length that is not known', plain.map((byte, i) => (i >= 37 && i < 41 ? 255 : byte))],
    ['an end within a segment', plain.subarray(0, plain.length - 5)],
    ['an end within a header', plain.subarray(0, 35)],
  ])('stays as it is: %s', async (_, data) => {
    expect(() => refuseRareCodes({ data, globals: NONE }, page)).toThrow(
      expect.objectContaining({ name: 'EngineError' }),
    );
    const { pictures } = await shrink(scanOf([coded(page, data)]));
    expect(pictures.map((picture) => picture.data)).toEqual([data]);
  });

  it('is read with many segments named, long numbers and pages in four bytes', () => {
    const header = [0, 1, 0, 1, 0x40, 0xe0, 0, 0, 9, 1, 2];
    const named = new Array<number>(9 * 4).fill(0);
    const segment = Uint8Array.from([...header, ...named, 0, 0, 0, 1, 0, 0, 0, 2, 7, 8]);
    expect(readSegments(segment)).toEqual([{ type: 0, data: Uint8Array.from([7, 8]) }]);
  });
});
