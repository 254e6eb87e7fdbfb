import type { PictureUse } from '../content/usage.ts';
import { PRESET_INFO, scoreFloorOf } from '../../../api/presets.ts';
import { skip } from '../../../api/report/findings.ts';
import type { Skip } from '../../../api/report/report.ts';
import { encodeBilevel } from '../images/encode/encode-bilevel.ts';
import { decodePicture } from '../images/read/decode-picture.ts';
import { describePicture, type Picture } from '../images/read/picture.ts';
import { plainest } from '../images/read/plain-samples.ts';
import { EffectiveResolutions } from '../images/plan/effective-dpi.ts';
import { PdfPictureBudget } from '../images/plan/pdf-picture-budget.ts';
import { isUncomparable, type PlannedPicture } from '../images/plan/planned-picture.ts';
import { PicturePlanner, type PicturesToPlan } from '../images/plan/plan-pictures.ts';
import { PdfDict, PdfStream, type PdfObject } from '../model/objects.ts';
import { pictureNumbers } from '../model/picture-streams.ts';
import { layerForm, type LayerForm } from './layer-form.ts';
import { layerPage, type LayeredPage } from './layer-page.ts';
import { MAX_GROUP } from '../tuning.ts';
import {
  BACKGROUND_SHARE,
  KEPT_QUALITY,
  LEAST_DPI,
  LEAST_PAGE_PX,
  LEAST_SAVED_SHARE,
  LEAST_STRIP_PX,
  MOST_DPI,
  MOST_PAGE_PX,
  PAPER_QUALITY,
} from './tuning.ts';

/** What becomes of scanned pages. */
export interface ScanPlan {
  /** Pages in layers, by the object number of their picture. */
  readonly pictures: ReadonlyMap<number, PlannedPicture>;
  readonly skips: readonly Skip[];
}

/** A page whose letters are not coded yet: they wait for those of other pages. */
interface ReadPage {
  readonly picture: Picture;
  /** Colour space of its samples. */
  readonly space: PdfObject;
  readonly page: LayeredPage;
}

/**
 * Stores scanned pages in layers, where that was asked for and makes them smaller than any other way. Up to eight pages share
 * their letters. The document gets objects that nothing names until the plan is applied.
 */
export async function planScans(source: PicturesToPlan): Promise<ScanPlan> {
  const { job } = source;
  const { scans, preset } = job.context;
  const pictures = new Map<number, PlannedPicture>();
  if (scans !== 'layers' || preset === 'lossless' || job.claims.rules.forbidsJbig2)
    return { pictures, skips: [] };
  const planner = new ScanPlanner(source);
  let inDoubt = 0;
  let group: ReadPage[] = [];
  const finishGroup = async (): Promise<void> => {
    for (const [num, planned] of await planner.planGroup(group)) pictures.set(num, planned);
    group = [];
  };
  for (const num of pictureNumbers(job.document)) {
    job.context.signal.throwIfAborted();
    if (source.bitmaps.has(num)) continue;
    const read = await planner.read(num);
    if (read === 'in-doubt') inDoubt++;
    else if (read) group.push(read);
    if (group.length === MAX_GROUP) await finishGroup();
  }
  await finishGroup();
  return { pictures, skips: inDoubt > 0 ? [skip('scan-kept', { count: inDoubt })] : [] };
}

class ScanPlanner {
  private readonly source: PicturesToPlan;
  private readonly resolutions: EffectiveResolutions;
  private readonly budget: PdfPictureBudget;
  private readonly others: PicturePlanner;
  private readonly usesByPage = new Map<number, PictureUse[]>();

  constructor(source: PicturesToPlan) {
    this.source = source;
    this.resolutions = new EffectiveResolutions(source.job.document, source.usage);
    this.budget = new PdfPictureBudget(source.job.budget.fileBytes);
    this.others = new PicturePlanner(source);
    for (const use of source.usage.pictures.values())
      for (const page of use.pages) {
        const uses = this.usesByPage.get(page);
        if (uses) uses.push(use);
        else this.usesByPage.set(page, [use]);
      }
  }

  /** @returns undefined for what is no scanned page */
  async read(num: number): Promise<ReadPage | 'in-doubt' | undefined> {
    const { job, usage, uncomparable } = this.source;
    // Each layer would let through those below it: under "Screen" letters vanish.
    if (isUncomparable(num, usage, uncomparable) || usage.transparentPictures.has(num)) return undefined;
    try {
      const picture = await describePicture(job, num);
      if ('skip' in picture) return undefined;
      const dpi = this.resolutions.dpiOf(picture);
      if (dpi === undefined || !mayBePage(picture, dpi) || this.pagePixels(num, dpi) < LEAST_PAGE_PX)
        return undefined;
      if (!this.budget.take(picture)) return undefined;
      return await this.layered({ ...picture, keepsSpace: usage.remappedPictures.has(num) }, dpi);
    } catch (error) {
      job.recordFailure(error, job.document.objects.get(num) as PdfStream);
      return undefined;
    }
  }

  /** Pixels of a picture with all that has a side in common with it on its page: strips and tiles of a scan. */
  private pagePixels(num: number, dpi: number): number {
    const use = this.source.usage.pictures.get(num);
    let points = 0;
    // A mask is on no page by itself.
    if (!use) return points;
    for (const other of this.usesByPage.get([...use.pages][0]!)!) {
      const isBeside =
        Math.abs(other.widthPoints - use.widthPoints) < 1 ||
        Math.abs(other.heightPoints - use.heightPoints) < 1;
      if (isBeside) points += other.widthPoints * other.heightPoints;
    }
    return points * (dpi / POINTS_PER_INCH) ** 2;
  }

  private async layered(picture: Picture, dpi: number): Promise<ReadPage | 'in-doubt' | undefined> {
    const { job } = this.source;
    const decoded = await decodePicture(job, picture);
    if (decoded.kind !== 'samples') return undefined;
    const { raster, space } = plainest(job, picture, decoded.raster);
    if (raster.space === 'cmyk' || space === undefined) return undefined;
    const { pdfImageDpi } = PRESET_INFO[job.context.preset];
    const page = await layerPage(job, raster, dpi, {
      pictureDpi: pdfImageDpi,
      backgroundDpi: pdfImageDpi * BACKGROUND_SHARE,
      paperQuality: PAPER_QUALITY[job.context.preset],
      keptQuality: KEPT_QUALITY[job.context.preset],
    });
    return page && page !== 'in-doubt' ? { picture, space, page } : page;
  }

  /** Codes the letters of pages together. @returns the pages that take less in layers than as pictures */
  async planGroup(group: readonly ReadPage[]): Promise<Map<number, PlannedPicture>> {
    const { job } = this.source;
    const planned = new Map<number, PlannedPicture>();
    const masks = group.flatMap(({ page }) => page.inks);
    const coded = await encodeBilevel(
      job,
      masks.map(({ bitmap }) => ({ bitmap, storedBytes: Infinity })),
    );
    const users = coded.bitmaps.filter(({ usesSymbols }) => usesSymbols).length;
    const shares = coded.symbols.length > 0 && users > 0;
    const symbols = shares ? job.document.add(new PdfStream(new PdfDict(), coded.symbols)) : undefined;
    let mask = 0;
    for (const { picture, space, page } of group) {
      let bytes = 0;
      const inks = page.inks.map((ink) => {
        const { data, usesSymbols } = coded.bitmaps[mask++]!;
        if (usesSymbols && symbols) bytes += coded.symbols.length / users;
        return { ...ink, jbig2: data, symbols: usesSymbols ? symbols : undefined };
      });
      const form = layerForm(job.document, picture, { parts: page.parts, inks }, space);
      const smaller = await this.smallest(picture, form, Math.round(bytes + form.bytes));
      if (smaller) planned.set(picture.num, smaller);
    }
    return planned;
  }

  /** The layers, where they take less than the picture as a whole by a share that is worth a page that looks otherwise. */
  private async smallest(
    { num, stream }: Picture,
    form: LayerForm,
    bytes: number,
  ): Promise<PlannedPicture | undefined> {
    const { context } = this.source.job;
    const settings = { floor: scoreFloorOf(context), dpi: PRESET_INFO[context.preset].pdfImageDpi };
    const other = await this.others.plan(num, settings);
    const instead = other && 'stream' in other ? other : undefined;
    const savedBytes = stream.data.length - bytes;
    const wholeBytes = stream.data.length - (instead?.savedBytes ?? 0);
    if (bytes > (1 - LEAST_SAVED_SHARE) * wholeBytes) return undefined;
    const layers = { parts: form.parts, instead };
    return { stream: form.stream, savedBytes, isLossy: true, score: undefined, layers };
  }
}

/** Whether a picture has the size and the samples of a page, or of a strip of one. */
function mayBePage({ width, height, space, stream, isMatte, ...picture }: Picture, dpi: number): boolean {
  const { isStencil, softMask, hasColourKey, bits, decode } = picture;
  if (isStencil || isMatte || softMask !== undefined || hasColourKey || stream.dict.has('Mask')) return false;
  const hasSamples = space !== undefined && space.family !== 'other' && space.family !== 'cmyk' && bits <= 8;
  const pixels = width * height;
  const isSized = pixels >= LEAST_STRIP_PX && pixels <= MOST_PAGE_PX && dpi >= LEAST_DPI && dpi <= MOST_DPI;
  return hasSamples && decode !== 'other' && isSized;
}

const POINTS_PER_INCH = 72;
