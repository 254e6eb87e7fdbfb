import { once } from 'node:events';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { makeZip } from 'client-zip';
import type { Response } from 'express';
import { nameForKind } from '#engine/index.ts';
import type { BatchReport } from '#platform/contracts/api/answers.ts';
import { resultKindOf, type JobRecord } from '#platform/contracts/job.ts';
import { freeName } from '#platform/contracts/free-name.ts';
import { portableFileName } from '#platform/contracts/portable-file-name.ts';
import { abandon } from '#platform/read-stream.ts';
import { heldBack } from '../http/held-back.ts';
import { EndedInOrder } from '../services/ended-in-order.ts';
import { ZIP_NAME } from '../services/shares/zipped-results.ts';
import { attachment, resultFileName } from '../services/uploads/file-name.ts';
import type { JobService } from '../services/jobs/job-service.ts';
import type { BatchOutcome } from './batch-work.ts';
import type { AcceptedFile } from '../services/jobs/job-intake.ts';

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
 * @throws the signal's reason, or what broke; the response is then to be cut off, if it has begun
 */
export async function sendBatchZip(
  response: Response,
  jobs: Pick<JobService, 'openResult' | 'noteFetched'>,
  { files, outcomes, signal }: BatchZip,
): Promise<void> {
  response.setHeader('Content-Type', 'application/zip');
  response.setHeader('Content-Disposition', attachment(ZIP_NAME));
  response.setHeader('Cache-Control', 'no-store');

  const names = new EntryNames(files);
  const ended = new EndedInOrder(outcomes);
  const nextResult = () => ended.next(({ record }) => record !== undefined);
  let stop = () => {};
  let body: AsyncIterable<Uint8Array> | undefined;
  async function* entries() {
    let following = nextResult();
    for (let outcome = await following; outcome; outcome = await following) {
      following = nextResult();
      const mayEnd = new AbortController();
      stop = () => mayEnd.abort();
      void following.then(stop);
      const { file, record } = outcome;
      ({ body } = await jobs.openResult(record!.id, signal));
      yield { name: names.of(file, record!), input: heldBack(body, mayEnd.signal) };
    }
    const all = await Promise.all(outcomes);
    response.once('finish', () => {
      for (const { record } of all) if (record) void jobs.noteFetched(record);
    });
    yield { name: REPORT_NAME, input: JSON.stringify(batchReport(all, names), null, 2) };
  }

  const zip = Readable.fromWeb(makeZip(entries()) as ReadableStream<Uint8Array>);
  zip.on('error', () => {});
  try {
    // The first result is open then: a pipe that fails before would break the line off without an answer.
    await once(zip, 'readable', { signal });
    await pipeline(zip, response, { signal });
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    stop();
    zip.destroy();
    if (body) await abandon(body);
  }
}

/** The names of all files in the zip, each unlike any other. */
class EntryNames {
  private readonly taken = new Set([REPORT_NAME]);
  private readonly names: Map<AcceptedFile, string>;

  /** Every file has a name before the first one ends, so that names do not hang on the order in which they end. */
  constructor(files: readonly AcceptedFile[]) {
    // First, so that no later change makes two names the same.
    this.names = new Map(
      files.map((file) => [
        file,
        freeName(portableFileName(resultFileName(file.fileName, file.kind)), this.taken),
      ]),
    );
  }

  /** @param record of the file, whose result may be of another kind */
  of(file: AcceptedFile, record: JobRecord): string {
    const name = this.names.get(file)!;
    const fitting = nameForKind(name, resultKindOf(record));
    if (fitting === name) return name;
    const own = freeName(fitting, this.taken);
    this.names.set(file, own);
    return own;
  }
}

function batchReport(outcomes: readonly BatchOutcome[], names: EntryNames): BatchReport {
  return {
    files: outcomes.map(({ file, record, error }) => ({
      name: file.fileName,
      kind: file.kind,
      sourceBytes: file.sourceBytes,
      ...(record
        ? {
            result: names.of(file, record),
            outputBytes: record.outputBytes,
            jobId: record.id,
            report: record.report,
          }
        : { error: error?.message, code: error?.code }),
    })),
  };
}
