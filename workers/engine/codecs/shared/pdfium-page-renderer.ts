import type { PDFiumDocument, PDFiumLibrary } from '@hyzyla/pdfium';
import { EngineError } from '../../api/errors.ts';
import type { Raster } from '../../base/raster.ts';
import { asBreakdown, reading } from '../codec-breakdown.ts';
import type { PageRenderer, PageView, RenderOptions } from '../ports/page-renderer.ts';
import { tooCostly, unboundedRenderBudget, type RenderBudget } from '../../budget/render-budget.ts';
import { GuardedWasm, type Shortage } from './guarded-wasm.ts';
import type { LoadWasm } from './load-wasm.ts';
import { Reloadable } from './reloadable.ts';
import { MAX_KEPT_MEMORY_BYTES, STRUCTURE_UNITS } from '../tuning.ts';

const POINTS_PER_INCH = 72;

/** PDFium with the instance that it runs in. */
interface Renderer {
  readonly pdfium: PDFiumLibrary;
  readonly wasm: GuardedWasm;
}

type Library = Reloadable<Renderer>;

/** PDFium, loaded at first use. */
export function createPageRenderer(loadWasm: LoadWasm): PageRenderer {
  const library: Library = new Reloadable(async () => instantiate(await loadWasm('pdfium')));
  return {
    open: async (bytes, budget = unboundedRenderBudget()) => {
      const document = new OpenedDocument(bytes, budget, library);
      await document.open();
      return {
        pageCount: document.pageCount,
        render: (index, options) => document.render(index, options),
        close: () => document.close(),
      };
    },
  };
}

/** A document that is opened again, by another instance, after a page at which the renderer trapped. */
class OpenedDocument {
  pageCount = 0;
  private readonly bytes: Uint8Array;
  private readonly budget: RenderBudget;
  private readonly library: Library;
  private opened: { readonly document: PDFiumDocument; readonly renderer: Renderer } | undefined;

  constructor(bytes: Uint8Array, budget: RenderBudget, library: Library) {
    this.bytes = bytes;
    this.budget = budget;
    this.library = library;
  }

  async open(): Promise<void> {
    const renderer = await this.library.get();
    const units = Math.max(this.budget.allowance, STRUCTURE_UNITS);
    await reading(async () => {
      const document = await this.guarded(renderer, units, () => renderer.pdfium.loadDocument(this.bytes));
      this.opened = { document, renderer };
      this.pageCount = await this.guarded(renderer, units, () => document.getPageCount());
    }, openingError);
  }

  async render(index: number, options: RenderOptions): Promise<PageView> {
    if (this.budget.allowance === 0) throw tooCostly();
    if (!this.opened) await this.open();
    const { document, renderer } = this.opened!;
    const draw = (): Promise<PageView> => renderPage(document, index, options);
    return reading(() => this.guarded(renderer, this.budget.allowance, draw), notDrawn);
  }

  close(): void {
    const { document, renderer } = this.opened ?? {};
    this.opened = undefined;
    if (!document || !renderer) return;
    try {
      renderer.wasm.start(STRUCTURE_UNITS, Infinity);
      document.destroy();
    } catch {
      this.library.forget();
    }
    if (renderer.wasm.memoryBytes > MAX_KEPT_MEMORY_BYTES) this.library.forget();
  }

  /** Holds calls to the budget. The memory of an instance that trapped cannot be trusted: the next call gets another. */
  private async guarded<T>({ wasm }: Renderer, units: number, work: () => Promise<T> | T): Promise<T> {
    const { budget } = this;
    wasm.start(units, budget.limits.memoryBytes);
    try {
      const result = await work();
      // A library that gets no memory may go on and leave something out.
      if (wasm.shortage) throw shortOf(wasm.shortage);
      return result;
    } catch (error) {
      if (error instanceof WebAssembly.RuntimeError || wasm.shortage) this.forget();
      throw wasm.shortage ? shortOf(wasm.shortage, error) : error;
    } finally {
      budget.charge(wasm.used, wasm.shortage !== undefined);
    }
  }

  private forget(): void {
    this.opened = undefined;
    this.library.forget();
  }
}

/** What the system refuses says nothing of the document. */
function shortOf(shortage: Shortage, cause?: unknown): Error {
  return shortage === 'system-memory'
    ? asBreakdown('The system has no memory for the renderer.', cause)
    : tooCostly(cause);
}

async function renderPage(
  document: PDFiumDocument,
  index: number,
  options: RenderOptions,
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
    colorSpace: options.isGrey ? 'Gray' : 'BGRA',
    renderFormFields: true,
  });
  const raster: Raster = options.isGrey
    ? { width, height, channels: 1, space: 'grey', data }
    : { width, height, channels: 4, space: 'rgb', data };
  return { raster, text };
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

async function instantiate(module: WebAssembly.Module): Promise<Renderer> {
  const { PDFiumLibrary: pdfium } = await import('@hyzyla/pdfium');
  let wasm: GuardedWasm | undefined;
  const mayGrowTo = (bytes: number): boolean => wasm?.mayGrowTo(bytes) ?? true;
  const instantiateWasm = instantiateWith(
    module,
    mayGrowTo,
    (instance) => (wasm = new GuardedWasm(instance)),
  );
  return { pdfium: await pdfium.init({ instantiateWasm }), wasm: wasm! };
}

type InstantiateWasm = NonNullable<NonNullable<Parameters<typeof PDFiumLibrary.init>[0]>['instantiateWasm']>;

/** Keeps what Emscripten prints about refused memory out of the log: a document at its limit is no fault. */
function silence(imports: WebAssembly.Imports, mayGrowTo: (bytes: number) => boolean): void {
  for (const functions of Object.values(imports)) {
    const resize = functions.emscripten_resize_heap;
    if (typeof resize !== 'function') continue;
    functions.emscripten_resize_heap = (bytes: number): unknown => mayGrowTo(bytes >>> 0) && resize(bytes);
    functions._abort_js = (): never => {
      throw new WebAssembly.RuntimeError('The renderer gave up.');
    };
  }
}

/** The package's types call the instance that the callback takes a module. */
function instantiateWith(
  module: WebAssembly.Module,
  mayGrowTo: (bytes: number) => boolean,
  onInstance: (instance: WebAssembly.Instance) => void,
): InstantiateWasm {
  return (imports, done) => {
    silence(imports, mayGrowTo);
    const instance = new WebAssembly.Instance(module, imports);
    onInstance(instance);
    (done as unknown as (instance: WebAssembly.Instance) => void)(instance);
    return instance.exports;
  };
}
