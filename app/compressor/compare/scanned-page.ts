import type { PDFiumPage } from '@hyzyla/pdfium';

/** Resolutions of scanners, in dpi, and the most pixels of a page that the engine takes apart. */
const LEAST_DPI = 140;
const MOST_DPI = 620;
const MOST_PIXELS = 40_000_000;
/** Share of the page that its image covers at least, in width and in height. */
const COVERED = 0.9;
/** A page of text is light almost everywhere: so much of it is at most a quarter darker than its paper. */
const PAPER_SHARE = 0.6;
const PAPER_DEPTH = 0.75;
const POINTS_PER_INCH = 72;

/** What PDFium tells of an object; its package has no method for it. */
interface Pdfium {
  readonly HEAP32: Int32Array;
  readonly wasmExports: { malloc(bytes: number): number; free(pointer: number): void };
  _FPDFPageObj_GetBounds(object: number, left: number, bottom: number, right: number, top: number): number;
  _FPDFImageObj_GetImagePixelSize(object: number, width: number, height: number): number;
}

/** Whether all that a page shows is one image in the resolution of a scanner. Text may lie over it unseen, from OCR. */
export function isOneScan(page: PDFiumPage): boolean {
  const objects = [...page.objects()].filter(({ type }) => type !== 'text');
  const [image] = objects;
  if (objects.length !== 1 || image?.type !== 'image') return false;
  const { originalWidth, originalHeight } = page.getOriginalSize();
  const { widthPt, heightPt, widthPx, heightPx } = sizesOf(image);
  const dpi = (widthPx / widthPt) * POINTS_PER_INCH;
  const covers = widthPt >= COVERED * originalWidth && heightPt >= COVERED * originalHeight;
  return covers && dpi >= LEAST_DPI && dpi <= MOST_DPI && widthPx * heightPx <= MOST_PIXELS;
}

/** Whether a drawn page is mostly paper. @param pixels four bytes each, RGBA or BGRA */
export function isMostlyPaper(pixels: Uint8Array): boolean {
  const counts = new Uint32Array(256);
  for (let at = 0; at < pixels.length; at += 4) counts[pixels[at + 1] ?? 0]!++;
  const all = pixels.length / 4;
  // The paper itself: lighter is only a twentieth.
  let lighter = 0;
  let paper = 255;
  for (; paper > 0 && lighter < all / 20; paper--) lighter += counts[paper]!;
  const near = counts.subarray(Math.floor(paper * PAPER_DEPTH)).reduce((sum, count) => sum + count, 0);
  return near >= PAPER_SHARE * all && near < all;
}

function sizesOf(image: object) {
  const { module, objectIdx } = image as { readonly module: Pdfium; readonly objectIdx: number };
  const pointer = module.wasmExports.malloc(16);
  try {
    module._FPDFPageObj_GetBounds(objectIdx, pointer, pointer + 4, pointer + 8, pointer + 12);
    const [left = 0, bottom = 0, right = 0, top = 0] = new Float32Array(module.HEAP32.buffer, pointer, 4);
    module._FPDFImageObj_GetImagePixelSize(objectIdx, pointer, pointer + 4);
    const [widthPx = 0, heightPx = 0] = new Int32Array(module.HEAP32.buffer, pointer, 2);
    return { widthPt: right - left, heightPt: top - bottom, widthPx, heightPx };
  } finally {
    module.wasmExports.free(pointer);
  }
}
