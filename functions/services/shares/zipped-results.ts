import type { ReadableStream } from 'node:stream/web';
import { makeZip } from 'client-zip';
import { freeName } from '#platform/contracts/free-name.ts';
import { resultKindOf, type JobRecord } from '#platform/contracts/job.ts';
import { portableFileName } from '#platform/contracts/portable-file-name.ts';
import type { StoredObject } from '#platform/ports/object-store.ts';
import { resultFileName } from '../uploads/file-name.ts';
import type { SharedBytes } from './share-records.ts';

export const ZIP_NAME = 'featherpress_files.zip';
/** Bytes that a zip takes for a file beside its content, at most: two headers and the name twice. */
const BYTES_AROUND_FILE = 1_024;

/**
 * One zip of the results of several jobs, opened one after the other and packed no further: they are small already.
 * @returns `bytes` is the most that it takes; the body rejects with what `open` throws
 */
export function zippedResults(
  jobs: readonly JobRecord[],
  open: (jobId: string) => Promise<StoredObject>,
): SharedBytes {
  const taken = new Set<string>();
  async function* entries() {
    for (const job of jobs) {
      const name = portableFileName(resultFileName(job.fileName, resultKindOf(job)));
      const { body } = await open(job.id);
      yield { name: freeName(name, taken), input: body };
    }
  }
  const resultBytes = jobs.reduce((sum, { outputBytes = 0 }) => sum + outputBytes, 0);
  return {
    body: makeZip(entries()) as ReadableStream<Uint8Array>,
    bytes: resultBytes + jobs.length * BYTES_AROUND_FILE,
    contentType: 'application/zip',
  };
}
