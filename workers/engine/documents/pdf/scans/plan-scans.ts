import { PRESET_INFO, scoreFloorOf } from '../../../api/presets.ts';
import { skip } from '../../../api/report/findings.ts';
import type { Skip } from '../../../api/report/report.ts';
import { decodePicture } from '../images/read/decode-picture.ts';
import { describePicture, type Picture } from '../images/read/picture.ts';
import { plainest } from '../images/read/plain-samples.ts';
import { EffectiveResolutions } from '../images/plan/effective-dpi.ts';
import { PdfPictureBudget } from '../images/plan/pdf-picture-budget.ts';
import { isUncomparable, type PlannedPicture } from '../images/plan/planned-picture.ts';
import { PicturePlanner, type PicturesToPlan } from '../images/plan/plan-pictures.ts';
import type { PdfStream } from '../model/objects.ts';
import { pictureNumbers } from '../model/picture-streams.ts';
import { layerForm } from './layer-form.ts';
import { layerPage } from './layer-page.ts';
import { BACKGROUND_SHARE, LEAST_DPI, LEAST_PAGE_PX, MOST_DPI, MOST_PAGE_PX } from './tuning.ts';

/** What becomes of scanned pages. */
export interface ScanPlan {
  /** Pages in layers, by the object number of their picture. */
  readonly pictures: ReadonlyMap<number, PlannedPicture>;
  readonly skips: readonly Skip[];
}

/**
 * Stores scanned pages in layers, where that was asked for and makes them smaller than any other way. The document gets objects
 * that nothing names until the plan is applied.
 */
export async function planScans(source: PicturesToPlan): Promise<ScanPlan> {
  const { job } = source;
  const { scans, preset } = job.context;
  const pictures = new Map<number, PlannedPicture>();
  if (scans !== 'layers' || preset === 'lossless' || job.claims.rules.forbidsJbig2)
    return { pictures, skips: [] };
  const planner = new ScanPlanner(source);
  let inDoubt = 0;
  for (const num of pictureNumbers(job.document)) {
    job.context.signal.throwIfAborted();
    if (source.bitmaps.has(num)) continue;
    const planned = await planner.plan(num);
    if (planned === 'in-doubt') inDoubt++;
    else if (planned) pictures.set(num, planned);
  }
  return { pictures, skips: inDoubt > 0 ? [skip('scan-kept', { count: inDoubt })] : [] };
}

class ScanPlanner {
  private readonly source: PicturesToPlan;
  private readonly resolutions: EffectiveResolutions;
  private readonly budget: PdfPictureBudget;
  private readonly others: PicturePlanner;

  constructor(source: PicturesToPlan) {
    this.source = source;
    this.resolutions = new EffectiveResolutions(source.job.document, source.usage);
    this.budget = new PdfPictureBudget(source.job.budget.fileBytes);
    this.others = new PicturePlanner(source);
  }

  /** @returns undefined for what is no scanned page, or takes less in another way */
  async plan(num: number): Promise<PlannedPicture | 'in-doubt' | undefined> {
    const { job, usage, uncomparable } = this.source;
    if (isUncomparable(num, usage, uncomparable)) return undefined;
    try {
      const picture = await describePicture(job, num);
      if ('skip' in picture) return undefined;
      const dpi = this.resolutions.dpiOf(picture);
      if (dpi === undefined || !mayBePage(picture, dpi) || !this.budget.take(picture)) return undefined;
      const layered = await this.layered({ ...picture, keepsSpace: usage.remappedPictures.has(num) }, dpi);
      return layered && layered !== 'in-doubt' ? await this.smallest(num, layered) : layered;
    } catch (error) {
      job.recordFailure(error, job.document.objects.get(num) as PdfStream);
      return undefined;
    }
  }

  private async layered(picture: Picture, dpi: number): Promise<PlannedPicture | 'in-doubt' | undefined> {
    const { job } = this.source;
    const decoded = await decodePicture(job, picture);
    if (decoded.kind !== 'samples') return undefined;
    const { raster, space } = plainest(job, picture, decoded.raster);
    if (raster.space === 'cmyk' || space === undefined) return undefined;
    const { pdfImageDpi } = PRESET_INFO[job.context.preset];
    const layers = await layerPage(job, raster, dpi, {
      floor: scoreFloorOf(job.context),
      pictureDpi: pdfImageDpi,
      backgroundDpi: pdfImageDpi * BACKGROUND_SHARE,
    });
    if (!layers || layers === 'in-doubt') return layers;
    const { stream, parts, bytes } = layerForm(job.document, picture, layers, space);
    const savedBytes = picture.stream.data.length - bytes;
    return { stream, savedBytes, isLossy: true, score: undefined, layers: { parts, instead: undefined } };
  }

  /** The layers, unless the picture as a whole takes less. */
  private async smallest(num: number, layered: PlannedPicture): Promise<PlannedPicture | undefined> {
    const { context } = this.source.job;
    const settings = { floor: scoreFloorOf(context), dpi: PRESET_INFO[context.preset].pdfImageDpi };
    const other = await this.others.plan(num, settings);
    const instead = other && 'stream' in other ? other : undefined;
    if (layered.savedBytes <= (instead?.savedBytes ?? 0)) return undefined;
    return { ...layered, layers: { parts: layered.layers!.parts, instead } };
  }
}

/** Whether a picture has the size and the samples of a page. */
function mayBePage({ width, height, space, stream, isMatte, ...picture }: Picture, dpi: number): boolean {
  const { isStencil, softMask, hasColourKey, bits, decode } = picture;
  if (isStencil || isMatte || softMask !== undefined || hasColourKey || stream.dict.has('Mask')) return false;
  const hasSamples = space !== undefined && space.family !== 'other' && space.family !== 'cmyk' && bits <= 8;
  return (
    hasSamples && decode !== 'other' && dpi >= LEAST_DPI && dpi <= MOST_DPI && isPageSized(width * height)
  );
}

const isPageSized = (pixels: number): boolean => pixels >= LEAST_PAGE_PX && pixels <= MOST_PAGE_PX;
