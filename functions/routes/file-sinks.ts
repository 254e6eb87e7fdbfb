import type { Request } from 'express';
import type { FormFile } from '../http/upload-form.ts';
import { cleanFileName, unescapedFormName } from '../services/uploads/file-name.ts';
import type { AcceptedFile } from '../services/jobs/job-intake.ts';
import type { RequestFingerprint } from '../services/jobs/request-fingerprint.ts';
import type { UploadDependencies } from './upload-dependencies.ts';

/** What is made of the files of a request while they arrive. */
export interface FileSink<T> {
  /** Reads a file to its end. @param position in the form */
  take(file: FormFile, position: number): Promise<T>;
  /** Undoes it, when the rest of the request is refused. */
  discard(file: T): Promise<void>;
}

/** Keeps files for jobs, each held for its client from its first bytes on. @param fingerprint takes them in as well [none does] */
export function storing(
  { intake, limits, metrics, maxFileBytes }: UploadDependencies,
  request: Request,
  signal: AbortSignal,
  fingerprint?: RequestFingerprint,
): FileSink<AcceptedFile> {
  /** Of the body, as far as its length is declared. */
  let leftBytes = Number(request.headers['content-length'] ?? NaN);
  /** What is left for a file shows when the one before is there. */
  let before: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = before.then(work);
    before = done.catch(() => {}); // Its own caller gets the failure.
    return done;
  };
  const take = async (file: FormFile, position: number): Promise<AcceptedFile> => {
    const fileName = nameOf(file);
    const bytes = fingerprint ? fingerprint.reading(position, fileName, file.bytes) : file.bytes;
    const isCertain = leftBytes <= maxFileBytes;
    const accepted = await intake.accept(bytes, { fileName, mimeType: file.mimeType }, signal, {
      client: await limits.clientOf(request),
      mostBytes: isCertain ? leftBytes : maxFileBytes,
      isCertain,
    });
    leftBytes -= accepted.sourceBytes;
    metrics.uploadBytes.inc(accepted.sourceBytes);
    return accepted;
  };
  return {
    take: (file, position) => inTurn(() => take(file, position)),
    discard: ({ jobId }) => intake.discard(jobId),
  };
}

/** Reads files that are known already, for their fingerprint and their names. */
export function readingAgain(fingerprint: RequestFingerprint): FileSink<string> {
  return {
    async take(file, position) {
      const fileName = nameOf(file);
      for await (const _chunk of fingerprint.reading(position, fileName, file.bytes));
      return fileName;
    },
    discard: () => Promise.resolve(),
  };
}

function nameOf({ fileName }: FormFile): string {
  return cleanFileName(fileName && unescapedFormName(fileName));
}
