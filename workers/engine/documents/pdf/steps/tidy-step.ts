import { change } from '../../../api/report/findings.ts';
import type { ChangeCode } from '../../../api/report/report-codes.ts';
import type { Change, Findings } from '../../../api/report/report.ts';
import type { PdfJob } from '../flow/pdf-job.ts';

/**
 * One lossless change to a whole document, in place.
 * @returns what it did and left alone
 */
export type TidyStep = (job: PdfJob) => Partial<Findings> | Promise<Partial<Findings>>;

/** The change that so many objects went through; none for none. */
export function counted(code: ChangeCode, count: number): Change[] {
  return count > 0 ? [change(code, { count })] : [];
}
