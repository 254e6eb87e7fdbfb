import type { Request } from 'express';
import type { JobOptions } from '#engine/index.ts';
import { maxBodyBytes } from '../http/body-length.ts';
import { isRawUpload, readRawUpload } from '../http/raw-upload.ts';
import { readUploadForm, type FormField, type FormFile } from '../http/upload-form.ts';
import { ApiError } from '../services/api-error.ts';
import { cleanFileName } from '../services/file-name.ts';
import type { AcceptedFile } from '../services/job-intake.ts';
import type { JobService } from '../services/job-service.ts';
import { queryOf, requestOptions } from './request-options.ts';
import { requestTargets } from './request-targets.ts';
import type { UploadDependencies } from './upload-dependencies.ts';

/** A file that has arrived, and what is to be done with it. */
export interface ReceivedFile {
  readonly file: AcceptedFile;
  readonly options: JobOptions;
}

/**
 * The one file of a request: of a form, or the body itself. Options are read before the file is taken, so that a wrong
 * one costs no upload, and once more when the form has ended, since they may follow the file.
 * @throws ApiError; nothing is left then
 */
export async function receiveFile(
  dependencies: UploadDependencies,
  request: Request,
  signal: AbortSignal,
): Promise<ReceivedFile> {
  const limits = { maxBodyBytes: maxBodyBytes('/api/compress', dependencies.maxFileBytes) };
  if (isRawUpload(request)) {
    const options = requestOptions(request, [], ['name']);
    const deliver = requestTargets(dependencies.targets, request, []);
    const name = queryOf(request).get('name') ?? undefined;
    const file = await readRawUpload(request, { ...limits, name }, (body) =>
      acceptFile(dependencies, request, body, signal),
    );
    return { file: { ...file, deliver }, options };
  }
  const { files, options } = await receiveForm(dependencies, request, signal, {
    ...limits,
    field: 'file',
    maxFiles: 1,
    tooMany: new ApiError('too-many-files', {
      message: 'Send one file per request, or several to /api/compress/batch.',
    }),
    noFile: 'missing-file',
  });
  // A form without a file was refused.
  return { file: files[0]!, options };
}

interface FilesForm {
  readonly field: string;
  readonly maxFiles: number;
  readonly tooMany: ApiError;
  readonly noFile: 'missing-file' | 'missing-files';
  readonly maxBodyBytes: number;
  readonly isBatch?: boolean;
  /** Called before a file is taken, with its place in the form. */
  readonly onTake?: (position: number) => Promise<void>;
}

/**
 * All files of a form, in its order, with the options that hold for them.
 * @throws ApiError; the files that had arrived are then deleted
 */
export async function receiveForm(
  dependencies: UploadDependencies,
  request: Request,
  signal: AbortSignal,
  { onTake = () => Promise.resolve(), ...form }: FilesForm,
): Promise<{ files: AcceptedFile[]; options: JobOptions }> {
  const files: AcceptedFile[] = [];
  const targetsIn = (fields: readonly FormField[]) =>
    requestTargets(dependencies.targets, request, fields, form);
  let taken = 0;
  try {
    const fields = await readUploadForm(request, {
      ...form,
      async onFile(part, before) {
        const position = taken++;
        requestOptions(request, before);
        targetsIn(before);
        await onTake(position);
        files[position] = await acceptFile(dependencies, request, part, signal);
      },
    });
    const options = requestOptions(request, fields);
    const deliver = targetsIn(fields);
    const batch = form.isBatch ? { batch: files.map(({ jobId }) => jobId) } : {};
    const targets = deliver && { ...deliver, ...batch };
    return { files: files.map((file) => ({ ...file, deliver: targets })), options };
  } catch (error) {
    await discardAll(dependencies.jobs, files);
    throw error;
  }
}

/** @param files those that did not arrive are missing */
async function discardAll(jobs: JobService, files: readonly (AcceptedFile | undefined)[]): Promise<void> {
  const arrived = files.filter((file) => file !== undefined);
  await Promise.allSettled(arrived.map(({ jobId }) => jobs.discard(jobId)));
}

async function acceptFile(
  { jobs, limits, metrics }: UploadDependencies,
  request: Request,
  { fileName, mimeType, bytes }: FormFile,
  signal: AbortSignal,
): Promise<AcceptedFile> {
  const accepted = await jobs.accept(
    bytes,
    { fileName: cleanFileName(unescaped(fileName)), mimeType },
    signal,
  );
  metrics.uploadBytes.inc(accepted.sourceBytes);
  return { ...accepted, client: await limits.clientOf(request) };
}

/** Forms escape three characters of a name. Source: HTML Standard, "multipart/form-data encoding algorithm". */
function unescaped(formName: string | undefined): string | undefined {
  return formName?.replace(/%22/g, '"').replace(/%0[ad]/gi, ' ');
}
