import { PDFiumLibrary, type PDFiumDocument } from '@hyzyla/pdfium';
import { isMostlyPaper, isOneScan } from './scanned-page.ts';

/** Draws pages of two documents. Its own answer's policy lets it compile WebAssembly; the page's does not. */

export type PageRequest =
  | { readonly type: 'open'; readonly wasmUrl: string; readonly before: Blob; readonly after: Blob }
  | { readonly type: 'draw'; readonly index: number }
  /** The first page of one document, about so many pixels high. */
  | { readonly type: 'first'; readonly wasmUrl: string; readonly document: Blob; readonly heightPx: number }
  /** Whether one document is scanned text, by its first page. */
  | { readonly type: 'look'; readonly wasmUrl: string; readonly document: Blob };

export type PageAnswer =
  | { readonly type: 'opened'; readonly pageCount: number }
  | { readonly type: 'drawn'; readonly before: ImageBitmap; readonly after: ImageBitmap }
  | { readonly type: 'first-drawn'; readonly page: ImageBitmap }
  | { readonly type: 'looked'; readonly isScan: boolean; readonly pageCount: number }
  | { readonly type: 'failed'; readonly message: string };

/** Pixels for one point: 216 dpi, enough to judge a picture at the resolution in which it is printed. */
const SCALE = 3;
/** Of one page, a third more than an A4 has at that scale: PDFium, the copy of it and both canvases take four bytes for each. */
const MAX_PIXELS = 6_000_000;

let documents: readonly [before: PDFiumDocument, after: PDFiumDocument] | null = null;

self.onmessage = ({ data, ports }: MessageEvent<PageRequest>) => {
  const [port] = ports;
  answer(data).then(
    (message) => {
      port?.postMessage(message, bitmapsOf(message));
    },
    (error: unknown) => {
      const message = error instanceof Error ? error.message : String(error);
      port?.postMessage({ type: 'failed', message } satisfies PageAnswer);
    },
  );
};

function bitmapsOf(message: PageAnswer): ImageBitmap[] {
  if (message.type === 'drawn') return [message.before, message.after];
  return message.type === 'first-drawn' ? [message.page] : [];
}

async function answer(request: PageRequest): Promise<PageAnswer> {
  if (request.type === 'open') {
    const library = await PDFiumLibrary.init({ wasmUrl: request.wasmUrl });
    documents = [await openIn(library, request.before), await openIn(library, request.after)];
    return { type: 'opened', pageCount: documents[0].getPageCount() };
  }
  if (request.type !== 'draw') {
    const library = await PDFiumLibrary.init({ wasmUrl: request.wasmUrl });
    const document = await openIn(library, request.document);
    if (request.type === 'look')
      return { type: 'looked', isScan: await isScannedText(document), pageCount: document.getPageCount() };
    const { originalHeight } = document.getPage(0).getOriginalSize();
    return { type: 'first-drawn', page: await draw(document, 0, request.heightPx / originalHeight) };
  }
  if (!documents) throw new Error('No document is open.');
  const [before, after] = documents;
  return {
    type: 'drawn',
    before: await draw(before, request.index),
    after: await draw(after, request.index),
  };
}

async function openIn(library: PDFiumLibrary, blob: Blob): Promise<PDFiumDocument> {
  const bytes = await blob.arrayBuffer();
  const document = await library.loadDocument(new Uint8Array(bytes));
  release(bytes);
  return document;
}

async function draw(document: PDFiumDocument, index: number, most = SCALE): Promise<ImageBitmap> {
  const page = document.getPage(index);
  const { originalWidth, originalHeight } = page.getOriginalSize();
  const scale = Math.min(most, Math.sqrt(MAX_PIXELS / Math.max(1, originalWidth * originalHeight)));
  const { width, height, data } = await page.render({
    width: Math.max(1, Math.ceil(originalWidth * scale)),
    height: Math.max(1, Math.ceil(originalHeight * scale)),
    scale: 1,
    render: 'bitmap',
    renderFormFields: true,
  });
  // PDFium's copy as it is: another one would be as large.
  const { buffer, byteOffset, byteLength } = data as Uint8Array<ArrayBuffer>;
  const bitmap = await createImageBitmap(
    new ImageData(new Uint8ClampedArray(buffer, byteOffset, byteLength), width, height),
  );
  release(buffer);
  return bitmap;
}

async function isScannedText(document: PDFiumDocument): Promise<boolean> {
  const page = document.getPage(0);
  if (!isOneScan(page)) return false;
  const { data } = await page.render({ scale: 0.5, render: 'bitmap' });
  return isMostlyPaper(data);
}

/** Gives memory back at once where the browser can, not when it next looks for what is not used. */
function release(buffer: ArrayBuffer): void {
  (buffer as { transfer?: (byteLength: number) => ArrayBuffer }).transfer?.(0);
}
