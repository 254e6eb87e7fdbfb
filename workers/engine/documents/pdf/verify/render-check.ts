import type { PageView, RenderedDocument } from '../../../codecs/ports/page-renderer.ts';
import { isEngineError, orIfRefused } from '../../../api/errors.ts';
import { blocksOver, isBlank, isSameRaster, worstBlock } from './compare-rasters.ts';
import type { Area } from '../content/area.ts';
import { ReferenceRenders } from './reference-renders.ts';
import { renderPage, withRendered, type OnFault, type Rendering } from './render-page.ts';
import { samplePages } from './sample-pages.ts';
import { EQUAL_TOLERANCE } from '../tuning.ts';

/** What a comparison found. */
export interface RenderComparison {
  readonly isAcceptable: boolean;
  /** What is wrong, as a clause for the report. */
  readonly reason?: string;
  /** Numbers, from 0, of the pages that differ too much. */
  readonly pages: readonly number[];
  /** Where those differ too much that have the size and text of the source: areas from 0, 0 at the upper left corner to 1, 1. */
  readonly blocks: ReadonlyMap<number, readonly Area[]>;
  /** Numbers of the pages that look the same. */
  readonly equal: ReadonlySet<number>;
  /** Largest mean difference of any block, 0 to 255. */
  readonly worstBlock: number;
}

type Pages = ReadonlySet<number>;

interface CompareOptions {
  /** Largest mean difference a 16 by 16 block of a page may have, 0 to 255; 0 means equal. */
  readonly toleranceOf: (page: number) => number;
  /** The pages to compare, of those that can be. */
  readonly pages: Pages;
  readonly signal: AbortSignal;
}

/** Compares results with renders of the source. */
export class RenderCheck {
  private readonly rendering: Rendering;
  private readonly onFault: OnFault;
  private readonly references: ReferenceRenders;
  /** Pages of the source at which the renderer itself failed: nothing is proven of them. */
  private readonly unproven = new Set<number>();
  /** Pages that take more to draw than the budget has: nothing is proven of them either. */
  private readonly costly = new Set<number>();
  private readonly pageCount: number;
  /** Numbers of the pages that can be compared, in rising order. */
  readonly pages: readonly number[];

  private constructor(
    source: Uint8Array,
    rendering: Rendering,
    { pageCount, skip, onFault }: { pageCount: number; skip: Pages; onFault: OnFault },
  ) {
    this.rendering = rendering;
    this.onFault = (error, page) => {
      if (isEngineError(error) && error.code === 'limit-exceeded') this.costly.add(page);
      onFault(error, page);
    };
    this.references = new ReferenceRenders(source, rendering.renderer, rendering.budget, (error, page) => {
      if (!isEngineError(error)) this.unproven.add(page);
      this.onFault(error, page);
    });
    this.pageCount = pageCount;
    this.pages = samplePages(pageCount).filter((page) => !skip.has(page));
  }

  /**
   * @param skip numbers of pages that must not be rendered, such as those with a picture past the pixel limit
   * @param onFault called for a page at which the renderer fails; no result passes that shows something else on it
   * @throws EngineError "password-protected", "damaged" or "limit-exceeded" when the source does not open
   */
  static async open(
    source: Uint8Array,
    rendering: Rendering,
    skip: Pages,
    onFault: OnFault,
  ): Promise<RenderCheck> {
    const pageCount = await withRendered(source, rendering, (document) =>
      Promise.resolve(document.pageCount),
    );
    return new RenderCheck(source, rendering, { pageCount, skip, onFault });
  }

  /**
   * Draws pages of the source as far as the budget goes.
   * @returns those that take too much, now or before: nothing can be proven of what changes there
   */
  async tooCostly(pages: Pages, signal: AbortSignal): Promise<Pages> {
    const compared = this.pages.filter((page) => pages.has(page) && !this.costly.has(page));
    await this.references.prepare(compared, signal);
    return new Set([...this.costly].filter((page) => pages.has(page)));
  }

  /** Whether a page takes more to draw than the budget has, in the source or in a result that was compared. */
  isTooCostly(page: number): boolean {
    return this.costly.has(page);
  }

  /**
   * Compares a result with the source: number of pages, text and appearance.
   * @throws CodecBreakdownError when the renderer fails to open the result, which proves nothing
   */
  async compare(candidate: Uint8Array, options: CompareOptions): Promise<RenderComparison> {
    const costly = await this.tooCostly(options.pages, options.signal);
    const pages = this.pages.filter((page) => options.pages.has(page) && !costly.has(page));
    const { renderer, budget } = this.rendering;
    const document = await renderer.open(candidate, budget).catch(orIfRefused(undefined));
    if (!document) return rejected('it cannot be opened');
    try {
      if (document.pageCount !== this.pageCount) return rejected('pages are missing');
      return await this.comparePages(document, pages, options);
    } finally {
      document.close();
    }
  }

  private async comparePages(
    document: RenderedDocument,
    pages: readonly number[],
    { toleranceOf, signal }: CompareOptions,
  ): Promise<RenderComparison> {
    const different: number[] = [];
    const blocks = new Map<number, readonly Area[]>();
    const equal = new Set<number>();
    let worst = 0;
    let reason: string | undefined;
    for (const page of pages) {
      if (this.unproven.has(page)) {
        reason ??= CANNOT_BE_RENDERED;
        different.push(page);
        continue;
      }
      // A page that cannot be rendered in the source says nothing; one that cannot be in the result is a fault.
      if (!this.references.get(page)) continue;
      signal.throwIfAborted();
      const found = await this.comparePage(
        await renderPage(document, page, this.onFault),
        page,
        toleranceOf(page),
      );
      worst = Math.max(worst, found.block);
      if (found.reason === undefined) {
        if (found.block <= EQUAL_TOLERANCE) equal.add(page);
        continue;
      }
      reason ??= found.reason;
      different.push(page);
      if (found.blocks) blocks.set(page, found.blocks);
    }
    const isAcceptable = different.length === 0;
    return {
      isAcceptable,
      ...(reason ? { reason } : {}),
      pages: different,
      blocks,
      equal,
      worstBlock: worst,
    };
  }

  private async comparePage(
    render: PageView | undefined,
    page: number,
    tolerance: number,
  ): Promise<PageDifference> {
    const first = differenceOf(this.references.get(page)!, render, tolerance);
    const again = first.reason === LOOKS_DIFFERENT ? await this.references.renderAgain(page) : undefined;
    return again ? differenceOf(again, render, tolerance) : first;
  }
}

const CANNOT_BE_RENDERED = 'a page cannot be rendered';
const LOOKS_DIFFERENT = 'a page looks different';

function rejected(reason: string): RenderComparison {
  return {
    isAcceptable: false,
    reason,
    pages: [],
    blocks: new Map(),
    equal: new Set(),
    worstBlock: Infinity,
  };
}

interface PageDifference {
  readonly reason?: string;
  readonly block: number;
  /** Where a page differs too much that has the size and text of the source. */
  readonly blocks?: readonly Area[];
}

function differenceOf(before: PageView, after: PageView | undefined, tolerance: number): PageDifference {
  if (!after) return { reason: CANNOT_BE_RENDERED, block: 0 };
  if (after.text !== before.text) return { reason: 'text is missing or has changed', block: 0 };
  if (isSameRaster(before.raster, after.raster)) return { block: 0 };
  const block = worstBlock(before.raster, after.raster);
  const limit = Math.max(tolerance, EQUAL_TOLERANCE);
  if (block <= limit) return { block };
  if (block === Infinity) return { reason: LOOKS_DIFFERENT, block };
  return { reason: LOOKS_DIFFERENT, block, blocks: blocksOver(before.raster, after.raster, limit) };
}

/** Whether any of the sampled pages has text or marks on it. A document that does not open shows nothing. */
export async function showsSomething(
  pdf: Uint8Array,
  { renderer, budget }: Rendering,
  skip: Pages,
  onFault: OnFault,
): Promise<boolean> {
  const document = await renderer.open(pdf, budget).catch(orIfRefused(undefined));
  if (!document) return false;
  try {
    for (const page of samplePages(document.pageCount)) {
      const view = skip.has(page) ? undefined : await renderPage(document, page, onFault);
      if (view && (view.text.trim() !== '' || !isBlank(view.raster))) return true;
    }
    return false;
  } finally {
    document.close();
  }
}
