import type { PdfDocument } from '../model/document.ts';
import { pagesOf } from '../model/pages.ts';
import { picturesByMask } from '../model/picture-streams.ts';
import { mapArea, type Area } from './area.ts';
import type { Matrix } from './matrix.ts';
import { pageFrame } from './page-frame.ts';
import type { Usage } from './usage.ts';

/** Where pictures lie on pages as they are shown, with masks where the pictures lie that they belong to. */
export class PictureAreas {
  private readonly usage: Usage;
  /** By page. */
  private readonly frames: readonly (Matrix | undefined)[];
  private readonly owners: ReadonlyMap<number, readonly number[]>;

  constructor(document: PdfDocument, usage: Usage) {
    this.usage = usage;
    this.frames = pagesOf(document).map(({ dict }) => pageFrame(document, dict));
    this.owners = picturesByMask(document);
  }

  /**
   * Areas of a page that show a picture, from 0, 0 at the upper left corner to 1, 1.
   * @returns undefined where it may be shown anywhere
   */
  of(num: number, page: number): readonly Area[] | undefined {
    const frame = this.frames[page];
    const shown = [...(this.usage.pictures.has(num) ? [num] : []), ...(this.owners.get(num) ?? [])];
    if (!frame || shown.length === 0) return undefined;
    const areas: Area[] = [];
    for (const picture of shown) {
      const use = this.usage.pictures.get(picture);
      const area = use?.areas.get(page);
      if (area) areas.push(mapArea(area, frame));
      else if (!use || use.pages.has(page)) return undefined;
    }
    return areas;
  }
}
