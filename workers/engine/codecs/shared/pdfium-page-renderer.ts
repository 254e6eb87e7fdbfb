import type { PDFiumDocument, PDFiumLibrary } from '@hyzyla/pdfium';
import { EngineError } from '../../errors.ts';
import { reading } from '../codec-breakdown.ts';
import type { PageRenderer, PageView, RenderedDocument } from '../page-renderer.ts';
import type { LoadWasm } from './load-wasm.ts';
import { Reloadable } from './reloadable.ts';

const POINTS_PER_INCH = 72;

type Library = Reloadable<PDFiumLibrary>;

/** PDFium, loaded at first use. */
export function createPageRenderer(loadWasm: LoadWasm): PageRenderer {
  const library: Library = new Reloadable(async () => instantiate(await loadWasm('pdfium')));
  return {
    open: async (bytes) => {
      const pdfium = await library.get();
      const open = async () => opened(await pdfium.loadDocument(bytes), library);
      return reading(() => forgettingTraps(open, library), openingError);
    },
  };
}

function opened(document: PDFiumDocument, library: Library): RenderedDocument {
  let closed = false;
  return {
    pageCount: document.getPageCount(),
    render: (index, options) =>
      reading(() => forgettingTraps(() => renderPage(document, index, options), library), notDrawn),
    close: () => {
      if (closed) return;
      closed = true;
      try {
        document.destroy();
      } catch {
        library.forget();
      }
    },
  };
}

/** The memory of an instance that trapped cannot be trusted: the next document gets another. */
async function forgettingTraps<T>(work: () => Promise<T>, library: Library): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError) library.forget();
    throw error;
  }
}

async function renderPage(
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

function notDrawn(cause: unknown): EngineError {
  return new EngineError('damaged', 'A page of this PDF cannot be drawn.', { cause });
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
  return new EngineError(
    'damaged',
    'This PDF is damaged and cannot be opened. Try to open it and save it again.',
    { cause },
  );
}

async function instantiate(module: WebAssembly.Module): Promise<PDFiumLibrary> {
  const { PDFiumLibrary: pdfium } = await import('@hyzyla/pdfium');
  return pdfium.init({ instantiateWasm: instantiateWith(module) });
}

type InstantiateWasm = NonNullable<NonNullable<Parameters<typeof PDFiumLibrary.init>[0]>['instantiateWasm']>;

/** The package's types call the instance that the callback takes a module. */
function instantiateWith(module: WebAssembly.Module): InstantiateWasm {
  return (imports, done) => {
    const instance = new WebAssembly.Instance(module, imports);
    (done as unknown as (instance: WebAssembly.Instance) => void)(instance);
    return instance.exports;
  };
}
