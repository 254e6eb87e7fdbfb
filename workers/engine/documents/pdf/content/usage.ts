import type { PdfDict, PdfStream } from '../model/objects.ts';
import { joinAreas, mapArea, type Area } from './area.ts';
import type { Matrix } from './matrix.ts';

/** How an image XObject is used. */
export interface PictureUse {
  /** Largest extent that the picture is drawn at, in points along its own axes; 0 when it was never seen on a page. */
  widthPoints: number;
  heightPoints: number;
  /** Whether it is drawn where its size on a page is not known, as in glyphs of a Type 3 font. */
  isUnmeasured: boolean;
  readonly pages: Set<number>;
  /** By page, the area around all its places there, in points; none for pages that show it in a place that is not known. */
  readonly areas: Map<number, Area>;
}

/** How a font is used. */
interface FontUse {
  /** Codes shown: one byte each for simple fonts, two for composite ones. */
  readonly codes: Set<number>;
  readonly pages: Set<number>;
}

/** How a content stream is drawn. */
export interface ContentUse {
  /** Points that a unit of its paths is drawn as, at most; 0 where it draws none, Infinity where that is not known. */
  pathScale: number;
  readonly pages: Set<number>;
}

/** What the contents of a document use, gathered by walking them all. */
export class Usage {
  /** By object number of the picture. */
  readonly pictures = new Map<number, PictureUse>();
  /** Object numbers of pictures drawn where something gives device colours a meaning of its own. */
  readonly remappedPictures = new Set<number>();
  /** Object numbers of pictures that let through what lies below them, by a blend mode, an opacity or a soft mask around them. */
  readonly transparentPictures = new Set<number>();
  /** By object number of the font. */
  readonly fonts = new Map<number, FontUse>();
  /** Contents of pages, forms, patterns and glyphs. */
  readonly contents = new Map<PdfStream, ContentUse>();
  /** Font and picture resource dictionaries that a walked content can reach; others make a use uncertain. */
  readonly seenResources = new Set<PdfDict>();
  /** Names by which walked contents asked such a dictionary for something. */
  readonly askedNames = new Map<PdfDict, Set<string>>();
  /** Pages whose contents can reach such a dictionary. */
  readonly pagesOfResources = new Map<PdfDict, Set<number>>();
  /** Dictionaries of annotations' appearances: viewers may take fonts from them when they rewrite an appearance. */
  readonly appearanceResources = new Set<PdfDict>();
  /** Glyphs of a Type 3 font draw with the resources of whatever page shows them: names may be missing. */
  hasBorrowedResources = false;
  /** Forms, patterns and glyphs that were walked. */
  readonly walkedForms = new Set<PdfStream>();
  /** Object numbers of fonts whose glyphs were walked. */
  private readonly walkedGlyphs = new Set<number>();
  /** Pages from whose resources unused entries were taken. */
  readonly trimmedPages = new Set<number>();
  /** Pages with more tiles of a pattern, or more contents, than a renderer can draw in reasonable time. */
  readonly endlessPages = new Set<number>();
  /** Glyphs of a Type 3 font show a Type 3 font: renderers take twice as long for each level. */
  hasNestedGlyphs = false;
  /** Text was shown without a font that could be found. */
  hasUnknownFont = false;
  /** Some content could not be read, or there was too much of it: codes and sizes may be missing. */
  isIncomplete = false;

  /** Leaves the rest of a page's contents: what takes a reader too long takes a renderer longer. */
  giveUp(page: number): void {
    this.isIncomplete = true;
    this.endlessPages.add(page);
  }

  seeResources(dict: PdfDict, page: number): void {
    this.seenResources.add(dict);
    const pages = this.pagesOfResources.get(dict);
    if (pages) pages.add(page);
    else this.pagesOfResources.set(dict, new Set([page]));
  }

  ask(dict: PdfDict, name: string): void {
    const names = this.askedNames.get(dict);
    if (names) names.add(name);
    else this.askedNames.set(dict, new Set([name]));
  }

  drawContent(stream: PdfStream, pathScale: number, page: number): void {
    const use = this.contents.get(stream);
    if (!use) this.contents.set(stream, { pathScale, pages: new Set([page]) });
    else {
      use.pathScale = Math.max(use.pathScale, pathScale);
      use.pages.add(page);
    }
  }

  /** @param isTiled whether it is drawn again and again, away from where the matrix places it */
  placePicture(num: number, ctm: Matrix, page: number, isTiled = false): void {
    const use = this.picture(num);
    const isKnown = !isTiled && (use.areas.has(page) || !use.pages.has(page));
    const area = mapArea([0, 0, 1, 1], ctm);
    if (isKnown) use.areas.set(page, joinAreas(area, use.areas.get(page) ?? area));
    else use.areas.delete(page);
    use.widthPoints = Math.max(use.widthPoints, Math.hypot(ctm[0], ctm[1]));
    use.heightPoints = Math.max(use.heightPoints, Math.hypot(ctm[2], ctm[3]));
    use.pages.add(page);
  }

  unmeasuredPicture(num: number, page: number): void {
    const use = this.picture(num);
    use.isUnmeasured = true;
    use.areas.delete(page);
    use.pages.add(page);
  }

  private picture(num: number): PictureUse {
    let use = this.pictures.get(num);
    if (!use) {
      use = { widthPoints: 0, heightPoints: 0, isUnmeasured: false, pages: new Set(), areas: new Map() };
      this.pictures.set(num, use);
    }
    return use;
  }

  /** Whether the glyphs of a font have not been walked yet; they count as walked from now on. */
  startGlyphs(fontNum: number): boolean {
    if (this.walkedGlyphs.has(fontNum)) return false;
    this.walkedGlyphs.add(fontNum);
    return true;
  }

  font(num: number): FontUse {
    let use = this.fonts.get(num);
    if (!use) {
      use = { codes: new Set(), pages: new Set() };
      this.fonts.set(num, use);
    }
    return use;
  }
}
