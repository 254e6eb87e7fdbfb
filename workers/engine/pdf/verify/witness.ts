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
   * @param tolerance largest mean difference a 16 by 16 block may have, 0 to 255; 0 means equal
   */
  async compare(candidate: Uint8Array, tolerance: number, signal: AbortSignal): Promise<Verdict> {
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
      return await this.comparePages(document, tolerance, signal);
    } finally {
      document.close();
    }
  }

  private async comparePages(
    document: RenderedDocument,
    tolerance: number,
    signal: AbortSignal,
  ): Promise<Verdict> {
    const pages: number[] = [];
    let worst = 0;
    let reason: string | undefined;
    for (const [page, before] of this.statements) {
      signal.throwIfAborted();
      const after = await look(document, page);
      if (!after || after.text !== before.text) {
        pages.push(page);
        reason = after ? 'text differs' : 'a page cannot be drawn';
        continue;
      }
      if (isSameRaster(before.raster, after.raster)) continue;
      const block = worstBlock(before.raster, after.raster);
      worst = Math.max(worst, block);
      if (block <= Math.max(tolerance, EQUAL_TOLERANCE)) continue;
      pages.push(page);
      reason ??= 'a page looks different';
    }
    return { isSound: pages.length === 0, ...(reason ? { reason } : {}), pages, worstBlock: worst };
  }
}

/** A page that cannot be drawn in the source says nothing; one that cannot be drawn in the result is a fault. */
async function look(document: RenderedDocument, page: number): Promise<PageView | undefined> {
  try {
    return await document.look(page, { dpi: RENDER_DPI, maxPixels: MAX_RENDER_PX });
  } catch {
    return undefined;
  }
}
