import { skip } from '../../../../api/report/findings.ts';
import type { Skip } from '../../../../api/report/report.ts';
import type { Usage } from '../../content/usage.ts';
import type { Edits, Saving } from '../../model/edits.ts';
import { PdfRef, PdfStream } from '../../model/objects.ts';
import { pagesOf } from '../../model/pages.ts';
import type { PdfJob } from '../../flow/pdf-job.ts';
import { knownFonts, usedPrograms, type EmbeddedFont } from './embedded-font.ts';
import { planMerges } from './merge-subsets.ts';
import { dropGlyphLists } from './glyph-lists.ts';
import { packedProgram } from './packed-program.ts';
import { planCodeMaps } from './plan-code-maps.ts';
import { subsetFontProgram, type SkippedFont } from './subset-font-program.ts';
import { MIN_STREAM_BYTES, WORTHWHILE_SHARE } from '../../tuning.ts';

interface FontPlan {
  readonly savings: readonly Saving[];
  /** Why fonts are left alone. */
  readonly skips: readonly Skip[];
}

/**
 * Subsets embedded fonts and the maps of their codes to what is shown, and merges the subsets of one font. The document does not
 * change.
 *
 * The map of this room: embedded-font.ts finds programs and their users, subset-font-program.ts chooses by kind, used-glyphs.ts and
 * used-names.ts turn codes into glyphs (ISO 32000-1, 9.6 to 9.9), plan-code-maps.ts cuts what fonts say of their codes, and
 * packed-program.ts deflates. ../sfnt reads TrueType and OpenType containers, ../cff reads and writes CFF with its Type 2
 * charstrings (Adobe TN 5176 and 5177), ../type1 runs Type 1 charstrings to outlines and writes them as CFF. HarfBuzz subsets
 * TrueType and CID-keyed CFF; named CFF and Type 1 are written here. Where not all uses are known, all glyphs stay; what an
 * interpreter cannot follow to the letter leaves the font as it is.
 */
export async function planFonts(job: PdfJob, usage: Usage): Promise<FontPlan> {
  const plans = new Map<number, Saving>();
  const skips: Skip[] = [];
  const known = knownFonts(job, usage);
  const fonts = usedPrograms(job, known);
  const allPages = pagesOf(job.document).map((_, index) => index);
  for (const font of fonts) {
    job.context.signal.throwIfAborted();
    const stream = job.document.objects.get(font.fileNum);
    if (!(stream instanceof PdfStream) || stream.data.length < MIN_STREAM_BYTES) continue;
    const planned = await planOrSkip(job, font, stream, allPages);
    if (!planned) continue;
    if ('skip' in planned) skips.push(skip(planned.skip));
    else plans.set(font.fileNum, planned);
  }
  for (const { replaces, edit } of await planMerges(job, fonts, plans)) {
    for (const fileNum of replaces) plans.delete(fileNum);
    plans.set(replaces[0]!, edit);
  }
  return { savings: [...plans.values(), ...(await planCodeMaps(job, known))], skips };
}

/** A font that cannot be read stays as it is; viewers may still make something of it. One that our own code fails at is noted. */
async function planOrSkip(
  job: PdfJob,
  font: EmbeddedFont,
  stream: PdfStream,
  allPages: readonly number[],
): Promise<Saving | SkippedFont | undefined> {
  try {
    return await planFont(job, font, stream, allPages);
  } catch (error) {
    // Offsets past the end of the program. The codecs throw no such error.
    if (error instanceof RangeError) return { skip: 'font-unreadable' };
    const refusal = job.recordFailure(error, stream);
    if (refusal?.code === 'limit-exceeded') throw refusal;
    return refusal && { skip: 'font-unreadable' };
  }
}

async function planFont(
  job: PdfJob,
  font: EmbeddedFont,
  stream: PdfStream,
  allPages: readonly number[],
): Promise<Saving | SkippedFont | undefined> {
  const { bytes } = await job.decode(stream, { strict: true });
  const smaller = await subsetFontProgram(job, font, stream, bytes);
  if (!smaller || 'skip' in smaller) return smaller;
  const packed = await packedProgram(job, stream, smaller);
  if (packed.data.length > stream.data.length * WORTHWHILE_SHARE) return undefined;
  const edits: Edits = new Map([[font.fileNum, packed]]);
  for (const num of font.descriptors ?? []) describe(job, font, num, edits);
  const pages = new Set(font.isFullyKnown ? font.users.flatMap((user) => [...user.pages]) : allPages);
  return { edits, pages, savedBytes: stream.data.length - packed.data.length };
}

/** A Type 1 program that became CFF stands under another key. */
function describe(job: PdfJob, { key, isFullyKnown }: EmbeddedFont, num: number, edits: Edits): void {
  const descriptor = job.document.dict(new PdfRef(num))!.clone();
  const file = descriptor.get(key)!;
  const isMoved = key === 'FontFile' && descriptor.delete(key);
  if (isMoved) descriptor.set('FontFile3', file);
  const isShorter = isFullyKnown && dropGlyphLists(descriptor);
  if (isMoved || isShorter) edits.set(num, descriptor);
}
