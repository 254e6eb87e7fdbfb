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

/** A file in a zip of results. */
interface ZipEntry {
  readonly jobId: string;
  readonly name: string;
  readonly bytes: number;
}

/** The files of a zip of the results of several jobs, each under a name of its own. */
export function zipEntries(jobs: readonly JobRecord[]): ZipEntry[] {
  const taken = new Set<string>();
  return jobs.map(({ id, outputBytes = 0, ...job }) => {
    const name = portableFileName(resultFileName(job.fileName, resultKindOf(job)));
    return { jobId: id, name: freeName(name, taken), bytes: outputBytes };
  });
}

/**
 * One zip of results, opened one after the other and packed no further: they are small already.
 * @returns `bytes` is the most that it takes; the body rejects with what `open` throws
 */
export function zippedResults(
  entries: readonly ZipEntry[],
  open: (jobId: string) => Promise<StoredObject>,
): SharedBytes {
  async function* inputs() {
    for (const { jobId, name } of entries) yield { name, input: (await open(jobId)).body };
  }
  const resultBytes = entries.reduce((sum, { bytes }) => sum + bytes, 0);
  return {
    body: makeZip(inputs()) as ReadableStream<Uint8Array>,
    bytes: resultBytes + entries.length * BYTES_AROUND_FILE,
    contentType: 'application/zip',
  };
}
