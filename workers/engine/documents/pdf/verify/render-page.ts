import type { PageRenderer, PageView, RenderedDocument } from '../../../codecs/ports/page-renderer.ts';
import type { RenderBudget } from '../../../budget/render-budget.ts';
import { MAX_RENDER_PX, RENDER_DPI } from '../tuning.ts';

/** A renderer, and what it may spend on the document. */
export interface Rendering {
  readonly renderer: PageRenderer;
  readonly budget: RenderBudget;
}

/** Called with the number of a page, from 0, that was not drawn: the page or the renderer is at fault, or it takes too much. */
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
  { renderer, budget }: Rendering,
  work: (document: RenderedDocument) => Promise<T>,
): Promise<T> {
  const document = await renderer.open(pdf, budget);
  try {
    return await work(document);
  } finally {
    document.close();
  }
}
