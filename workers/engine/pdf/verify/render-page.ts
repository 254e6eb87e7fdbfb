import type { PageRenderer, PageView, RenderedDocument } from '../../codecs/page-renderer.ts';

/** Enough to notice a missing glyph; a quarter of the work of 100 dpi. */
const RENDER_DPI = 50;
const MAX_RENDER_PX = 1_000_000;

/** Called with the number of a page, from 0, at which the renderer itself failed. */
export type OnFault = (error: unknown, page: number) => void;

/** Renders a page for comparison. @returns undefined when the page cannot be rendered */
export async function renderPage(
  document: RenderedDocument,
  page: number,
  onFault: OnFault,
): Promise<PageView | undefined> {
  try {
    return await document.render(page, { dpi: RENDER_DPI, maxPixels: MAX_RENDER_PX });
  } catch (error) {
    onFault(error, page);
    return undefined;
  }
}

/** Opens a document, hands it over and closes it whatever happens. @throws as `PageRenderer.open` and `work` */
export async function withRendered<T>(
  pdf: Uint8Array,
  renderer: PageRenderer,
  work: (document: RenderedDocument) => Promise<T>,
): Promise<T> {
  const document = await renderer.open(pdf);
  try {
    return await work(document);
  } finally {
    document.close();
  }
}
