import type { Request } from 'express';
import type { FormFile } from '../http/upload-form.ts';
import { cleanFileName, unescapedFormName } from '../services/file-name.ts';
import type { AcceptedFile } from '../services/job-intake.ts';
import type { RequestFingerprint } from '../services/request-fingerprint.ts';
import type { UploadDependencies } from './upload-dependencies.ts';

/** What is made of the files of a request while they arrive. */
export interface FileSink<T> {
  /** Reads a file to its end. @param position in the form */
  take(file: FormFile, position: number): Promise<T>;
  /** Undoes it, when the rest of the request is refused. */
  discard(file: T): Promise<void>;
}

/** Keeps files for jobs. @param fingerprint takes them in as well [none does] */
export function storing(
  { jobs, limits, metrics }: UploadDependencies,
  request: Request,
  signal: AbortSignal,
  fingerprint?: RequestFingerprint,
): FileSink<AcceptedFile> {
  return {
    async take(file, position) {
      const fileName = nameOf(file);
      const bytes = fingerprint ? fingerprint.reading(position, fileName, file.bytes) : file.bytes;
      const accepted = await jobs.accept(bytes, { fileName, mimeType: file.mimeType }, signal);
      metrics.uploadBytes.inc(accepted.sourceBytes);
      return { ...accepted, client: await limits.clientOf(request) };
    },
    discard: ({ jobId }) => jobs.discard(jobId),
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
