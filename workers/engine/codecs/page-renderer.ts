import type { Raster } from '../raster.ts';
import type { RenderBudget } from './render-budget.ts';

/** A page as drawn, with its text. */
export interface PageView {
  /** Four channels; the last one has no meaning. */
  readonly raster: Raster;
  /** The text as a person would copy it; empty where there is none. */
  readonly text: string;
}

/** A document opened by a renderer that shares no code with the engine's own PDF reader. */
export interface RenderedDocument {
  readonly pageCount: number;
  /**
   * Draws a page with its annotations and form fields on white, and reads its text.
   * @param index from 0
   * @param dpi   lowered as needed to stay within maxPixels
   * @throws      EngineError "damaged" when the page cannot be drawn, "limit-exceeded" when that takes more than the budget
   *   has for it, CodecBreakdownError when the renderer fails
   */
  render(index: number, options: { dpi: number; maxPixels: number }): Promise<PageView>;
  /** Frees the document; may be called twice. */
  close(): void;
}

/** Draws pages to check results. Only for checking: nothing of a result comes from here. */
export interface PageRenderer {
  /**
   * @param budget what opening the document and drawing its pages may take [no bounds]
   * @throws EngineError "password-protected" when a password is asked for, "damaged" when it is no document to this reader,
   *   "limit-exceeded" when that takes more than the budget has for it; CodecBreakdownError when the renderer fails
   */
  open(bytes: Uint8Array, budget?: RenderBudget): Promise<RenderedDocument>;
}
