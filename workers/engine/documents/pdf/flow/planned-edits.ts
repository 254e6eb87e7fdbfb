import { change, skip } from '../../../api/report/findings.ts';
import type { Change, Findings, Skip } from '../../../api/report/report.ts';
import { areasOverlap, type Area } from '../content/area.ts';
import type { PictureAreas } from '../content/picture-areas.ts';
import type { Usage } from '../content/usage.ts';
import type { PlannedPicture } from '../images/plan/planned-picture.ts';
import type { Edits, Saving } from '../model/edits.ts';
import type { RenderComparison } from '../verify/render-check.ts';
import { COARSE_TOLERANCE, LAYERS_TOLERANCE, LOSSLESS_TOLERANCE, PICTURE_TOLERANCE } from '../tuning.ts';

/** Edits of fonts and contents. */
export interface OtherEdits {
  readonly fonts: readonly Saving[];
  readonly contents: readonly Saving[];
}

/** The edits of fonts, contents and pictures that go into a result, less those that were taken back. */
export class PlannedEdits implements OtherEdits {
  fonts: readonly Saving[];
  contents: readonly Saving[];
  /** By object number. */
  readonly pictures: Map<number, PlannedPicture>;
  private readonly usage: Usage;
  private readonly lossyTolerance: number;
  private readonly takenLossy = new Set<number>();
  /** Pictures that were taken back for the look of their pages, as they were planned. */
  private readonly taken = new Map<number, { readonly picture: PlannedPicture; readonly reason: string }>();

  /** @param isCoarse whether the preset or a target size asks for less than the usual quality */
  constructor(
    { fonts, contents }: OtherEdits,
    pictures: ReadonlyMap<number, PlannedPicture>,
    usage: Usage,
    isCoarse: boolean,
  ) {
    this.lossyTolerance = isCoarse ? COARSE_TOLERANCE : PICTURE_TOLERANCE;
    this.fonts = fonts;
    this.contents = contents;
    this.pictures = new Map(pictures);
    this.usage = usage;
  }

  get all(): Edits {
    const pictures = [...this.pictures].flatMap(([num, { stream, layers }]) => [
      [num, stream] as const,
      ...(layers?.parts ?? []),
    ]);
    return new Map([...this.fontEdits, ...editsOf(this.contents), ...pictures]);
  }

  get fontEdits(): Edits {
    return editsOf(this.fonts);
  }

  get isEmpty(): boolean {
    return this.fonts.length + this.contents.length + this.pictures.size === 0;
  }

  /** Largest difference that each page may have; pages where only fonts and structure changed must be equal. */
  tolerances(): Map<number, number> {
    const tolerances = new Map<number, number>();
    for (const { pages } of this.contents) for (const page of pages) tolerances.set(page, LOSSLESS_TOLERANCE);
    for (const [num, { isLossy, layers }] of this.pictures) {
      // Layers were judged at their own resolution.
      const lossy = layers ? LAYERS_TOLERANCE : this.lossyTolerance;
      const tolerance = isLossy ? lossy : LOSSLESS_TOLERANCE;
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

  /** Pages on which fonts and something else change: its tolerance could hide a missing glyph. */
  mixedPages(): Set<number> {
    const tolerances = this.tolerances();
    return new Set(this.fonts.flatMap((font) => [...font.pages].filter((page) => tolerances.has(page))));
  }

  /** Takes back the pictures of pages that differ. @returns how many */
  restorePictures({ pages, reason }: RenderComparison): number {
    return this.takeBack(this.picturesOn(pages), reason);
  }

  /** Plans the pictures of pages again that were taken back for their look. */
  bringBackPictures(pages: readonly number[]): void {
    const shown = new Set(pages);
    for (const [num, { picture }] of this.taken) {
      if (![...this.pagesOf(num)].some((page) => shown.has(page))) continue;
      this.pictures.set(num, picture);
      this.taken.delete(num);
    }
  }

  /**
   * Takes back the pictures that lie, or may lie, under the blocks of pages that differ; all of a page with a block that is not
   * known to have any under it.
   * @returns how many
   */
  restorePicturesUnder({ pages, blocks, reason }: RenderComparison, areas: PictureAreas): number {
    const taken = [...this.picturesByPage(pages)].flatMap(([page, shown]) => {
      const differing = blocks.get(page);
      if (!differing) return shown;
      const places = new Map(shown.map((num) => [num, areas.of(num, page)]));
      const isUnder = (num: number, block: Area): boolean =>
        places.get(num)?.some((area) => areasOverlap(area, block)) ?? false;
      if (!differing.every((block) => shown.some((num) => isUnder(num, block)))) return shown;
      return shown.filter((num) => !places.get(num) || differing.some((block) => isUnder(num, block)));
    });
    return this.takeBack(taken, reason);
  }

  private picturesOn(pages: readonly number[]): number[] {
    return [...this.picturesByPage(pages).values()].flat();
  }

  /** The pictures that each of these pages shows, or may. */
  private picturesByPage(pages: readonly number[]): Map<number, number[]> {
    const shown = new Map(pages.map((page) => [page, [] as number[]]));
    for (const num of this.pictures.keys()) for (const page of this.pagesOf(num)) shown.get(page)?.push(num);
    return shown;
  }

  private takeBack(numbers: readonly number[], reason?: string): number {
    this.noteTaken(numbers, reason);
    return this.leaveOut(numbers);
  }

  private noteTaken(numbers: Iterable<number>, reason = 'unknown'): void {
    for (const num of numbers)
      if (!this.taken.has(num)) this.taken.set(num, { picture: this.pictures.get(num)!, reason });
  }

  private leaveOut(numbers: readonly number[]): number {
    const distinct = new Set(numbers);
    for (const num of distinct) {
      const { layers, isLossy } = this.pictures.get(num)!;
      if (layers?.instead) this.pictures.set(num, layers.instead);
      else {
        this.pictures.delete(num);
        if (isLossy) this.takenLossy.add(num);
      }
    }
    return distinct.size;
  }

  /** Numbers of the pictures with a loss that were taken back since it was asked last. */
  lossesTakenBack(): readonly number[] {
    const taken = [...this.takenLossy];
    this.takenLossy.clear();
    return taken;
  }

  /** Takes back the fonts of pages. @returns how many */
  restoreFonts(pages: readonly number[]): number {
    const before = this.fonts.length;
    this.fonts = notOn(this.fonts, pages);
    return before - this.fonts.length;
  }

  /** Takes back the contents that pages show. @returns how many */
  restoreContents(pages: readonly number[]): number {
    const before = this.contents.length;
    this.contents = notOn(this.contents, pages);
    return before - this.contents.length;
  }

  /** Takes back all that changes these pages. @returns how many */
  restoreOn(pages: readonly number[]): number {
    return this.leaveOut(this.picturesOn(pages)) + this.restoreContents(pages) + this.restoreFonts(pages);
  }

  /** Takes back everything. @returns how many */
  restoreAll(): number {
    return this.leaveOutAll() + this.restoreAllContents() + this.restoreAllFonts();
  }

  /** Takes back all pictures for good, since pages differ: none is planned without a loss. @returns how many */
  restoreAllPictures({ reason }: RenderComparison): number {
    this.noteTaken(this.pictures.keys(), reason);
    return this.leaveOutAll();
  }

  private leaveOutAll(): number {
    const count = this.pictures.size;
    this.pictures.clear();
    return count;
  }

  restoreAllFonts(): number {
    const count = this.fonts.length;
    this.fonts = [];
    return count;
  }

  restoreAllContents(): number {
    const count = this.contents.length;
    this.contents = [];
    return count;
  }

  /** What the report says of pictures that were taken back for the look of their pages. */
  get skips(): Skip[] {
    return [...this.taken.values()].map(({ reason }) => skip('picture-put-back', { values: { reason } }));
  }

  /** What the report says of the edits that are left. */
  get findings(): Partial<Findings> {
    const pictures = [...this.pictures.values()];
    const scores = pictures.flatMap(({ score }) => (score === undefined ? [] : [score]));
    return {
      skips: this.skips,
      score: scores.length === 0 ? null : Math.min(...scores),
      changes: [
        ...saved('fonts-subset', this.fonts),
        ...saved('contents-tidied', this.contents),
        ...saved(
          'pictures-recompressed',
          pictures.filter(({ layers }) => !layers),
        ),
        ...saved(
          'scans-layered',
          pictures.filter(({ layers }) => layers),
        ),
      ],
    };
  }
}

function saved(
  code: 'fonts-subset' | 'contents-tidied' | 'pictures-recompressed' | 'scans-layered',
  edits: readonly { readonly savedBytes: number }[],
): Change[] {
  const savedBytes = edits.reduce((sum, edit) => sum + edit.savedBytes, 0);
  return edits.length === 0 ? [] : [change(code, { count: edits.length, savedBytes })];
}

function editsOf(savings: readonly Saving[]): Edits {
  return new Map(savings.flatMap(({ edits }) => [...edits]));
}

function notOn(savings: readonly Saving[], pages: readonly number[]): Saving[] {
  return savings.filter((saving) => !pages.some((page) => saving.pages.has(page)));
}
