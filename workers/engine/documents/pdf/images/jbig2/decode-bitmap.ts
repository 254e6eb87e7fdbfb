import type { DeflateCodec } from '../../../../codecs/ports/deflate-codec.ts';
import { EngineError } from '../../../../api/errors.ts';
import { PdfDocument } from '../../model/document.ts';
import type { PdfRef } from '../../model/objects.ts';
import { PdfDict, PdfName, PdfStream, type PdfObject } from '../../model/objects.ts';
import { withRendered, type Rendering } from '../../verify/render-page.ts';
import { writeDocument } from '../../writing/write-document.ts';
import { rowBytesOf } from '../read/samples.ts';
import { bitmapOf, type Bitmap } from './bitmap.ts';

/** JBIG2 as PDF stores it. */
export interface StoredJbig2 {
  readonly data: Uint8Array;
  /** Data of JBIG2Globals; empty where there are none. */
  readonly globals: Uint8Array;
}

export type BitmapSize = Pick<Bitmap, 'width' | 'height'>;

/** How bitmaps are decoded. */
export interface BitmapDecoding extends Rendering {
  readonly deflate: DeflateCodec;
}

/** Larger bitmaps are drawn in parts, each of which is decoded anew: the memory of a renderer never shrinks. */
const PIXELS_PER_PART = 40_000_000;

/**
 * Decodes a bitmap by having the renderer draw it, a pixel each, on pages that hold nothing else.
 * @param rendering the renderer, and what it may spend
 * @throws EngineError "unsupported", "damaged" or "limit-exceeded"
 */
export async function decodeBitmap(
  stored: StoredJbig2,
  size: BitmapSize,
  rendering: BitmapDecoding,
): Promise<Bitmap> {
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
        throw new EngineError('unsupported', 'The JBIG2 image cannot be drawn at its own size.');
      const part = bitmapOf(raster);
      if (!part) throw new EngineError('damaged', 'The JBIG2 image is not black and white.');
      data.set(part.data, top * rowBytes);
    }
  });
  return { width, height, data };
}

/** A pixel for each of the 72 points of an inch. */
const AT_OWN_SIZE = { dpi: 72, maxPixels: Infinity, isGrey: true };

/** A document that shows a picture on pages of so many of its rows, a point for a pixel. */
function pagesOf(
  { data, globals }: StoredJbig2,
  { width, height }: BitmapSize,
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
