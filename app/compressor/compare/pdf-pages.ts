import wasmUrl from '@hyzyla/pdfium/pdfium.wasm?url';
import type { Comparison, Shown } from './pair.ts';
import type { PageAnswer, PageRequest } from './pdf-pages-worker.ts';

/**
 * Draws the pages of two documents with PDFium, in a worker that ends with the comparison.
 * @throws when a document cannot be opened or PDFium cannot be loaded
 */
export async function comparePages(before: Blob, after: Blob): Promise<Comparison> {
  const worker = startWorker();
  const ask = (request: PageRequest) => askWorker(worker, request);
  try {
    const opened = await ask({ type: 'open', wasmUrl, before, after });
    if (opened.type !== 'opened') throw new Error('The documents were not opened.');
    const { pageCount } = opened;
    return {
      count: pageCount,
      labelOf: (index) => `Page ${index + 1} of ${pageCount}`,
      open: async (index) => {
        const drawn = await ask({ type: 'draw', index });
        if (drawn.type !== 'drawn') throw new Error('The page was not drawn.');
        const size = { width: drawn.before.width, height: drawn.before.height };
        return { before: canvasOf(drawn.before), after: canvasOf(drawn.after), size };
      },
      close: () => worker.terminate(),
    };
  } catch (error) {
    worker.terminate();
    throw error;
  }
}

/**
 * Draws the first page of a document, small.
 * @throws when it cannot be opened or PDFium cannot be loaded
 */
export async function firstPage(document: Blob, heightPx: number): Promise<ImageBitmap> {
  const drawn = await askOnce({ type: 'first', wasmUrl, document, heightPx });
  if (drawn.type !== 'first-drawn') throw new Error('The page was not drawn.');
  return drawn.page;
}

/** Below this a page is stored in layers already, or has nothing to gain from them. */
const LEAST_BYTES_OF_PAGE = 50 * 1024;

/**
 * Whether a document is scanned text that takes enough bytes to be stored in layers.
 * @throws when it cannot be opened or PDFium cannot be loaded
 */
export async function isLargeScan(document: Blob): Promise<boolean> {
  if (document.size < LEAST_BYTES_OF_PAGE) return false;
  const looked = await askOnce({ type: 'look', wasmUrl, document });
  return looked.type === 'looked' && looked.isScan && document.size >= looked.pageCount * LEAST_BYTES_OF_PAGE;
}

/** The pixels on a canvas, and nowhere else any longer. */
function canvasOf(bitmap: ImageBitmap): Shown {
  const canvas = document.createElement('canvas');
  canvas.className = 'block size-full';
  canvas.width = bitmap.width;
  canvas.height = bitmap.height;
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
  bitmap.close();
  return { canvas };
}

function startWorker(): Worker {
  return new Worker(new URL('./pdf-pages-worker.ts', import.meta.url), { type: 'module' });
}

/** A question to a worker that ends with the answer. */
async function askOnce(request: PageRequest): Promise<PageAnswer> {
  const worker = startWorker();
  try {
    return await askWorker(worker, request);
  } finally {
    worker.terminate();
  }
}

/** One question at a time: the view waits for a page before it asks for the next. */
function askWorker(worker: Worker, request: PageRequest): Promise<PageAnswer> {
  return new Promise((resolve, reject) => {
    const channel = new MessageChannel();
    const settle = () => channel.port1.close();
    channel.port1.onmessage = ({ data }: MessageEvent<PageAnswer>) => {
      settle();
      if (data.type === 'failed') reject(new Error(data.message));
      else resolve(data);
    };
    worker.onerror = (event) => {
      settle();
      reject(new Error(event.message || 'The worker could not be started.'));
    };
    worker.postMessage(request, [channel.port2]);
  });
}
