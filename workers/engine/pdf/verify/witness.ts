import type { PageRenderer, PageView, RenderedDocument } from '../../codecs/page-renderer.ts';
import { isBlank, isSameRaster, worstBlock } from './compare-rasters.ts';
import { samplePages } from './sample-pages.ts';

/** Enough to see a glyph go missing; a quarter of the work of 100 dpi. */
const RENDER_DPI = 50;
const MAX_RENDER_PX = 1_000_000;

/**
 * A page drawn a second time can differ in a level or two, as the renderer's glyph caches have it; the smallest dot
 * that goes missing is four times this.
 */
const EQUAL_TOLERANCE = 0.05;

/** What a comparison found. `pages` are the numbers, from 0, of the pages that differ too much. */
export interface Verdict {
  readonly isSound: boolean;
  readonly reason?: string;
  readonly pages: readonly number[];
  /** Numbers of the pages that look the same. */
  readonly equal: ReadonlySet<number>;
  /** Largest mean difference of any block, 0 to 255. */
  readonly worstBlock: number;
}

/** Compares results with how the source's pages look. A page of the source is drawn when it is first asked for. */
export class Witness {
  /** Undefined for pages that cannot be drawn in the source: they say nothing. */
  private readonly statements = new Map<number, PageView | undefined>();
  private readonly heardTwice = new Set<number>();
  private readonly source: Uint8Array;
  private readonly renderer: PageRenderer;
  readonly pageCount: number;
  /** Numbers of the pages that can be compared, in rising order. */
  readonly pages: readonly number[];

  private constructor(source: Uint8Array, renderer: PageRenderer, pageCount: number, skip: Pages) {
    this.source = source;
    this.renderer = renderer;
    this.pageCount = pageCount;
    this.pages = samplePages(pageCount).filter((page) => !skip.has(page));
  }

  /**
   * @param skip numbers of pages that must not be drawn, such as those with a picture past the pixel limit
   * @throws EngineError "password-protected" or "damaged" when the source does not open
   */
  static async of(source: Uint8Array, renderer: PageRenderer, skip: Pages): Promise<Witness> {
    const document = await renderer.open(source);
    const { pageCount } = document;
    document.close();
    return new Witness(source, renderer, pageCount, skip);
  }

  /**
   * Compares a result with the source.
   * @param toleranceOf largest mean difference a 16 by 16 block of a page may have, 0 to 255; 0 means equal
   * @param pages       the pages to look at, of those that can be compared
   */
  async compare(candidate: Uint8Array, { toleranceOf, pages, signal }: CompareOptions): Promise<Verdict> {
    const wanted = this.pages.filter((page) => pages.has(page));
    await this.hear(wanted, signal);
    let document: RenderedDocument;
    try {
      document = await this.renderer.open(candidate);
    } catch {
      return rejected('it does not open');
    }
    try {
      if (document.pageCount !== this.pageCount) {
        return rejected('pages are missing');
      }
      const different: number[] = [];
      const equal = new Set<number>();
      const found = { worstBlock: 0, reason: undefined as string | undefined };
      for (const page of wanted) {
        const before = this.statements.get(page);
        if (!before) continue;
        signal.throwIfAborted();
        const after = await look(document, page);
        const first = comparePage(before, after, toleranceOf(page));
        const again = first.reason === LOOKS_DIFFERENT ? await this.hearAgain(page) : undefined;
        const { reason, block } = again ? comparePage(again, after, toleranceOf(page)) : first;
        found.worstBlock = Math.max(found.worstBlock, block);
        if (reason === undefined) {
          if (block <= EQUAL_TOLERANCE) equal.add(page);
          continue;
        }
        found.reason ??= reason;
        different.push(page);
      }
      const { worstBlock: worst, reason } = found;
      return {
        isSound: different.length === 0,
        ...(reason ? { reason } : {}),
        pages: different,
        equal,
        worstBlock: worst,
      };
    } finally {
      document.close();
    }
  }

  /**
   * Draws a page of the source once more. In place of fonts that are not embedded PDFium takes one whose width it adapts,
   * and the first drawing with it has other widths than all that follow.
   */
  private async hearAgain(page: number): Promise<PageView | undefined> {
    if (this.heardTwice.has(page)) return undefined;
    this.heardTwice.add(page);
    const document = await this.renderer.open(this.source);
    try {
      const statement = await look(document, page);
      this.statements.set(page, statement);
      return statement;
    } finally {
      document.close();
    }
  }

  /** Draws the pages of the source that were not drawn before. */
  private async hear(pages: readonly number[], signal: AbortSignal): Promise<void> {
    const missing = pages.filter((page) => !this.statements.has(page));
    if (missing.length === 0) return;
    const document = await this.renderer.open(this.source);
    try {
      for (const page of missing) {
        signal.throwIfAborted();
        this.statements.set(page, await look(document, page));
      }
    } finally {
      document.close();
    }
  }
}

const LOOKS_DIFFERENT = 'a page looks different';

function rejected(reason: string): Verdict {
  return { isSound: false, reason, pages: [], equal: new Set(), worstBlock: Infinity };
}

type Pages = ReadonlySet<number>;

interface CompareOptions {
  readonly toleranceOf: (page: number) => number;
  readonly pages: Pages;
  readonly signal: AbortSignal;
}

function comparePage(
  before: PageView,
  after: PageView | undefined,
  tolerance: number,
): { reason?: string; block: number } {
  if (!after) return { reason: 'a page cannot be drawn', block: 0 };
  if (after.text !== before.text) return { reason: 'text differs', block: 0 };
  if (isSameRaster(before.raster, after.raster)) return { block: 0 };
  const block = worstBlock(before.raster, after.raster);
  return block <= Math.max(tolerance, EQUAL_TOLERANCE) ? { block } : { reason: LOOKS_DIFFERENT, block };
}

/** A page that cannot be drawn in the source says nothing; one that cannot be drawn in the result is a fault. */
async function look(document: RenderedDocument, page: number): Promise<PageView | undefined> {
  try {
    return await document.render(page, { dpi: RENDER_DPI, maxPixels: MAX_RENDER_PX });
  } catch {
    return undefined;
  }
}

/** Whether any of the pages that are looked at has text, or marks on it. A document that does not open shows nothing. */
export async function showsSomething(pdf: Uint8Array, renderer: PageRenderer, skip: Pages): Promise<boolean> {
  const document = await renderer.open(pdf).catch(() => undefined);
  if (!document) return false;
  try {
    for (const page of samplePages(document.pageCount)) {
      const view = skip.has(page) ? undefined : await look(document, page);
      if (view && (view.text.trim() !== '' || !isBlank(view.raster))) return true;
    }
    return false;
  } finally {
    document.close();
  }
}
