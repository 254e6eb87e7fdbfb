import type { DeflateCodec } from '../../../codecs/deflate-codec.ts';
import { EngineError } from '../../../errors.ts';
import type { Raster } from '../../../raster.ts';
import { PdfDocument } from '../../model/document.ts';
import type { PdfRef } from '../../model/objects.ts';
import { PdfDict, PdfName, PdfStream, type PdfObject } from '../../model/objects.ts';
import { withRendered, type Rendering } from '../../verify/render-page.ts';
import { writeDocument } from '../../writing/write-document.ts';
import { rowBytesOf } from '../samples.ts';
import type { Bitmap } from './bitmap.ts';
import { readSegments, type StoredSegment } from './read-segments.ts';

/** JBIG2 as PDF stores it. */
export interface StoredJbig2 {
  readonly data: Uint8Array;
  /** Data of JBIG2Globals; empty where there are none. */
  readonly globals: Uint8Array;
}

type Size = Pick<Bitmap, 'width' | 'height'>;

/** How bitmaps are decoded. */
export interface BitmapDecoding extends Rendering {
  readonly deflate: DeflateCodec;
}

/** Larger bitmaps are drawn in parts, each of which is decoded anew: the memory of a renderer never shrinks. */
const PIXELS_PER_PART = 40_000_000;

/**
 * Decodes a bitmap by having the renderer draw it, a pixel each, on pages that hold nothing else.
 * @param rendering the renderer, and what it may spend
 * @throws EngineError "unsupported" for what other readers may see differently, "damaged", or "limit-exceeded"
 */
export async function decodeBitmap(
  stored: StoredJbig2,
  size: Size,
  rendering: BitmapDecoding,
): Promise<Bitmap> {
  refuseRareCodes(stored, size);
  const { width, height } = size;
  const rows = Math.max(1, Math.floor(PIXELS_PER_PART / width));
  const pdf = await pagesOf(stored, size, { rows, deflate: rendering.deflate });
  const rowBytes = rowBytesOf(width, 1, 1);
  const data = new Uint8Array(rowBytes * height);
  await withRendered(pdf, rendering, async (document) => {
    for (let page = 0; page < document.pageCount; page++) {
      const { raster } = await document.render(page, AT_OWN_SIZE);
      const top = page * rows;
      if (raster.width !== width || raster.height !== Math.min(rows, height - top))
        throw new EngineError('unsupported', 'The JBIG2 picture cannot be drawn at its own size.');
      pack(raster, data.subarray(top * rowBytes));
    }
  });
  return { width, height, data };
}

/** A pixel for each of the 72 points of an inch. */
const AT_OWN_SIZE = { dpi: 72, maxPixels: Infinity, isGrey: true };

/** Black and white pixels of the renderer as bits, 1 = black. */
function pack({ width, height, data }: Raster, out: Uint8Array): void {
  const rowBytes = rowBytesOf(width, 1, 1);
  for (let y = 0, from = 0; y < height; y++) {
    const row = y * rowBytes;
    for (let x = 0; x < width; x++, from++) {
      const sample = data[from]!;
      if (sample === 0) out[row + (x >> 3)]! |= 0x80 >> (x & 7);
      else if (sample !== 255) throw new EngineError('damaged', 'The JBIG2 picture is not black and white.');
    }
  }
}

const SYMBOL_DICTIONARY = 0;
const TEXT_REGIONS = [6, 7];
const GENERIC_REGIONS = [38, 39];
const PAGE_INFORMATION = 48;
/** End of page, of stripe, of file; extensions, which are comments. */
const MARKS = [49, 50, 51, 62];
/** The bytes of a region segment before its own flags. */
const REGION_HEAD = 17;

/**
 * Only what arithmetic coding makes of text and bitmaps on a page of the picture's size: readers agree on that. They do not on
 * Huffman codes, and pictures with fax coding or halftones come from few programs.
 */
function refuseRareCodes({ data, globals }: StoredJbig2, { width, height }: Size): void {
  const segments = [...readSegments(globals), ...readSegments(data)];
  const pages = segments.filter(({ type }) => type === PAGE_INFORMATION);
  const isUsual = pages.length === 1 && isPage(pages[0]!, { width, height }) && segments.every(isCommon);
  if (!isUsual) throw new EngineError('unsupported', 'The JBIG2 picture uses a rare code.');
}

function isPage({ data }: StoredSegment, { width, height }: Size): boolean {
  const value = (at: number): number =>
    ((data[at]! << 24) | (data[at + 1]! << 16) | (data[at + 2]! << 8) | data[at + 3]!) >>> 0;
  return data.length >= 19 && value(0) === width && value(4) === height;
}

function isCommon({ type, data }: StoredSegment): boolean {
  if (type === PAGE_INFORMATION || MARKS.includes(type)) return true;
  // The lowest bit of the flags: Huffman codes, or fax coding.
  if (type === SYMBOL_DICTIONARY) return data.length > 1 && (data[1]! & 1) === 0;
  if (TEXT_REGIONS.includes(type)) return data.length > REGION_HEAD + 1 && (data[REGION_HEAD + 1]! & 1) === 0;
  if (GENERIC_REGIONS.includes(type)) return data.length > REGION_HEAD && (data[REGION_HEAD]! & 1) === 0;
  return false;
}

/** A document that shows a picture on pages of so many of its rows, a point for a pixel. */
function pagesOf(
  { data, globals }: StoredJbig2,
  { width, height }: Size,
  { rows, deflate }: { rows: number; deflate: DeflateCodec },
): Promise<Uint8Array> {
  const document = new PdfDocument(new Map(), new PdfDict(), '1.4');
  const picture = new PdfDict([
    ['Type', PdfName.of('XObject')],
    ['Subtype', PdfName.of('Image')],
    ['Width', width],
    ['Height', height],
    ['ColorSpace', PdfName.of('DeviceGray')],
    ['BitsPerComponent', 1],
    ['Filter', PdfName.of('JBIG2Decode')],
  ]);
  if (globals.length > 0) {
    const shared = document.add(new PdfStream(new PdfDict(), globals));
    picture.set('DecodeParms', new PdfDict([['JBIG2Globals', shared]]));
  }
  const xobjects = new PdfDict([['P', document.add(new PdfStream(picture, data))]]);
  const content = new TextEncoder().encode(`${width} 0 0 ${height} 0 0 cm/P Do`);
  const contents = document.add(new PdfStream(new PdfDict(), content));
  const kids: PdfRef[] = [];
  const tree = new PdfDict([['Type', PdfName.of('Pages')]]);
  const parent = document.add(tree);
  for (let top = 0; top < height; top += rows) {
    const box: PdfObject = [0, height - Math.min(height, top + rows), width, height - top];
    const page = new PdfDict([
      ['Type', PdfName.of('Page')],
      ['Parent', parent],
      ['MediaBox', box],
      ['Resources', new PdfDict([['XObject', xobjects]])],
      ['Contents', contents],
    ]);
    kids.push(document.add(page));
  }
  tree.set('Kids', kids);
  tree.set('Count', kids.length);
  const catalog = new PdfDict([
    ['Type', PdfName.of('Catalog')],
    ['Pages', parent],
  ]);
  document.trailer.set('Root', document.add(catalog));
  return writeDocument(document, { deflate, level: 1, classic: true });
}
