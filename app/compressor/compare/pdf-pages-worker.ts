import { PDFiumLibrary, type PDFiumDocument } from '@hyzyla/pdfium';

/** Draws pages of two documents. Its own answer's policy lets it compile WebAssembly; the page's does not. */

export type PageRequest =
  | { readonly type: 'open'; readonly wasmUrl: string; readonly before: Blob; readonly after: Blob }
  | { readonly type: 'draw'; readonly index: number };

export type PageAnswer =
  | { readonly type: 'opened'; readonly pageCount: number }
  | { readonly type: 'drawn'; readonly before: ImageBitmap; readonly after: ImageBitmap }
  | { readonly type: 'failed'; readonly message: string };

/** Pixels for one point: 216 dpi, enough to judge a picture at the resolution in which it is printed. */
const SCALE = 3;
/** Of one page: a plan of A0 stays within memory. */
const MAX_PIXELS = 16_000_000;

let documents: readonly [before: PDFiumDocument, after: PDFiumDocument] | null = null;

self.onmessage = ({ data, ports }: MessageEvent<PageRequest>) => {
  const [port] = ports;
  answer(data).then(
    (message) => {
      const bitmaps = message.type === 'drawn' ? [message.before, message.after] : [];
      port?.postMessage(message, bitmaps);
    },
    (error: unknown) => {
      const message = error instanceof Error ? error.message : String(error);
      port?.postMessage({ type: 'failed', message } satisfies PageAnswer);
    },
  );
};

async function answer(request: PageRequest): Promise<PageAnswer> {
  if (request.type === 'open') {
    const library = await PDFiumLibrary.init({ wasmUrl: request.wasmUrl });
    const open = async (blob: Blob) => library.loadDocument(new Uint8Array(await blob.arrayBuffer()));
    documents = [await open(request.before), await open(request.after)];
    return { type: 'opened', pageCount: documents[0].getPageCount() };
  }
  if (!documents) throw new Error('No document is open.');
  const [before, after] = documents;
  return {
    type: 'drawn',
    before: await draw(before, request.index),
    after: await draw(after, request.index),
  };
}

async function draw(document: PDFiumDocument, index: number): Promise<ImageBitmap> {
  const page = document.getPage(index);
  const { originalWidth, originalHeight } = page.getOriginalSize();
  const scale = Math.min(SCALE, Math.sqrt(MAX_PIXELS / Math.max(1, originalWidth * originalHeight)));
  const { width, height, data } = await page.render({
    width: Math.max(1, Math.ceil(originalWidth * scale)),
    height: Math.max(1, Math.ceil(originalHeight * scale)),
    scale: 1,
    render: 'bitmap',
    renderFormFields: true,
  });
  return createImageBitmap(new ImageData(new Uint8ClampedArray(data), width, height));
}
