import type { Usage } from '../../content/usage.ts';
import type { PdfDocument } from '../../model/document.ts';
import { PdfRef, type PdfDict } from '../../model/objects.ts';
import { isPictureStream, picturesByMask } from '../../model/picture-streams.ts';
import { forEachDict } from '../../model/walk.ts';
import type { Picture } from '../read/picture.ts';

const POINTS_PER_INCH = 72;

/** Effective resolutions of pictures as they are placed, and of masks by the pictures they belong to. */
export class EffectiveResolutions {
  private readonly usage: Usage;
  private readonly owners: ReadonlyMap<number, readonly number[]>;
  /** Pictures that something refers to which is no resource dictionary of a page. */
  private readonly elsewhere = new Set<number>();

  constructor(document: PdfDocument, usage: Usage) {
    this.usage = usage;
    this.owners = picturesByMask(document);
    forEachDict(document, (dict) => this.noteHolder(document, dict));
  }

  private noteHolder(document: PdfDocument, dict: PdfDict): void {
    if (this.usage.seenResources.has(dict)) return;
    for (const [key, value] of dict.map) {
      if (key === 'SMask' || key === 'Mask' || !(value instanceof PdfRef)) continue;
      const stream = document.stream(value);
      if (stream && isPictureStream(document, stream)) this.elsewhere.add(value.num);
    }
  }

  /**
   * Dots per inch on the coarser axis.
   * @returns undefined when the picture is not on a page, or also somewhere that cannot be measured
   */
  dpiOf({ num, width, height }: Picture): number | undefined {
    if (this.usage.isIncomplete) return undefined;
    const owners = this.owners.get(num);
    if (!owners) return this.placedDpi(num, width, height);
    if (this.usage.pictures.has(num)) return undefined;
    const values = owners.map((owner) => this.placedDpi(owner, width, height));
    return values.includes(undefined) ? undefined : Math.min(...(values as number[]));
  }

  /** Whether another picture has it as its mask. */
  isMask(num: number): boolean {
    return this.owners.has(num);
  }

  private placedDpi(num: number, width: number, height: number): number | undefined {
    const use = this.usage.pictures.get(num);
    if (!use || use.isUnmeasured || this.elsewhere.has(num)) return undefined;
    if (!(use.widthPoints > 0 && use.heightPoints > 0)) return undefined;
    return Math.min(
      (width / use.widthPoints) * POINTS_PER_INCH,
      (height / use.heightPoints) * POINTS_PER_INCH,
    );
  }
}
