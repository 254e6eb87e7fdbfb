import type { Request } from 'express';
import { abandon } from '#platform/read-stream.ts';
import type { FormFile } from '../http/upload-form.ts';
import { comesFromThisMachine } from '../http/this-machine.ts';
import { clientIdentityOf } from '../limits/client-identity.ts';
import { cleanFileName, unescapedFormName } from '../services/uploads/file-name.ts';
import type { AcceptedFile } from '../services/jobs/job-intake.ts';
import type { RequestFingerprint } from '../services/jobs/request-fingerprint.ts';
import type { DeclaredFile } from '../services/uploads/upload-check.ts';
import type { UploadDependencies } from './upload-dependencies.ts';

/** Where a file is, and what its client calls it. */
interface SourceAddress {
  readonly url: string;
  /** [as the server there calls it] */
  readonly name: string | undefined;
}

/** What is made of the files of a request while they arrive. */
export interface FileSink<T> {
  /** Reads a file to its end. @param position in the form */
  take(file: FormFile, position: number): Promise<T>;
  /** Takes a file that is elsewhere. */
  takeUrl(source: SourceAddress, position: number): Promise<T>;
  /** Undoes it, when the rest of the request is refused. */
  discard(file: T): Promise<void>;
}

/** Keeps files for jobs, each held for its client from its first bytes on. @param fingerprint takes them in as well [none does] */
export function storing(
  { intake, limits, metrics, maxFileBytes, sources }: UploadDependencies,
  request: Request,
  signal: AbortSignal,
  fingerprint?: RequestFingerprint,
): FileSink<AcceptedFile> {
  /** Of the body, as far as its length is declared. */
  let leftBytes = Number(request.headers['content-length'] ?? NaN);
  const accept = async (
    bytes: AsyncIterable<Uint8Array>,
    declared: DeclaredFile,
    declaredBytes: number,
  ): Promise<AcceptedFile> => {
    const isCertain = declaredBytes <= maxFileBytes;
    const accepted = await intake.accept(bytes, declared, signal, {
      client: await limits.clientOf(request),
      mostBytes: isCertain ? declaredBytes : maxFileBytes,
      isCertain,
    });
    metrics.uploadBytes.inc(accepted.sourceBytes);
    return accepted;
  };
  const take = async (file: FormFile, position: number): Promise<AcceptedFile> => {
    const fileName = nameOf(file);
    const bytes = fingerprint ? fingerprint.reading(position, fileName, file.bytes) : file.bytes;
    const accepted = await accept(bytes, { fileName, mimeType: file.mimeType }, leftBytes);
    leftBytes -= accepted.sourceBytes;
    return accepted;
  };
  const takeUrl = async ({ url, name }: SourceAddress, position: number): Promise<AcceptedFile> => {
    const { accountId } = clientIdentityOf(request);
    sources.check(url, { accountId, fromThisMachine: comesFromThisMachine(request) });
    fingerprint?.note(position, url);
    const { bytes, fileName, mimeType, declaredBytes = NaN } = await sources.open(url, signal);
    try {
      return await accept(bytes, { fileName: cleanFileName(name ?? fileName), mimeType }, declaredBytes);
    } finally {
      // Of a file that is refused the rest still comes.
      await abandon(bytes);
    }
  };
  return {
    take,
    takeUrl,
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
    takeUrl({ url }, position) {
      fingerprint.note(position, url);
      return Promise.resolve(url);
    },
    discard: () => Promise.resolve(),
  };
}

function nameOf({ fileName }: FormFile): string {
  return cleanFileName(fileName && unescapedFormName(fileName));
}
