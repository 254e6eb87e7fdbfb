import type { EngineContext } from '../context.ts';
import { ENGINE_LIMITS } from '../limits.ts';
import { PRESET_FACTS } from '../presets.ts';
import type { Usage } from './content/usage.ts';
import { walkContents } from './content/walk-contents.ts';
import { countFeatures, lostFeatures, type FeatureCounts } from './features.ts';
import { planFonts, type FontEdit } from './fonts/plan-fonts.ts';
import { planPictures, type PicturePlan } from './images/plan-pictures.ts';
import type { PictureSettings } from './images/recompress-picture.ts';
import { applyEdits, type Edits } from './model/edits.ts';
import type { PdfDocument } from './model/document.ts';
import type { PdfJob } from './pdf-job.ts';
import { readDocument } from './reading/read-document.ts';
import { collectGarbage } from './steps/collect-garbage.ts';
import { mergeDuplicates } from './steps/merge-duplicates.ts';
import { tidyStructure } from './structure.ts';
import { Witness, type Verdict } from './verify/witness.ts';
import { writeDocument } from './writing/write-document.ts';

export interface Task {
  readonly source: Uint8Array;
  readonly document: PdfDocument;
  readonly features: FeatureCounts;
  readonly context: EngineContext;
}

/**
 * Mean difference, 0 to 255, that a 16 by 16 block may have after pictures were recompressed. Sound results of 134 files
 * stayed below 9.2; a lost glyph moves its block by 18, a colour mistake by 180.
 */
const PICTURE_TOLERANCE = 12;
/** The same for pictures stored anew without loss: renderers scale a palette or a bitmap a little differently. */
const EXACT_PICTURE_TOLERANCE = 1;

/** How often pictures that make a page look different are put back before all of them are. */
const MAX_ROUNDS = 3;

/**
 * Builds the smallest result and checks it; when a check fails the next lower rung is tried:
 * without some pictures, without pictures, the original.
 */
export async function climbDown(task: Task): Promise<Uint8Array> {
  const { source, context } = task;
  const { report } = context;
  const job = await report.timed('structure', () => tidyStructure(task.document, context));
  context.onProgress(0.2);
  const usage = await report.timed('walk', () => walkContents(job));
  const witness = await report.timed('verify', () =>
    Witness.of(source, context.codecs.pages, { skip: tooLargeToDraw(job, usage), signal: context.signal }),
  );
  context.onProgress(0.3);
  const fontPlan = await report.timed('fonts', () => planFonts(job, usage));
  const pictures = await report.timed('pictures', () =>
    planPictures(job, usage, settingsOf(context), (done, all) =>
      context.onProgress(0.3 + (0.5 * done) / all),
    ),
  );
  const bytes = await climb({ ...task, job, usage, witness }, fontPlan, pictures);
  context.onProgress(1);
  return bytes;
}

/** What every rung needs. */
interface Climb extends Task {
  readonly job: PdfJob;
  readonly usage: Usage;
  readonly witness: Witness;
}

async function climb(
  climb: Climb,
  fontPlan: readonly FontEdit[],
  pictures: PicturePlan,
): Promise<Uint8Array> {
  const { report } = climb.context;
  const hasPictures = pictures.edits.size > 0;
  const base =
    hasPictures && fontPlan.length === 0 ? undefined : await withFonts(climb, fontPlan, hasPictures);
  if (hasPictures) return withPictures(climb, pictures);
  for (const [code, { detail, count }] of pictures.skips) report.skipped(code, detail, count);
  return base ?? climb.source;
}

function settingsOf(context: EngineContext): PictureSettings {
  const { scoreFloor, pdfImageDpi } = PRESET_FACTS[context.preset];
  return { floor: scoreFloor, dpi: pdfImageDpi };
}

/** Pages with a picture past the pixel limit are not drawn: decoding it is what the limit forbids. */
function tooLargeToDraw(job: PdfJob, usage: Usage): ReadonlySet<number> {
  const pages = new Set<number>();
  for (const [num, use] of usage.pictures) {
    const stream = job.document.stream(job.document.objects.get(num));
    const width = job.document.number(stream?.dict.get('Width')) ?? 0;
    const height = job.document.number(stream?.dict.get('Height')) ?? 0;
    if (width * height > ENGINE_LIMITS.maxPixels) for (const page of use.pages) pages.add(page);
  }
  return pages;
}

/**
 * Cuts fonts where pages look exactly as before, as a mean would hide a lost glyph. Fonts of pages that differ are put
 * back, and in the end all of them. The fonts that stay cut are so in the job's document afterwards.
 * @param isDraft whether the bytes are only for the check, so that they need not be small
 * @returns the file, or undefined when even the structure alone does not pass
 */
async function withFonts(
  climb: Climb,
  plan: readonly FontEdit[],
  isDraft: boolean,
): Promise<Uint8Array | undefined> {
  const { job, witness, context } = climb;
  const { report } = context;
  let fonts = [...plan];
  for (let round = 0; ; round++) {
    const edits: Edits = new Map(fonts.flatMap((font) => [...font.edits]));
    const bytes = await report.timed('write', () => finish(job, edits, isDraft ? 1 : 12));
    const verdict = await check(climb, witness, bytes, 0);
    if (verdict.isSound) {
      applyEdits(job.document, edits);
      noteFonts(context, fonts);
      return bytes;
    }
    if (fonts.length === 0) {
      giveUp(context, verdict);
      return undefined;
    }
    const kept = fonts.filter((font) => !verdict.pages.some((page) => font.pages.has(page)));
    const remaining = round < MAX_ROUNDS && kept.length < fonts.length ? kept : [];
    report.skipped(
      'font-put-back',
      'Fonts that made a page look different were put back.',
      fonts.length - remaining.length,
    );
    fonts = remaining;
  }
}

function noteFonts(context: EngineContext, fonts: readonly FontEdit[]): void {
  if (fonts.length === 0) return;
  const savedBytes = fonts.reduce((sum, font) => sum + font.savedBytes, 0);
  const detail = 'Fonts were cut down to the characters that are shown.';
  context.report.changed('fonts-cut', detail, { count: fonts.length, savedBytes });
}

function giveUp({ report }: EngineContext, verdict: Verdict): void {
  report.discardChanges();
  const detail = `The result did not pass the check (${verdict.reason}), so you get the original back.`;
  report.skipped('check-failed', detail);
}

/** Puts pictures in place where pages still look right; those of pages that do not are put back, and in the end all. */
async function withPictures(climb: Climb, plan: PicturePlan): Promise<Uint8Array> {
  const { job, usage, witness, context } = climb;
  const { report } = context;
  const edits: Edits = new Map(plan.edits);
  for (let round = 0; ; round++) {
    const bytes = await report.timed('write', () => finish(job, edits));
    const verdict = await check(climb, witness, bytes, toleranceOf(edits, plan));
    if (verdict.isSound) {
      notePictures(context, plan, edits);
      return bytes;
    }
    if (edits.size === 0) {
      giveUp(context, verdict);
      return climb.source;
    }
    const before = edits.size;
    if (round < MAX_ROUNDS) putBack(edits, usage, verdict.pages);
    if (edits.size === before) edits.clear();
    const detail = `Pictures that made a page look different were put back (${verdict.reason}).`;
    report.skipped('picture-put-back', detail, before - edits.size);
  }
}

function toleranceOf(edits: Edits, plan: PicturePlan): number {
  if (edits.size === 0) return 0;
  for (const num of edits.keys()) if (plan.lossy.has(num)) return PICTURE_TOLERANCE;
  return EXACT_PICTURE_TOLERANCE;
}

/** Takes back the edits of pictures on the given pages, and of their masks. */
function putBack(edits: Edits, usage: Usage, pages: readonly number[]): void {
  for (const num of [...edits.keys()]) {
    const use = usage.pictures.get(num);
    if (!use || pages.some((page) => use.pages.has(page))) edits.delete(num);
  }
}

async function check(task: Task, witness: Witness, bytes: Uint8Array, tolerance: number): Promise<Verdict> {
  const { context, features } = task;
  return context.report.timed('verify', async () => {
    const verdict = await witness.compare(bytes, tolerance, context.signal);
    if (!verdict.isSound) return verdict;
    const { document } = await readDocument(bytes, context.codecs.deflate);
    const lost = lostFeatures(features, countFeatures(document));
    return lost.length === 0 ? verdict : { ...verdict, isSound: false, reason: `lost: ${lost.join(', ')}` };
  });
}

function notePictures(context: EngineContext, plan: PicturePlan, edits: Edits): void {
  const { report } = context;
  for (const [code, { detail, count }] of plan.skips) report.skipped(code, detail, count);
  if (edits.size === 0) return;
  const facts = { count: edits.size, savedBytes: plan.savedBytes };
  report.changed('pictures-recompressed', 'Pictures were stored more tightly.', facts);
  if (plan.lowestScore !== undefined) report.scored(plan.lowestScore);
}

/** Writes the document with edits in place; the job's own document stays as it is. */
async function finish(job: PdfJob, edits: Edits, level = 12): Promise<Uint8Array> {
  const document = job.document.fork();
  applyEdits(document, edits);
  collectGarbage(document);
  mergeDuplicates(document);
  return writeDocument(document, { deflate: job.context.codecs.deflate, level, classic: job.pdfA === 1 });
}
