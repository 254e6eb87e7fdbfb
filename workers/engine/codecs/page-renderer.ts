import type { Raster } from '../raster.ts';

/** A document opened by a renderer that shares no code with the engine's own PDF reader. */
export interface RenderedDocument {
  readonly pageCount: number;
  /**
   * Draws a page with its annotations and form fields on white.
   * @param index from 0
   * @param dpi   lowered as needed to stay within maxPixels
   * @returns     four channels; the last one says nothing
   * @throws      EngineError "damaged" when the page cannot be drawn
   */
  render(index: number, options: { dpi: number; maxPixels: number }): Promise<Raster>;
  /** The text of a page as a person would copy it; empty where there is none. */
  text(index: number): Promise<string>;
  /** Frees the document; may be called twice. */
  close(): void;
}

/** Draws pages to check results. Only for checking: nothing of a result comes from here. */
export interface PageRenderer {
  /**
   * @throws EngineError "password-protected" when a password is asked for, "damaged" when it is no document to this reader
   */
  open(bytes: Uint8Array): Promise<RenderedDocument>;
}
