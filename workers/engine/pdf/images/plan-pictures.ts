import type { EngineError } from '../../errors.ts';
import { skip } from '../../report/findings.ts';
import type { SkipCode } from '../../report/report-codes.ts';
import type { Skip } from '../../report/report.ts';
import type { Usage } from '../content/usage.ts';
import type { PdfStream } from '../model/objects.ts';
import { pictureNumbers } from '../model/picture-streams.ts';
import type { PdfJob } from '../pdf-job.ts';
import type { Skipped } from '../skipped.ts';
import { EffectiveResolutions } from './effective-dpi.ts';
import { withEncoding } from './encoded-picture.ts';
import { JpegQualitySearch } from './jpeg-quality-search.ts';
import { describePicture } from './picture.ts';
import { PictureBudget } from './picture-budget.ts';
import type { PictureSettings } from './picture-settings.ts';
import { recompressPicture } from './recompress-picture.ts';

/** A picture encoded anew. */
export interface PlannedPicture {
  readonly stream: PdfStream;
  readonly savedBytes: number;
  /** Whether its samples changed. */
  readonly isLossy: boolean;
  /** On the SSIMULACRA2 scale, where it was measured. */
  readonly score: number | undefined;
}

export interface PicturePlan {
  /** By object number. */
  readonly pictures: ReadonlyMap<number, PlannedPicture>;
  /** Why pictures are left alone. */
  readonly skips: readonly Skip[];
}

/**
 * Encodes every picture anew where that makes it smaller; the document does not change.
 * @param onPicture called before each picture with how many are done, of how many
 */
export async function planPictures(
  job: PdfJob,
  usage: Usage,
  settings: PictureSettings,
  onPicture: (done: number, all: number) => void,
): Promise<PicturePlan> {
  const pictures = new Map<number, PlannedPicture>();
  const skips: Skip[] = [];
  const search = new JpegQualitySearch(job);
  const resolutions = new EffectiveResolutions(job.document, usage);
  const budget = new PictureBudget(job.budget.fileBytes);
  const numbers = pictureNumbers(job.document);
  for (const [index, num] of numbers.entries()) {
    job.context.signal.throwIfAborted();
    onPicture(index, numbers.length);
    const isComparable = ![...(usage.pictures.get(num)?.pages ?? [])].some((page) =>
      job.uncomparable.has(page),
    );
    const planned: PlannedPicture | Skipped | undefined = isComparable
      ? await planPicture(job, num, { settings, search, resolutions, budget })
      : { skip: 'not-comparable' };
    if (!planned) continue;
    if ('skip' in planned) skips.push(skip(planned.skip));
    else pictures.set(num, planned);
  }
  return { pictures, skips };
}

interface PlanRequest {
  readonly settings: PictureSettings;
  readonly search: JpegQualitySearch;
  readonly resolutions: EffectiveResolutions;
  readonly budget: PictureBudget;
}

/**
 * A picture that cannot be read, or at which our own code fails, never fails a document: it stays as it is.
 * @returns undefined where our own code failed, which is noted
 */
async function planPicture(
  job: PdfJob,
  num: number,
  { settings, search, resolutions, budget }: PlanRequest,
): Promise<PlannedPicture | Skipped | undefined> {
  let isDescribed = false;
  try {
    const picture = await describePicture(job, num);
    if ('skip' in picture) return picture;
    isDescribed = true;
    if (!budget.take(picture)) return { skip: 'too-much-work' };
    const dpi = resolutions.dpiOf(picture);
    const encoded = await recompressPicture(job, { picture, dpi, settings, search });
    if (!encoded) return { skip: 'picture-already-small' };
    const { isLossy, score } = encoded;
    const savedBytes = picture.stream.data.length - encoded.data.length;
    return { stream: withEncoding(picture, encoded), savedBytes, isLossy, score };
  } catch (error) {
    const refusal = job.judge(error, job.document.objects.get(num) as PdfStream);
    return refusal && { skip: isDescribed ? reasonOf(refusal) : 'picture-unreadable' };
  }
}

function reasonOf({ code }: EngineError): SkipCode {
  if (code === 'limit-exceeded') return 'picture-too-large';
  return code === 'unsupported' ? 'picture-kept' : 'picture-unreadable';
}
