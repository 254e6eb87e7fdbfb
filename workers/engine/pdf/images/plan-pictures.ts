import type { EngineError } from '../../errors.ts';
import { isEngineError } from '../../errors.ts';
import type { Usage } from '../content/usage.ts';
import type { Edits } from '../model/edits.ts';
import type { PdfDict } from '../model/objects.ts';
import { PdfRef, PdfStream, type PdfObject } from '../model/objects.ts';
import { forEachDict } from '../model/walk.ts';
import type { PdfJob } from '../pdf-job.ts';
import { withEncoding } from './encoded-picture.ts';
import { LossySearch } from './encode-lossy.ts';
import { describePicture, isPictureStream, type Picture } from './picture.ts';
import { recompressPicture, type PictureSettings } from './recompress-picture.ts';

export interface PicturePlan {
  readonly edits: Edits;
  /** Object numbers of pictures whose samples changed. */
  readonly lossy: ReadonlySet<number>;
  readonly savedBytes: number;
  readonly lowestScore: number | undefined;
  /** Why pictures were left alone, with how many. */
  readonly skips: ReadonlyMap<string, { readonly detail: string; readonly count: number }>;
}

/** Encodes every picture anew where that makes it smaller; the document does not change. */
export async function planPictures(
  job: PdfJob,
  usage: Usage,
  settings: PictureSettings,
  onPicture: (done: number, all: number) => void,
): Promise<PicturePlan> {
  const edits: Edits = new Map();
  const lossy = new Set<number>();
  const skips = new Map<string, { detail: string; count: number }>();
  const skip = (code: string, detail: string): void => {
    skips.set(code, { detail, count: (skips.get(code)?.count ?? 0) + 1 });
  };
  const search = new LossySearch(job);
  const resolutions = new Resolutions(job, usage);
  let savedBytes = 0;
  let lowestScore: number | undefined;
  const numbers = pictureNumbers(job);
  for (const [index, num] of numbers.entries()) {
    job.context.signal.throwIfAborted();
    onPicture(index, numbers.length);
    const picture = await describeOrSkip(job, num);
    if ('skip' in picture) {
      skip(picture.skip, picture.detail);
      continue;
    }
    try {
      const result = await recompressPicture(job, picture, resolutions.dpiOf(picture), settings, search);
      if (!result) {
        skip('picture-already-small', 'A picture is stored well already.');
        continue;
      }
      edits.set(num, withEncoding(picture, result.encoded));
      savedBytes += picture.stream.data.length - result.encoded.data.length;
      if (result.encoded.isLossy) lossy.add(num);
      if (result.score !== undefined) lowestScore = Math.min(lowestScore ?? 100, result.score);
    } catch (error) {
      // One bad picture never sinks a document: it stays as it was.
      if (!isEngineError(error)) throw error;
      if (error.code === 'limit-exceeded')
        skip('picture-too-large', 'A picture unpacks to more than it declares and was kept.');
      else skip(error.code === 'unsupported' ? 'picture-kept' : 'picture-unreadable', error.message);
    }
  }
  return { edits, lossy, savedBytes, lowestScore, skips };
}

async function describeOrSkip(job: PdfJob, num: number) {
  try {
    return await describePicture(job, num);
  } catch (error) {
    if (!isEngineError(error)) throw error;
    return { skip: 'picture-unreadable', detail: (error as EngineError).message } as const;
  }
}

function pictureNumbers(job: PdfJob): number[] {
  const numbers: number[] = [];
  for (const [num, object] of job.document.objects) {
    if (object instanceof PdfStream && isPictureStream(job, object)) numbers.push(num);
  }
  return numbers;
}

const POINTS_PER_INCH = 72;

/** Effective resolutions of pictures as they are placed, and of masks by the pictures they belong to. */
class Resolutions {
  private readonly usage: Usage;
  /** Picture whose soft mask or stencil mask a picture is. */
  private readonly owners = new Map<number, { num: number; width: number; height: number }[]>();
  /** Pictures that something refers to which is no resource dictionary of a page. */
  private readonly elsewhere = new Set<number>();

  constructor(job: PdfJob, usage: Usage) {
    this.usage = usage;
    for (const [num, object] of job.document.objects) {
      if (!(object instanceof PdfStream)) continue;
      for (const key of ['SMask', 'Mask']) {
        const mask = object.dict.get(key);
        if (!(mask instanceof PdfRef)) continue;
        const width = job.document.number(object.dict.get('Width')) ?? 0;
        const height = job.document.number(object.dict.get('Height')) ?? 0;
        this.owners.set(mask.num, [...(this.owners.get(mask.num) ?? []), { num, width, height }]);
      }
    }
    forEachDict(job.document, (dict) => this.noteHolder(job, dict));
  }

  private noteHolder(job: PdfJob, dict: PdfDict): void {
    if (this.usage.seenResources.has(dict)) return;
    for (const [key, value] of dict.map) {
      if (key === 'SMask' || key === 'Mask') continue;
      if (value instanceof PdfRef && isPicture(job, value)) this.elsewhere.add(value.num);
    }
  }

  /**
   * Dots per inch on the coarser axis.
   * @returns undefined when the picture is not on a page, or also somewhere that cannot be measured
   */
  dpiOf(picture: Picture): number | undefined {
    if (this.usage.isIncomplete) return undefined;
    const owners = this.owners.get(picture.num);
    if (!owners) return this.placedDpi(picture.num, picture.width, picture.height);
    if (this.usage.pictures.has(picture.num)) return undefined;
    const values = owners.map((owner) => this.placedDpi(owner.num, picture.width, picture.height));
    return values.includes(undefined) ? undefined : Math.min(...(values as number[]));
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

function isPicture(job: PdfJob, ref: PdfObject): boolean {
  const stream = job.document.stream(ref);
  return stream !== undefined && isPictureStream(job, stream);
}
