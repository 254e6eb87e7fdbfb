import type { ReadableStream } from 'node:stream/web';
import { makeZip } from 'client-zip';
import { freeName } from '#platform/contracts/free-name.ts';
import { resultKindOf, type JobRecord } from '#platform/contracts/job.ts';
import { portablePath } from '#platform/contracts/portable-file-name.ts';
import type { StoredObject } from '#platform/ports/object-store.ts';
import { resultFileName } from '../uploads/file-name.ts';
import type { SharedBytes } from './share-records.ts';

export const ZIP_NAME = 'featherpress_files.zip';
/** Bytes that a zip takes for a file beside its content and its name, which stands there twice, at most. */
const BYTES_AROUND_FILE = 256;

/** A result and the folders that it lies in, "trip/day 1/"; empty for none. */
export interface PlacedJob {
  readonly job: JobRecord;
  readonly folder: string;
}

/** A file in a zip of results. */
interface ZipEntry {
  readonly jobId: string;
  readonly name: string;
  readonly bytes: number;
}

/** The files of a zip of the results of several jobs, each under a path of its own. */
export function zipEntries(placed: readonly PlacedJob[]): ZipEntry[] {
  const taken = new Set<string>();
  return placed.map(({ job, folder }) => {
    const path = portablePath(`${folder}/${resultFileName(job.fileName, resultKindOf(job))}`);
    return { jobId: job.id, name: freeName(path, taken), bytes: job.outputBytes ?? 0 };
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
  const sizes = entries.map(({ name, bytes }) => bytes + 2 * Buffer.byteLength(name) + BYTES_AROUND_FILE);
  return {
    body: makeZip(inputs()) as ReadableStream<Uint8Array>,
    bytes: sizes.reduce((sum, size) => sum + size, 0),
    contentType: 'application/zip',
  };
}
