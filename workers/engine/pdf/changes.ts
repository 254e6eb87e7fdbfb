import type { Usage } from './content/usage.ts';
import type { PicturePlan } from './images/plan-pictures.ts';
import type { Edits, Saving } from './model/edits.ts';

/**
 * Mean difference, 0 to 255, that a 16 by 16 block may have after pictures were recompressed. Sound results of 134 files
 * stayed below 9.2; a lost glyph moves its block by 18, a colour mistake by 180.
 */
const PICTURE_TOLERANCE = 12;
/** The same where less quality was asked for: between what artefacts do and what mistakes do. */
const COARSE_TOLERANCE = 22;
/** The same after coordinates were rounded: a line at the edge of a pixel may fall to its other side. */
const CONTENT_TOLERANCE = 0.75;
/** The same for pictures stored anew without loss: renderers scale a palette or a bitmap a little differently. */
const EXACT_PICTURE_TOLERANCE = 1;

/** What changes besides pictures. */
export interface OtherEdits {
  readonly fonts: readonly Saving[];
  readonly contents: readonly Saving[];
}

/** What is to be changed besides the structure, less what was put back. */
export class Changes {
  fonts: readonly Saving[];
  contents: readonly Saving[];
  readonly pictures: Edits;
  private readonly plan: PicturePlan;
  private readonly usage: Usage;
  private readonly lossyTolerance: number;

  /** @param isCoarse whether the preset or a target size asks for less than the usual quality */
  constructor(others: OtherEdits, plan: PicturePlan, usage: Usage, isCoarse: boolean) {
    this.lossyTolerance = isCoarse ? COARSE_TOLERANCE : PICTURE_TOLERANCE;
    this.fonts = others.fonts;
    this.contents = others.contents;
    this.plan = plan;
    this.pictures = new Map(plan.edits);
    this.usage = usage;
  }

  get edits(): Edits {
    return new Map([...this.fontEdits, ...editsOf(this.contents), ...this.pictures]);
  }

  get fontEdits(): Edits {
    return editsOf(this.fonts);
  }

  get isEmpty(): boolean {
    return this.fonts.length + this.contents.length + this.pictures.size === 0;
  }

  /** How much each page may differ: nothing where only fonts and structure changed. */
  tolerances(): Map<number, number> {
    const tolerances = new Map<number, number>();
    for (const { pages } of this.contents) for (const page of pages) tolerances.set(page, CONTENT_TOLERANCE);
    for (const num of this.pictures.keys()) {
      const tolerance = this.plan.lossy.has(num) ? this.lossyTolerance : EXACT_PICTURE_TOLERANCE;
      for (const page of this.pagesOf(num))
        tolerances.set(page, Math.max(tolerance, tolerances.get(page) ?? 0));
    }
    return tolerances;
  }

  /** Pages that show something that changed; undefined where the contents could not be read, so that it may be any. */
  touchedPages(): Set<number> | undefined {
    if (this.usage.isIncomplete) return undefined;
    const pages = this.fonts.flatMap((font) => [...font.pages]);
    return new Set([...this.tolerances().keys(), ...this.usage.trimmedPages, ...pages]);
  }

  /** Pages that show a picture, or all where it is a mask or pattern that pages do not name. */
  private pagesOf(num: number): Iterable<number> {
    return this.usage.pictures.get(num)?.pages ?? this.allPages();
  }

  private allPages(): Set<number> {
    return new Set([...this.usage.pictures.values()].flatMap((use) => [...use.pages]));
  }

  /** Pages on which fonts and something else change: there a lost glyph could hide behind its tolerance. */
  mixedPages(): Set<number> {
    const tolerances = this.tolerances();
    return new Set(this.fonts.flatMap((font) => [...font.pages].filter((page) => tolerances.has(page))));
  }

  /** Puts back the pictures of pages. @returns how many */
  dropPictures(pages: readonly number[]): number {
    const before = this.pictures.size;
    for (const num of [...this.pictures.keys()]) {
      const shown = new Set(this.pagesOf(num));
      if (pages.some((page) => shown.has(page))) this.pictures.delete(num);
    }
    return before - this.pictures.size;
  }

  /** Puts back the fonts of pages. @returns how many */
  dropFonts(pages: readonly number[]): number {
    const before = this.fonts.length;
    this.fonts = notOn(this.fonts, pages);
    return before - this.fonts.length;
  }

  /** Puts back the contents that pages show. @returns how many */
  dropContents(pages: readonly number[]): number {
    const before = this.contents.length;
    this.contents = notOn(this.contents, pages);
    return before - this.contents.length;
  }
}

function editsOf(savings: readonly Saving[]): Edits {
  return new Map(savings.flatMap(({ edits }) => [...edits]));
}

/** What shows on none of the pages. */
function notOn(savings: readonly Saving[], pages: readonly number[]): Saving[] {
  return savings.filter((saving) => !pages.some((page) => saving.pages.has(page)));
}
