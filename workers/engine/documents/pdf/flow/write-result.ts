import { applyEdits, type Edits } from '../model/edits.ts';
import type { PdfJob } from './pdf-job.ts';
import { collectGarbage } from '../steps/drop-unreachable.ts';
import { mergeEqualObjects } from '../steps/merge-duplicates.ts';
import { writeDocument } from '../writing/write-document.ts';

/**
 * Writes the document with edits in place; the job's own document stays as it is.
 * @param level deflate level of what is packed while writing, 1 to 12 [12]
 */
export async function writeResult(job: PdfJob, edits: Edits, level = 12): Promise<Uint8Array> {
  const document = job.document.fork();
  applyEdits(document, edits);
  collectGarbage(document);
  mergeEqualObjects(document);
  return writeDocument(document, {
    deflate: job.context.codecs.deflate,
    level,
    classic: job.claims.rules.isClassic ?? false,
  });
}
