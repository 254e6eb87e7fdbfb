import type { PageRenderer, PageView } from '../../../codecs/ports/page-renderer.ts';
import type { RenderBudget } from '../../../budget/render-budget.ts';
import { renderPage, withRendered, type OnFault } from './render-page.ts';

/** Renders of the source's pages, each made when it is first needed. */
export class ReferenceRenders {
  /** Undefined for pages that cannot be rendered in the source: nothing can be compared with them. */
  private readonly renders = new Map<number, PageView | undefined>();
  private readonly renderedTwice = new Set<number>();
  private readonly source: Uint8Array;
  readonly renderer: PageRenderer;
  readonly budget: RenderBudget;
  private readonly onFault: OnFault;

  constructor(source: Uint8Array, renderer: PageRenderer, budget: RenderBudget, onFault: OnFault) {
    this.source = source;
    this.renderer = renderer;
    this.budget = budget;
    this.onFault = onFault;
  }

  /** A page that was prepared; undefined when it cannot be rendered. */
  get(page: number): PageView | undefined {
    return this.renders.get(page);
  }

  /** Renders the pages that were not rendered before. */
  async prepare(pages: readonly number[], signal: AbortSignal): Promise<void> {
    const missing = pages.filter((page) => !this.renders.has(page));
    if (missing.length === 0) return;
    await withRendered(this.source, this, async (document) => {
      for (const page of missing) {
        signal.throwIfAborted();
        this.renders.set(page, await renderPage(document, page, this.onFault));
      }
    });
  }

  /**
   * Renders a page of the source once more. PDFium replaces a font that is not embedded by one whose widths it adapts, and
   * the first render with it has other widths than all that follow.
   * @returns undefined when the page was rendered a second time before
   */
  async renderAgain(page: number): Promise<PageView | undefined> {
    if (this.renderedTwice.has(page)) return undefined;
    this.renderedTwice.add(page);
    const render = await withRendered(this.source, this, (document) =>
      renderPage(document, page, this.onFault),
    );
    this.renders.set(page, render);
    return render;
  }
}
