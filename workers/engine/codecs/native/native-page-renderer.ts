import type { PDFiumDocument, PDFiumLibrary } from '@hyzyla/pdfium';
import { EngineError } from '../../errors.ts';
import type { PageRenderer, PageView, RenderedDocument } from '../page-renderer.ts';
import { compiledSparingly } from './sparing-compilation.ts';

const POINTS_PER_INCH = 72;

/** PDFium compiled to WebAssembly. */
export function createNativePageRenderer(): PageRenderer {
  return {
    open: async (bytes) => {
      const library = await loadLibrary();
      try {
        return opened(await library.loadDocument(bytes));
      } catch (error) {
        throw openingError(error);
      }
    },
  };
}

function opened(document: PDFiumDocument): RenderedDocument {
  let closed = false;
  return {
    pageCount: document.getPageCount(),
    look: (index, options) => guarded(() => lookAt(document, index, options)),
    close: () => {
      if (closed) return;
      closed = true;
      try {
        document.destroy();
      } catch {
        forgetLibrary(); // It trapped: its memory cannot be trusted any more.
      }
    },
  };
}

async function lookAt(
  document: PDFiumDocument,
  index: number,
  options: { dpi: number; maxPixels: number },
): Promise<PageView> {
  const page = document.getPage(index);
  const text = page.getText();
  const { originalWidth, originalHeight } = page.getOriginalSize();
  const wanted = options.dpi / POINTS_PER_INCH;
  const fits = Math.sqrt(options.maxPixels / Math.max(1, originalWidth * originalHeight));
  const scale = Math.min(wanted, fits);
  const size = (points: number): number => Math.max(1, Math.ceil(points * scale));
  const { width, height, data } = await page.render({
    width: size(originalWidth),
    height: size(originalHeight),
    scale: 1,
    render: 'bitmap',
    colorSpace: 'BGRA',
    renderFormFields: true,
  });
  return { raster: { width, height, channels: 4, space: 'rgb', data }, text };
}

async function guarded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof WebAssembly.RuntimeError) forgetLibrary();
    throw new EngineError('damaged', 'A page of this PDF cannot be drawn.', { cause });
  }
}

function openingError(cause: unknown): EngineError {
  const message = cause instanceof Error ? cause.message : '';
  if (/password/i.test(message)) {
    return new EngineError(
      'password-protected',
      'This PDF opens only with a password. Remove the password in the program you read it with, then try again.',
      { cause },
    );
  }
  if (/security/i.test(message)) {
    return new EngineError(
      'password-protected',
      'This PDF is encrypted for certain people. Remove the protection in the program you read it with, then try again.',
      { cause },
    );
  }
  if (cause instanceof WebAssembly.RuntimeError) forgetLibrary();
  return new EngineError(
    'damaged',
    'This PDF is damaged and cannot be opened. Try to open it and save it again.',
    { cause },
  );
}

let library: Promise<PDFiumLibrary> | undefined;

function forgetLibrary(): void {
  library = undefined;
}

function loadLibrary(): Promise<PDFiumLibrary> {
  library ??= import('@hyzyla/pdfium')
    .then(({ PDFiumLibrary: loader }) => compiledSparingly(() => loader.init()))
    .catch((error: unknown) => {
      forgetLibrary();
      throw error;
    });
  return library;
}
