import type { Raster } from '../../base/raster.ts';
import type { RenderBudget } from '../../budget/render-budget.ts';

/** A page as drawn, with its text. */
export interface PageView {
  /** Grey, or four channels of which the last one has no meaning. */
  readonly raster: Raster;
  /** The text as a person would copy it; empty where there is none. */
  readonly text: string;
}

/** How a page is drawn. */
export interface RenderOptions {
  /** Lowered as needed to stay within maxPixels. */
  readonly dpi: number;
  readonly maxPixels: number;
  /** In grey, at a quarter of the memory [false]. */
  readonly isGrey?: boolean;
}

/** A document opened by a renderer that shares no code with the engine's own PDF reader. */
export interface RenderedDocument {
  readonly pageCount: number;
  /**
   * Draws a page with its annotations and form fields on white, and reads its text.
   * @param index from 0
   * @throws      EngineError "damaged" when the page cannot be drawn, "limit-exceeded" when that takes more than the budget
   *   has for it, CodecBreakdownError when the renderer fails
   */
  render(index: number, options: RenderOptions): Promise<PageView>;
  /** Frees the document; may be called twice. */
  close(): void;
}

/** Draws pages to check results, and bitmaps that are stored as JBIG2 to read them. Nothing else of a result comes from here. */
export interface PageRenderer {
  /**
   * @param budget what opening the document and drawing its pages may take [no bounds]
   * @throws EngineError "password-protected" when a password is asked for, "damaged" when it is no document to this reader,
   *   "limit-exceeded" when that takes more than the budget has for it; CodecBreakdownError when the renderer fails
   */
  open(bytes: Uint8Array, budget?: RenderBudget): Promise<RenderedDocument>;
}
