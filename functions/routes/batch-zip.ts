import { Readable } from 'node:stream';
import { ZipArchive } from 'archiver';
import type { Response } from 'express';
import type { BatchReport } from '#platform/contracts/api/answers.ts';
import type { JobRecord } from '#platform/contracts/job.ts';
import type { ApiError } from '../services/api-error.ts';
import { attachment, portableFileName, resultFileName } from '../services/file-name.ts';
import type { AcceptedFile } from '../services/job-intake.ts';
import type { JobService } from '../services/job-service.ts';

const ZIP_NAME = 'featherpress_files.zip';
const REPORT_NAME = 'featherpress-report.json';

/** How one file of a batch ended. */
export interface BatchOutcome {
  readonly file: AcceptedFile;
  readonly record?: JobRecord;
  readonly error?: ApiError;
}

/** One result after the other goes from the store into the zip, unpacked already small enough: nothing is deflated again. */
export async function sendBatchZip(
  response: Response,
  jobs: JobService,
  outcomes: readonly BatchOutcome[],
  signal: AbortSignal,
): Promise<void> {
  const zip = new ZipArchive({ store: true });
  const broken = new Promise<never>((_resolve, reject) => {
    zip.on('error', reject);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  broken.catch(() => {});
  response.setHeader('Content-Type', 'application/zip');
  response.setHeader('Content-Disposition', attachment(ZIP_NAME));
  response.setHeader('Cache-Control', 'no-store');
  setBatchHeaders(response, outcomes);
  zip.pipe(response);

  const entries = namedEntries(outcomes);
  try {
    for (const { outcome, name } of entries) {
      if (!outcome.record) continue;
      const stored = await jobs.openResult(outcome.record.id, signal);
      const added = new Promise<void>((resolve) => zip.once('entry', () => resolve()));
      zip.append(Readable.from(stored.body), { name });
      await Promise.race([added, broken]);
    }
    zip.append(JSON.stringify(batchReport(entries), null, 2), { name: REPORT_NAME });
    await Promise.race([zip.finalize(), broken]);
  } catch (error) {
    zip.abort();
    throw error;
  }
}

/** What a client must know that never looks into the zip. */
function setBatchHeaders(response: Response, outcomes: readonly BatchOutcome[]): void {
  const records = outcomes.flatMap(({ record }) => record ?? []);
  response.setHeader('X-File-Count', outcomes.length);
  response.setHeader('X-Failed-Count', outcomes.length - records.length);
  const targets = records.flatMap(({ report }) => report?.target ?? []);
  if (targets.length > 0) response.setHeader('X-Target-Met', String(targets.every(({ met }) => met)));
}

interface Entry {
  readonly outcome: BatchOutcome;
  /** Name inside the zip, unlike any other. */
  readonly name: string;
}

function namedEntries(outcomes: readonly BatchOutcome[]): Entry[] {
  const taken = new Set([REPORT_NAME]);
  return outcomes.map((outcome) => {
    // First, so that no later change makes two names the same; the zip library would strip a drive letter.
    const full = portableFileName(resultFileName(outcome.file.fileName, outcome.file.kind));
    const dot = full.lastIndexOf('.');
    let name = full;
    for (let copy = 2; taken.has(name.toLowerCase()); copy += 1) {
      name = `${full.slice(0, dot)} (${copy})${full.slice(dot)}`;
    }
    taken.add(name.toLowerCase());
    return { outcome, name };
  });
}

function batchReport(entries: readonly Entry[]): BatchReport {
  return {
    files: entries.map(({ outcome: { file, record, error }, name }) => ({
      name: file.fileName,
      kind: file.kind,
      sourceBytes: file.sourceBytes,
      ...(record
        ? { result: name, outputBytes: record.outputBytes, jobId: record.id, report: record.report }
        : { error: error?.message, code: error?.code }),
    })),
  };
}
