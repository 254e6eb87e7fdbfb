import type { EngineError } from '../../../../api/errors.ts';
import { skip } from '../../../../api/report/findings.ts';
import type { SkipCode } from '../../../../api/report/report-codes.ts';
import type { Skip } from '../../../../api/report/report.ts';
import type { Usage } from '../../content/usage.ts';
import type { PdfStream } from '../../model/objects.ts';
import { pictureNumbers } from '../../model/picture-streams.ts';
import type { PdfJob } from '../../flow/pdf-job.ts';
import { EffectiveResolutions } from './effective-dpi.ts';
import { withEncoding, type EncodedPicture } from '../encode/encoded-picture.ts';
import { fitPdfPicture, type FitRequest } from '../encode/fit-picture.ts';
import { describePicture, type Picture } from '../read/picture.ts';
import { PdfPictureBudget } from './pdf-picture-budget.ts';
import type { PictureSettings } from '../encode/picture-settings.ts';
import {
  isUncomparable,
  type BitmapPlan,
  type PlannedPicture,
  type SkippedPicture,
} from './planned-picture.ts';
import { recompressPdfPicture } from '../encode/recompress-pdf-picture.ts';

export interface PicturePlan {
  /** By object number. */
  readonly pictures: ReadonlyMap<number, PlannedPicture>;
  /** Why pictures are left alone. */
  readonly skips: readonly Skip[];
}

/** A document whose pictures are planned. */
export interface PicturesToPlan {
  readonly job: PdfJob;
  readonly usage: Usage;
  /** Numbers of pages that cannot be compared: their pictures stay as they are. */
  readonly uncomparable: ReadonlySet<number>;
  /** What becomes of pictures of one bit a sample. */
  readonly bitmaps: BitmapPlan;
}

/**
 * Encodes every picture anew where that makes it smaller; the document does not change.
 * @param onPicture called before each picture with how many are done, of how many
 */
export async function planPictures(
  source: PicturesToPlan,
  settings: PictureSettings,
  onPicture: (done: number, all: number) => void,
): Promise<PicturePlan> {
  const pictures = new Map<number, PlannedPicture>();
  const skips: Skip[] = [];
  const { job } = source;
  const planner = new PicturePlanner(source);
  const numbers = pictureNumbers(job.document);
  for (const [index, num] of numbers.entries()) {
    job.context.signal.throwIfAborted();
    onPicture(index, numbers.length);
    const planned = await planner.plan(num, settings);
    if (!planned) continue;
    if ('skip' in planned) skips.push(skip(planned.skip));
    else pictures.set(num, planned);
  }
  return { pictures, skips };
}

/** Encodes pictures of a document. */
export class PicturePlanner {
  private readonly source: PicturesToPlan;
  private readonly resolutions: EffectiveResolutions;
  private readonly budget: PdfPictureBudget;

  constructor(source: PicturesToPlan) {
    const { job, usage } = source;
    this.source = source;
    this.budget = new PdfPictureBudget(job.budget.fileBytes);
    this.resolutions = new EffectiveResolutions(job.document, usage);
  }

  /** The smallest encoding of a picture that the settings allow, or why there is none. */
  async plan(num: number, settings: PictureSettings): Promise<PlannedPicture | SkippedPicture | undefined> {
    const bitmap = this.source.bitmaps.get(num);
    if (bitmap) return bitmap;
    return this.encode(num, (picture, dpi) =>
      recompressPdfPicture(this.source.job, { picture, dpi, settings }),
    );
  }

  /** The best encoding of a picture within a size. @returns undefined where there is none */
  async fit(num: number, request: FitRequest): Promise<PlannedPicture | undefined> {
    const fitted = await this.encode(num, (picture, dpi) =>
      fitPdfPicture(this.source.job, { picture, dpi, ...request }),
    );
    return fitted && 'skip' in fitted ? undefined : fitted;
  }

  /**
   * A picture that cannot be read, or at which our own code fails, never fails a document: it stays as it is.
   * @returns undefined where our own code failed, which is noted
   */
  private async encode(
    num: number,
    work: (picture: Picture, dpi: number | undefined) => Promise<EncodedPicture | null>,
  ): Promise<PlannedPicture | SkippedPicture | undefined> {
    const { job, usage, uncomparable } = this.source;
    if (isUncomparable(num, usage, uncomparable)) return { skip: 'not-comparable' };
    let isDescribed = false;
    try {
      const described = await describePicture(job, num);
      if ('skip' in described) return described;
      isDescribed = true;
      const dpi = this.resolutions.dpiOf(described);
      const keepsSpace = dpi === undefined || usage.remappedPictures.has(num);
      const picture = { ...described, keepsSpace, isMask: this.resolutions.isMask(num) };
      if (!this.budget.take(picture)) return { skip: 'too-much-work' };
      const encoded = await work(picture, dpi);
      if (!encoded) return { skip: 'picture-already-small' };
      const { isLossy, score } = encoded;
      const savedBytes = picture.stream.data.length - encoded.data.length;
      return { stream: withEncoding(picture, encoded), savedBytes, isLossy, score };
    } catch (error) {
      const refusal = job.recordFailure(error, job.document.objects.get(num) as PdfStream);
      return refusal && { skip: isDescribed ? reasonOf(refusal) : 'picture-unreadable' };
    }
  }
}

function reasonOf({ code }: EngineError): SkipCode {
  if (code === 'limit-exceeded') return 'picture-too-large';
  return code === 'unsupported' ? 'picture-kept' : 'picture-unreadable';
}
