import type { EngineContext } from '../context.ts';
import { ENGINE_LIMITS } from '../limits.ts';
import { PRESET_FACTS } from '../presets.ts';
import type { Usage } from './content/usage.ts';
import { walkContents } from './content/walk-contents.ts';
import { countFeatures, lostFeatures, type FeatureCounts } from './features.ts';
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
  const pictures = await report.timed('pictures', () =>
    planPictures(job, usage, settingsOf(context), (done, all) =>
      context.onProgress(0.3 + (0.5 * done) / all),
    ),
  );
  const result = await withPictures(task, job, usage, witness, pictures);
  context.onProgress(1);
  return result;
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

async function withPictures(
  task: Task,
  job: PdfJob,
  usage: Usage,
  witness: Witness,
  plan: PicturePlan,
): Promise<Uint8Array> {
  const edits: Edits = new Map(plan.edits);
  for (let round = 0; ; round++) {
    const bytes = await task.context.report.timed('write', () => finish(job, edits));
    const verdict = await check(task, witness, bytes, hasLossy(edits, plan));
    if (verdict.isSound) {
      notePictures(task.context, plan, edits);
      return bytes;
    }
    if (edits.size === 0) {
      task.context.report.discardChanges();
      task.context.report.skipped(
        'check-failed',
        `The result did not pass the check (${verdict.reason}), so you get the original back.`,
      );
      return task.source;
    }
    const before = edits.size;
    if (round < MAX_ROUNDS) putBack(edits, usage, verdict.pages);
    if (edits.size === before) edits.clear();
    task.context.report.skipped(
      'picture-put-back',
      `Pictures that made a page look different were put back (${verdict.reason}).`,
      before - edits.size,
    );
  }
}

function hasLossy(edits: Edits, plan: PicturePlan): boolean {
  for (const num of edits.keys()) if (plan.lossy.has(num)) return true;
  return false;
}

/** Takes back the edits of pictures on the given pages, and of their masks. */
function putBack(edits: Edits, usage: Usage, pages: readonly number[]): void {
  for (const num of [...edits.keys()]) {
    const use = usage.pictures.get(num);
    if (!use || pages.some((page) => use.pages.has(page))) edits.delete(num);
  }
}

async function check(task: Task, witness: Witness, bytes: Uint8Array, isLossy: boolean): Promise<Verdict> {
  const { context, features } = task;
  return context.report.timed('verify', async () => {
    const verdict = await witness.compare(bytes, isLossy ? PICTURE_TOLERANCE : 0, context.signal);
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
async function finish(job: PdfJob, edits: Edits): Promise<Uint8Array> {
  const document = job.document.fork();
  applyEdits(document, edits);
  collectGarbage(document);
  mergeDuplicates(document);
  return writeDocument(document, { deflate: job.context.codecs.deflate, level: 12, classic: job.pdfA === 1 });
}
