import type { Usage } from '../../content/usage.ts';
import { filtersOf } from '../../filters/decode-stream.ts';
import type { PdfDocument } from '../../model/document.ts';
import { PdfDict, PdfRef, PdfStream } from '../../model/objects.ts';
import { pictureNumbers } from '../../model/picture-streams.ts';
import type { PdfJob } from '../../flow/pdf-job.ts';
import { decodePicture } from '../read/decode-picture.ts';
import { encodeBilevel, type StoredBitmap } from '../encode/encode-bilevel.ts';
import { asJbig2, withEncoding } from '../encode/encoded-picture.ts';
import { PdfPictureBudget } from './pdf-picture-budget.ts';
import { codecOf, describePicture, type Picture } from '../read/picture.ts';
import {
  isUncomparable,
  type BitmapPlan,
  type PlannedPicture,
  type SkippedPicture,
} from './planned-picture.ts';
import { MAX_GROUP, MAX_GROUP_PIXELS } from '../../tuning.ts';

interface ReadPicture extends StoredBitmap {
  readonly picture: Picture;
}

/**
 * Encodes all pictures of one bit a sample anew, without loss, so that pages of a scan share their letters. The document gets
 * objects that nothing names until the plan is applied.
 * @param uncomparable pages whose pictures stay as they are
 * @returns what becomes of them; those that cannot be read, or must not become JBIG2, are not in it
 */
export async function planBitmaps(
  job: PdfJob,
  usage: Usage,
  uncomparable: ReadonlySet<number>,
): Promise<BitmapPlan> {
  const plan = new Map<number, PlannedPicture | SkippedPicture>();
  if (job.claims.rules.forbidsJbig2) return plan;
  let group: ReadPicture[] = [];
  let pixels = 0;
  const finishGroup = async (): Promise<void> => {
    for (const [num, planned] of await planGroup(job, group)) plan.set(num, planned);
    [group, pixels] = [[], 0];
  };
  const reader = new BitmapReader(job, usage, uncomparable);
  for (const num of pictureNumbers(job.document)) {
    job.context.signal.throwIfAborted();
    const read = await reader.read(num);
    if (!read) continue;
    if ('skip' in read) {
      plan.set(num, read);
      continue;
    }
    const size = read.picture.width * read.picture.height;
    if (group.length === MAX_GROUP || pixels + size > MAX_GROUP_PIXELS) await finishGroup();
    group.push(read);
    pixels += size;
  }
  await finishGroup();
  return plan;
}

class BitmapReader {
  private readonly job: PdfJob;
  private readonly usage: Usage;
  private readonly uncomparable: ReadonlySet<number>;
  private readonly budget: PdfPictureBudget;
  private readonly sharers: ReadonlyMap<number, number>;

  constructor(job: PdfJob, usage: Usage, uncomparable: ReadonlySet<number>) {
    this.job = job;
    this.usage = usage;
    this.uncomparable = uncomparable;
    this.budget = new PdfPictureBudget(job.budget.fileBytes);
    this.sharers = countSharers(job.document);
  }

  /** @returns undefined for what is no bitmap, cannot be read, or must stay */
  async read(num: number): Promise<ReadPicture | SkippedPicture | undefined> {
    const { job, usage, uncomparable, budget } = this;
    const stream = job.document.objects.get(num) as PdfStream;
    if (!saysOneBit(stream, job.document)) return undefined;
    if (isUncomparable(num, usage, uncomparable)) return undefined;
    try {
      const picture = await describePicture(job, num);
      if ('skip' in picture || !isBilevel(picture)) return undefined;
      if (!budget.take(picture)) return { skip: 'too-much-work' };
      const decoded = await decodePicture(job, picture);
      if (decoded.kind !== 'bilevel') return undefined;
      return { picture, bitmap: decoded.bitmap, storedBytes: this.storedBytes(picture) };
    } catch (error) {
      job.recordFailure(error, stream);
      return undefined;
    }
  }

  /** Bytes of a picture, with its share of the symbols that it has in common with others. */
  private storedBytes({ stream }: Picture): number {
    const { document } = this.job;
    const globals = globalsOf(stream, document);
    if (!globals) return stream.data.length;
    const bytes = document.stream(globals)?.data.length ?? 0;
    return stream.data.length + bytes / this.sharers.get(globals.num)!;
  }
}

/** Most pictures need not be described to know that they are no bitmaps. */
function saysOneBit({ dict }: PdfStream, document: PdfDocument): boolean {
  return (
    document.number(dict.get('BitsPerComponent')) === 1 || document.resolve(dict.get('ImageMask')) === true
  );
}

function isBilevel(picture: Picture): boolean {
  const { bits, space } = picture;
  const hasColours = ['jpeg', 'jpx'].includes(codecOf(picture));
  return bits === 1 && space?.components === 1 && space.family !== 'other' && !hasColours;
}

/** How many pictures name a stream of symbols, by its object number. */
function countSharers(document: PdfDocument): Map<number, number> {
  const sharers = new Map<number, number>();
  for (const num of pictureNumbers(document)) {
    const globals = globalsOf(document.objects.get(num) as PdfStream, document);
    if (globals) sharers.set(globals.num, (sharers.get(globals.num) ?? 0) + 1);
  }
  return sharers;
}

function globalsOf({ dict }: PdfStream, document: PdfDocument): PdfRef | undefined {
  const globals = filtersOf(dict, document).at(-1)?.params?.get('JBIG2Globals');
  return globals instanceof PdfRef ? globals : undefined;
}

/** The plan of pictures that are coded together. Where our own code fails they stay as they are, which is noted. */
async function planGroup(
  job: PdfJob,
  group: readonly ReadPicture[],
): Promise<(readonly [number, PlannedPicture | SkippedPicture])[]> {
  try {
    return await encodeGroup(job, group);
  } catch (error) {
    for (const { picture } of group) job.recordFailure(error, picture.stream);
    return group.map(({ picture }) => [picture.num, { skip: 'picture-kept' }] as const);
  }
}

async function encodeGroup(
  job: PdfJob,
  group: readonly ReadPicture[],
): Promise<(readonly [number, PlannedPicture | SkippedPicture])[]> {
  const { symbols, bitmaps } = await encodeBilevel(job, group);
  const users = bitmaps.filter(({ usesSymbols }) => usesSymbols).length;
  const shares = symbols.length > 0 && users > 0;
  const globals = shares ? job.document.add(new PdfStream(new PdfDict(), symbols)) : undefined;
  return group.map(({ picture, bitmap, storedBytes }, index) => {
    const { data, usesSymbols } = bitmaps[index]!;
    const bytes = data.length + (usesSymbols ? symbols.length / users : 0);
    if (bytes >= storedBytes) return [picture.num, { skip: 'picture-already-small' }] as const;
    const stream = withEncoding(picture, asJbig2(bitmap, data, usesSymbols ? globals : undefined));
    const savedBytes = Math.round(storedBytes - bytes);
    return [picture.num, { stream, savedBytes, isLossy: false, score: undefined }] as const;
  });
}
