import { Readable } from 'node:stream';
import { ZipArchive } from 'archiver';
import type { Response } from 'express';
import type { BatchReport } from '#platform/contracts/api/answers.ts';
import { portableFileName } from '#platform/contracts/portable-file-name.ts';
import { abandon } from '#platform/read-stream.ts';
import { heldBack } from '../http/held-back.ts';
import { EndedInOrder } from '../services/ended-in-order.ts';
import { attachment, resultFileName } from '../services/uploads/file-name.ts';
import type { JobService } from '../services/jobs/job-service.ts';
import type { BatchOutcome } from './batch-work.ts';
import type { AcceptedFile } from '../services/jobs/job-intake.ts';

const ZIP_NAME = 'featherpress_files.zip';
const REPORT_NAME = 'featherpress-report.json';

interface BatchZip {
  /** In the order of the form. */
  readonly files: readonly AcceptedFile[];
  /** How they end; must not reject. Results go into the zip in the order in which they are there. */
  readonly outcomes: readonly Promise<BatchOutcome>[];
  readonly signal: AbortSignal;
}

/**
 * Results go from the store into the zip, unpacked already small enough: nothing is deflated again. While one of them is
 * waited for, the last bytes of the one before keep the connection awake.
 * @throws the signal's reason, or what broke; the response is then to be cut off
 */
export async function sendBatchZip(
  response: Response,
  jobs: Pick<JobService, 'openResult' | 'noteFetched'>,
  { files, outcomes, signal }: BatchZip,
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
  zip.pipe(response);

  const names = entryNames(files);
  const ended = new EndedInOrder(outcomes);
  const nextResult = () => ended.next(({ record }) => record !== undefined);
  let stop = () => {};
  let body: AsyncIterable<Uint8Array> | undefined;
  try {
    let following = nextResult();
    for (let outcome = await Promise.race([following, broken]); outcome;) {
      following = nextResult();
      const mayEnd = new AbortController();
      stop = () => mayEnd.abort();
      void following.then(stop);
      const { file, record } = outcome;
      const stored = await jobs.openResult(record!.id, signal);
      body = stored.body;
      const added = new Promise<void>((resolve) => zip.once('entry', () => resolve()));
      zip.append(Readable.from(heldBack(stored.body, mayEnd.signal)), { name: names.get(file)! });
      await Promise.race([added, broken]);
      outcome = await Promise.race([following, broken]);
    }
    const all = await Promise.all(outcomes);
    response.once('finish', () => {
      for (const { record } of all) if (record) void jobs.noteFetched(record);
    });
    const report = batchReport(all, names);
    zip.append(JSON.stringify(report, null, 2), { name: REPORT_NAME });
    await Promise.race([zip.finalize(), broken]);
  } catch (error) {
    zip.abort();
    throw error;
  } finally {
    stop();
    if (body) await abandon(body);
  }
}

/** The names of all files in the zip, each unlike any other. */
function entryNames(files: readonly AcceptedFile[]): ReadonlyMap<AcceptedFile, string> {
  const taken = new Set([REPORT_NAME]);
  return new Map(
    files.map((file) => {
      // First, so that no later change makes two names the same; the zip library would strip a drive letter.
      const full = portableFileName(resultFileName(file.fileName, file.kind));
      const dot = full.lastIndexOf('.');
      let name = full;
      for (let copy = 2; taken.has(name.toLowerCase()); copy += 1) {
        name = `${full.slice(0, dot)} (${copy})${full.slice(dot)}`;
      }
      taken.add(name.toLowerCase());
      return [file, name];
    }),
  );
}

function batchReport(
  outcomes: readonly BatchOutcome[],
  names: ReadonlyMap<AcceptedFile, string>,
): BatchReport {
  return {
    files: outcomes.map(({ file, record, error }) => ({
      name: file.fileName,
      kind: file.kind,
      sourceBytes: file.sourceBytes,
      ...(record
        ? {
            result: names.get(file),
            outputBytes: record.outputBytes,
            jobId: record.id,
            report: record.report,
          }
        : { error: error?.message, code: error?.code }),
    })),
  };
}
