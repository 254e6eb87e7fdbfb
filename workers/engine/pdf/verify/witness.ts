import type { PageRenderer, PageView, RenderedDocument } from '../../codecs/page-renderer.ts';
import { isSameRaster, worstBlock } from './compare-rasters.ts';
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
  /** Largest mean difference of any block, 0 to 255. */
  readonly worstBlock: number;
}

/** Remembers how the source's pages look, and compares results with that. */
export class Witness {
  private readonly statements = new Map<number, PageView>();
  private readonly renderer: PageRenderer;
  readonly pageCount: number;

  private constructor(renderer: PageRenderer, pageCount: number) {
    this.renderer = renderer;
    this.pageCount = pageCount;
  }

  /**
   * @param skip numbers of pages that must not be drawn, such as those with a picture past the pixel limit
   * @throws EngineError "password-protected" or "damaged" when the source does not open
   */
  static async of(
    source: Uint8Array,
    renderer: PageRenderer,
    options: { skip: ReadonlySet<number>; signal: AbortSignal },
  ): Promise<Witness> {
    const document = await renderer.open(source);
    try {
      const witness = new Witness(renderer, document.pageCount);
      for (const page of samplePages(document.pageCount)) {
        if (options.skip.has(page)) continue;
        options.signal.throwIfAborted();
        const statement = await look(document, page);
        if (statement) witness.statements.set(page, statement);
      }
      return witness;
    } finally {
      document.close();
    }
  }

  /**
   * Compares a result with the source.
   * @param toleranceOf largest mean difference a 16 by 16 block of a page may have, 0 to 255; 0 means equal
   * @param pages       the pages to look at, where it is not all that were looked at before
   */
  async compare(candidate: Uint8Array, { toleranceOf, pages, signal }: CompareOptions): Promise<Verdict> {
    let document: RenderedDocument;
    try {
      document = await this.renderer.open(candidate);
    } catch {
      return { isSound: false, reason: 'it does not open', pages: [], worstBlock: Infinity };
    }
    try {
      if (document.pageCount !== this.pageCount) {
        return { isSound: false, reason: 'pages are missing', pages: [], worstBlock: Infinity };
      }
      const different: number[] = [];
      const found = { worstBlock: 0, reason: undefined as string | undefined };
      for (const [page, before] of this.statements) {
        if (pages && !pages.has(page)) continue;
        signal.throwIfAborted();
        const { reason, block } = comparePage(before, await look(document, page), toleranceOf(page));
        found.worstBlock = Math.max(found.worstBlock, block);
        if (reason === undefined) continue;
        found.reason ??= reason;
        different.push(page);
      }
      const { worstBlock: worst, reason } = found;
      return {
        isSound: different.length === 0,
        ...(reason ? { reason } : {}),
        pages: different,
        worstBlock: worst,
      };
    } finally {
      document.close();
    }
  }
}

interface CompareOptions {
  readonly toleranceOf: (page: number) => number;
  readonly pages?: ReadonlySet<number>;
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
  return block <= Math.max(tolerance, EQUAL_TOLERANCE)
    ? { block }
    : { reason: 'a page looks different', block };
}

/** A page that cannot be drawn in the source says nothing; one that cannot be drawn in the result is a fault. */
async function look(document: RenderedDocument, page: number): Promise<PageView | undefined> {
  try {
    return await document.look(page, { dpi: RENDER_DPI, maxPixels: MAX_RENDER_PX });
  } catch {
    return undefined;
  }
}
