import { deriveContext, type EngineContext } from '../context.ts';
import { isEngineError } from '../errors.ts';
import { ENGINE_LIMITS } from '../limits.ts';
import { PRESET_INFO } from '../presets.ts';
import { ReportBuilder } from '../report/report-builder.ts';
import type { Usage } from './content/usage.ts';
import { walkContents } from './content/walk-contents.ts';
import { countFeatures, lostFeatures, type FeatureCounts } from './features.ts';
import { planFonts } from './fonts/plan-fonts.ts';
import { Changes, type OtherEdits } from './changes.ts';
import { planPictures, type PicturePlan } from './images/plan-pictures.ts';
import { planForTarget } from './images/target-size.ts';
import { applyEdits, type Edits } from './model/edits.ts';
import type { PdfDocument } from './model/document.ts';
import type { PdfJob } from './pdf-job.ts';
import { readDocument } from './reading/read-document.ts';
import { collectGarbage } from './steps/collect-garbage.ts';
import { dropUnusedResources } from './steps/drop-unused-resources.ts';
import { mergeDuplicates } from './steps/merge-duplicates.ts';
import { planContents } from './steps/plan-contents.ts';
import { tidyStructure } from './structure.ts';
import { pagesToCheck } from './verify/sample-pages.ts';
import { showsSomething, Witness, type Verdict } from './verify/witness.ts';
import { writeDocument } from './writing/write-document.ts';

export interface Task {
  readonly source: Uint8Array;
  readonly document: PdfDocument;
  readonly features: FeatureCounts;
  readonly context: EngineContext;
}

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
  trimResources(job, usage);
  const witness = await report.timed('verify', () => findWitness(source, job, usage));
  if (!witness) {
    giveUp(context, 'not-checkable', 'What this damaged PDF shows cannot be checked');
    return source;
  }
  context.onProgress(0.3);
  const climb: Climb = { ...task, job, usage, witness };
  const fonts = await report.timed('fonts', () => planFonts(job, usage));
  const contents = await report.timed('contents', () => planContents(job, usage));
  const others: OtherEdits = { fonts, contents };
  const bytes =
    context.targetBytes === undefined
      ? await build(climb, others, presetPictures(climb))
      : await reachTarget(climb, others, context.targetBytes);
  context.onProgress(1);
  return bytes;
}

/**
 * @returns undefined when the independent reader does not open the source, but a page shows something once the structure
 * is written anew: then there are readers that repair it for themselves
 * @throws EngineError "password-protected", or "damaged" when there is nothing to see in a repaired document either
 */
async function findWitness(source: Uint8Array, job: PdfJob, usage: Usage): Promise<Witness | undefined> {
  const { pages } = job.context.codecs;
  const hidden = tooLargeToDraw(job, usage);
  try {
    return await Witness.of(source, pages, hidden);
  } catch (error) {
    if (!isEngineError(error) || error.code !== 'damaged') throw error;
    if (!(await showsSomething(await finish(job, new Map()), pages, hidden))) throw error;
    return undefined;
  }
}

function trimResources({ document, context }: PdfJob, usage: Usage): void {
  const count = dropUnusedResources(document, usage);
  if (count === 0) return;
  const detail = 'Fonts and pictures that pages carry but never show were dropped.';
  context.report.changed('unused-dropped', detail, { count });
}

/** Plans pictures and climbs down until a result passes the check. */
async function build(climb: Climb, others: OtherEdits, pictures: Promise<PicturePlan>) {
  const { context, usage } = climb;
  const plan = await context.report.timed('pictures', () => pictures);
  const isCoarse = context.preset === 'small' || context.targetBytes !== undefined;
  return descend(climb, new Changes(others, plan, usage, isCoarse), plan);
}

function presetPictures({ context, job, usage }: Climb): Promise<PicturePlan> {
  const { scoreFloor, pdfImageDpi } = PRESET_INFO[context.preset];
  const settings = { floor: scoreFloor, dpi: pdfImageDpi };
  return planPictures(job, usage, settings, (done, all) => context.onProgress(0.3 + (0.5 * done) / all));
}

/** How often a result that came out larger than planned is planned anew. */
const MAX_PLANS = 3;

/**
 * The gentlest pictures with which the file fits. Plans add up what each picture saves; what the check puts back only the
 * written file tells, so a result past the target is planned anew for as much less.
 */
async function reachTarget(climb: Climb, others: OtherEdits, target: number): Promise<Uint8Array> {
  const { context, job, usage } = climb;
  const edits: Edits = new Map([...others.fonts, ...others.contents].flatMap((edit) => [...edit.edits]));
  const withoutPictures = (await finish(job, edits)).length;
  let aim = target;
  for (let plans = 1; ; plans++) {
    const pictures = planForTarget(aim, withoutPictures, (settings, step) =>
      planPictures(job, usage, settings, (done, all) =>
        context.onProgress(0.3 + 0.5 * step + (0.05 * done) / all),
      ),
    );
    const report = new ReportBuilder(context.steps);
    const bytes = await build({ ...climb, context: deriveContext(context, { report }) }, others, pictures);
    const planned = withoutPictures - (await pictures).savedBytes;
    const isOver = bytes.length > target;
    // Past the aim already in the plan: stronger settings there are none.
    if (!isOver || planned > aim || plans === MAX_PLANS) {
      if (bytes === climb.source) context.report.discardChanges();
      context.report.adopt(report.findings());
      noteTarget(context, target, bytes.length);
      return bytes;
    }
    aim = Math.floor(aim * (target / bytes.length) * 0.99);
  }
}

function noteTarget({ report }: EngineContext, target: number, bytes: number): void {
  report.targeted({
    bytes: target,
    met: bytes <= target,
    ...(bytes <= target ? {} : { smallestBytes: bytes }),
  });
}

/** Pages with a picture past the pixel limit are not drawn, as decoding it is what the limit forbids; nor endless ones. */
function tooLargeToDraw(job: PdfJob, usage: Usage): ReadonlySet<number> {
  const pages = new Set(usage.endlessPages);
  for (const [num, use] of usage.pictures) {
    const stream = job.document.stream(job.document.objects.get(num));
    const width = job.document.number(stream?.dict.get('Width')) ?? 0;
    const height = job.document.number(stream?.dict.get('Height')) ?? 0;
    if (width * height > ENGINE_LIMITS.maxPixels) for (const page of use.pages) pages.add(page);
  }
  return pages;
}

/** What every rung needs. */
export interface Climb extends Task {
  readonly job: PdfJob;
  readonly usage: Usage;
  readonly witness: Witness;
}

async function descend(climb: Climb, changes: Changes, plan: PicturePlan): Promise<Uint8Array> {
  const { context } = climb;
  const { report } = context;
  for (let round = 0; ; round++) {
    const bytes = await report.timed('write', () => finish(climb.job, changes.edits));
    const verdict = await check(climb, bytes, changes);
    if (!(await proveFonts(climb, changes, verdict.equal))) continue;
    if (verdict.isSound) {
      noteOthers(context, changes);
      notePictures(context, plan, changes.pictures);
      return bytes;
    }
    if (changes.isEmpty) {
      giveUp(context, 'check-failed', `The result did not pass the check (${verdict.reason})`);
      return climb.source;
    }
    stepDown(context, changes, verdict, round);
  }
}

/**
 * Puts back fonts that change how a page looks while the pictures are still the source's: a mean would hide a lost glyph,
 * and so would a picture's tolerance. Pages without new pictures are held to be equal anyway, and pages that look the
 * same with new pictures need no such proof.
 * @returns false when fonts were put back
 */
async function proveFonts(
  { job, witness, context }: Climb,
  changes: Changes,
  equal: ReadonlySet<number>,
): Promise<boolean> {
  const { report, signal } = context;
  const mixed = changes.mixedPages();
  const pages = new Set(witness.pages.filter((page) => mixed.has(page) && !equal.has(page)));
  if (pages.size === 0) return true;
  const bytes = await report.timed('write', () => finish(job, changes.fontEdits, 1));
  const options = { toleranceOf: () => 0, pages, signal };
  const verdict = await report.timed('verify', () => witness.compare(bytes, options));
  if (verdict.isSound) return true;
  if (dropFonts(context, changes, verdict.pages) === 0) changes.fonts = [];
  return false;
}

function dropContents(context: EngineContext, changes: Changes, pages: readonly number[]): number {
  const count = changes.dropContents(pages);
  const detail = 'Contents that made a page look different when written shorter were put back.';
  if (count > 0) context.report.skipped('contents-put-back', detail, count);
  return count;
}

function dropFonts(context: EngineContext, changes: Changes, pages: readonly number[]): number {
  const count = changes.dropFonts(pages);
  const detail = 'Fonts that made a page look different were put back.';
  if (count > 0) context.report.skipped('font-put-back', detail, count);
  return count;
}

/** One rung lower: without the pictures of the pages that differ, without their fonts, without all of either. */
function stepDown(context: EngineContext, changes: Changes, verdict: Verdict, round: number): void {
  const detail = `Pictures that made a page look different were put back (${verdict.reason}).`;
  if (round < MAX_ROUNDS) {
    const count = changes.dropPictures(verdict.pages);
    if (count > 0) context.report.skipped('picture-put-back', detail, count);
    if (count > 0 || dropContents(context, changes, verdict.pages) > 0) return;
    if (dropFonts(context, changes, verdict.pages) > 0) return;
  }
  if (changes.pictures.size > 0) {
    context.report.skipped('picture-put-back', detail, changes.pictures.size);
    changes.pictures.clear();
  } else {
    context.report.skipped(
      'font-put-back',
      'Fonts that made a page look different were put back.',
      changes.fonts.length,
    );
    changes.fonts = [];
    changes.contents = [];
  }
}

function noteOthers({ report }: EngineContext, { fonts, contents }: Changes): void {
  const saved = (edits: readonly { readonly savedBytes: number }[]): number =>
    edits.reduce((sum, edit) => sum + edit.savedBytes, 0);
  if (fonts.length > 0) {
    const detail = 'Fonts were cut down to the characters that are shown.';
    report.changed('fonts-cut', detail, { count: fonts.length, savedBytes: saved(fonts) });
  }
  if (contents.length > 0) {
    const detail = 'Contents of pages were written in fewer characters.';
    report.changed('contents-tidied', detail, { count: contents.length, savedBytes: saved(contents) });
  }
}

function giveUp({ report }: EngineContext, code: string, why: string): void {
  report.discardChanges();
  report.skipped(code, `${why}, so you get the original back.`);
}

async function check(climb: Climb, bytes: Uint8Array, changes: Changes): Promise<Verdict> {
  const { context, features, witness } = climb;
  const tolerances = changes.tolerances();
  const toleranceOf = (page: number): number => tolerances.get(page) ?? 0;
  return context.report.timed('verify', async () => {
    const touched = changes.touchedPages();
    const pages = touched ? pagesToCheck(witness.pages, touched) : new Set(witness.pages);
    const verdict = await witness.compare(bytes, { toleranceOf, pages, signal: context.signal });
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
async function finish(job: PdfJob, edits: Edits, level = 10): Promise<Uint8Array> {
  const document = job.document.fork();
  applyEdits(document, edits);
  collectGarbage(document);
  mergeDuplicates(document);
  return writeDocument(document, { deflate: job.context.codecs.deflate, level, classic: job.pdfA === 1 });
}
