import type { EngineContext } from '../context.ts';
import { countFeatures, lostFeatures, type FeatureCounts } from './features.ts';
import { applyEdits, type Edits } from './model/edits.ts';
import type { PdfDocument } from './model/document.ts';
import type { PdfJob } from './pdf-job.ts';
import { readDocument } from './reading/read-document.ts';
import { collectGarbage } from './steps/collect-garbage.ts';
import { mergeDuplicates } from './steps/merge-duplicates.ts';
import { tidyStructure } from './structure.ts';
import { Witness } from './verify/witness.ts';
import { writeDocument } from './writing/write-document.ts';

export interface Task {
  readonly source: Uint8Array;
  readonly document: PdfDocument;
  readonly features: FeatureCounts;
  readonly context: EngineContext;
}

/**
 * Builds the smallest result and checks it; when a check fails the next lower rung is tried:
 * without some fonts, without fonts, without some pictures, without pictures, structure only, the original.
 */
export async function climbDown(task: Task): Promise<Uint8Array> {
  const { source, context } = task;
  const { report } = context;
  const job = await report.timed('structure', () => tidyStructure(task.document, context));
  const witness = await report.timed('verify', () =>
    Witness.of(source, context.codecs.pages, { skip: new Set(), signal: context.signal }),
  );
  const bytes = await report.timed('write', () => finish(job, new Map()));
  const verdict = await report.timed('verify', () => witness.compare(bytes, 0, context.signal));
  if (!verdict.isSound) console.log(verdict);
  const read = await readDocument(bytes, context.codecs.deflate);
  const lost = lostFeatures(task.features, countFeatures(read.document));
  if (lost.length) console.log('LOST', lost);
  return bytes;
}

/** Writes the document with edits in place; the job's own document stays as it is. */
async function finish(job: PdfJob, edits: Edits): Promise<Uint8Array> {
  const document = job.document.fork();
  applyEdits(document, edits);
  collectGarbage(document);
  mergeDuplicates(document);
  return writeDocument(document, { deflate: job.context.codecs.deflate, level: 12, classic: job.pdfA === 1 });
}
