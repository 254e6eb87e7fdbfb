import { isEngineError } from '../../errors.ts';
import type { Usage } from '../content/usage.ts';
import type { Edits } from '../model/edits.ts';
import { PdfName, PdfRef, PdfStream, type PdfDict } from '../model/objects.ts';
import { pagesOf } from '../model/pages.ts';
import type { PdfJob } from '../pdf-job.ts';
import { cutProgram, type SmallerProgram } from './cut-programs.ts';
import { usedPrograms, type EmbeddedFont } from './embedded-font.ts';

/** One font program made smaller; each can be taken back on its own. */
export interface FontEdit {
  readonly edits: Edits;
  readonly pages: ReadonlySet<number>;
  readonly savedBytes: number;
}

/** A result must save this much to be worth a change. */
const WORTH_RATIO = 0.95;
const MIN_FONT_BYTES = 700;

/** Cuts embedded fonts down to what is shown. The document does not change. */
export async function planFonts(job: PdfJob, usage: Usage): Promise<FontEdit[]> {
  const plans: FontEdit[] = [];
  const allPages = pagesOf(job.document).map((_, index) => index);
  for (const font of usedPrograms(job, usage)) {
    job.context.signal.throwIfAborted();
    const stream = job.document.objects.get(font.fileNum);
    if (!(stream instanceof PdfStream) || stream.data.length < MIN_FONT_BYTES) continue;
    try {
      const edit = await planFont(job, font, stream, allPages);
      if (edit) plans.push(edit);
    } catch (error) {
      // A font that cannot be read stays as it is; viewers may still make something of it.
      if (!isEngineError(error) || error.code === 'limit-exceeded') throw error;
      job.context.report.skipped('font-unreadable', 'A font could not be read and was kept as it is.');
    }
  }
  return plans;
}

async function planFont(
  job: PdfJob,
  font: EmbeddedFont,
  stream: PdfStream,
  allPages: readonly number[],
): Promise<FontEdit | undefined> {
  const { bytes } = await job.decode(stream, { strict: true });
  const smaller = await cutProgram(job, font, stream, bytes);
  if (!smaller) return undefined;
  const { deflate } = job.context.codecs;
  const level = smaller.bytes.length > 300_000 ? 9 : 12;
  const data = await deflate.deflate(smaller.bytes, { format: 'zlib', level });
  if (data.length > stream.data.length * WORTH_RATIO) return undefined;
  const edits: Edits = new Map([[font.fileNum, new PdfStream(streamDict(stream, smaller), data)]]);
  if (font.key === 'FontFile') for (const num of font.descriptors ?? []) describeAsCff(job, font, num, edits);
  const pages = new Set(font.isFullyKnown ? font.users.flatMap((user) => [...user.pages]) : allPages);
  return { edits, pages, savedBytes: stream.data.length - data.length };
}

function streamDict(stream: PdfStream, { bytes, subtype }: SmallerProgram): PdfDict {
  const dict = stream.dict.clone();
  dict.set('Filter', PdfName.of('FlateDecode'));
  dict.delete('DecodeParms');
  // Lengths of the parts of an sfnt or Type 1 program; CFF has none.
  for (const key of ['Length1', 'Length2', 'Length3']) if (subtype) dict.delete(key);
  if (subtype) dict.set('Subtype', PdfName.of(subtype));
  else dict.set('Length1', bytes.length);
  return dict;
}

/** A Type 1 program that became CFF stands under another key; the list of its characters may be out of date. */
function describeAsCff(job: PdfJob, font: EmbeddedFont, num: number, edits: Edits): void {
  const descriptor = job.document.dict(new PdfRef(num))!.clone();
  const file = descriptor.get('FontFile')!;
  descriptor.delete('FontFile');
  if (font.isFullyKnown) descriptor.delete('CharSet');
  descriptor.set('FontFile3', file);
  edits.set(num, descriptor);
}
