import type { Findings } from '../../../api/report/report.ts';
import type { PdfJob } from '../flow/pdf-job.ts';
import type { PdfDocument } from '../model/document.ts';
import { PdfDict } from '../model/objects.ts';
import { reachable } from '../model/walk.ts';
import { counted } from './tidy-step.ts';

/**
 * Drops objects that nothing leads to from the catalog and the information dictionary: older versions left by
 * incremental updates, linearisation hints, remains of deleted pages.
 */
export function dropUnreachable({ document }: PdfJob): Partial<Findings> {
  return { changes: counted('unreachable-dropped', collectGarbage(document)) };
}

/** As {@link dropUnreachable}, of any document. @returns how many objects went */
export function collectGarbage(document: PdfDocument): number {
  for (const key of ['Root', 'Info']) {
    const value = document.trailer.get(key);
    if (value instanceof PdfDict) document.trailer.set(key, document.add(value));
  }
  const id = document.array(document.trailer.get('ID'));
  if (id)
    document.trailer.set(
      'ID',
      id.map((part) => document.resolve(part)),
    );
  const reached = reachable(document);
  let dropped = 0;
  for (const num of [...document.objects.keys()]) {
    // References to null are written as null. MuPDF does not find a null in an object stream.
    if (reached.has(num) && document.objects.get(num) !== null) continue;
    document.objects.delete(num);
    dropped++;
  }
  return dropped;
}
