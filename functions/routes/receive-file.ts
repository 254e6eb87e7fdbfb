import type { Request } from 'express';
import type { JobOptions } from '#engine/index.ts';
import type { DeliveryTargets } from '#platform/contracts/delivery-targets.ts';
import { maxBodyBytes } from '../http/body-length.ts';
import { readJson } from '../http/json-body.ts';
import { isRawUpload, readRawUpload } from '../http/raw-upload.ts';
import { readUploadForm, type FormField } from '../http/upload-form.ts';
import { ApiError } from '../services/api-error.ts';
import type { FileSink } from './file-sinks.ts';
import { queryOf, requestOptions } from './request-options.ts';

/** A file that has arrived, and what is to be done with it. */
interface ReceivedFile<T> extends RequestOptions {
  readonly file: T;
}

/** What a request asks for beside its files. */
export interface RequestOptions {
  readonly options: JobOptions;
  /** Where its client wants to hear of it [nowhere]. */
  readonly targets: DeliveryTargets | undefined;
}

/** Reads where to deliver of the fields of a form, see request-targets.ts. @throws ApiError */
export type TargetsOf = (fields: readonly FormField[]) => DeliveryTargets | undefined;

/**
 * The one file of a request: of a form, or the body itself. Options are read before the file is taken, so that a wrong
 * one costs no upload, and once more when the form has ended, since they may follow the file.
 * @throws ApiError; nothing is left then
 */
export async function receiveFile<T>(
  request: Request,
  { maxFileBytes, targetsOf }: { readonly maxFileBytes: number; readonly targetsOf: TargetsOf },
  sink: FileSink<T>,
): Promise<ReceivedFile<T>> {
  const limits = { maxBodyBytes: maxBodyBytes('/api/compress', maxFileBytes) };
  if (request.is('application/json')) return receiveUrl(request, targetsOf, sink);
  if (isRawUpload(request)) {
    const options = requestOptions(request, [], ['name']);
    const targets = targetsOf([]);
    const name = queryOf(request).get('name') ?? undefined;
    const file = await readRawUpload(request, { ...limits, name }, (body) => sink.take(body, 0));
    return { file, options, targets };
  }
  const { files, ...asked } = await receiveForm(request, sink, {
    ...limits,
    targetsOf,
    field: 'file',
    maxFiles: 1,
    tooMany: new ApiError('too-many-files', {
      message: 'Send one file per request, or several to /api/compress/batch.',
    }),
    noFile: 'missing-file',
  });
  // A form without a file was refused.
  return { file: files[0]!, ...asked };
}

/** A file that JSON names by its address, its options beside it. @throws ApiError */
async function receiveUrl<T>(
  request: Request,
  targetsOf: TargetsOf,
  sink: FileSink<T>,
): Promise<ReceivedFile<T>> {
  const { url, name, ...rest } = await readJson(request, 'missing-file');
  if (typeof url !== 'string' || (name !== undefined && typeof name !== 'string'))
    throw new ApiError('missing-file', {
      message:
        'No file uploaded: JSON names one by its address, as {"url": "https://example.org/photo.jpg"}.',
    });
  const fields = Object.entries(rest).map(([key, value]): FormField => [key, textOf(value)]);
  const asked = { options: requestOptions(request, fields, ['name']), targets: targetsOf(fields) };
  return { file: await sink.takeUrl({ url, name }, 0), ...asked };
}

/** An option of JSON as a form has it. */
function textOf(value: unknown): string {
  return Array.isArray(value) ? value.join(',') : typeof value === 'object' ? '' : String(value);
}

interface FilesForm<T> {
  readonly field: string;
  readonly maxFiles: number;
  readonly tooMany: ApiError;
  readonly noFile: 'missing-file' | 'missing-files';
  readonly maxBodyBytes: number;
  readonly targetsOf: TargetsOf;
  /** Called before a file is taken, with its place in the form. */
  readonly onTake?: (position: number) => Promise<void>;
  /** Called when a file has arrived, with the fields before it. */
  readonly onArrived?: (file: T, position: number, before: readonly FormField[]) => void;
}

/**
 * All files of a form, in its order, with the options that hold for them.
 * @throws ApiError; the files that had arrived are then discarded
 */
export async function receiveForm<T>(
  request: Request,
  sink: FileSink<T>,
  { onTake = () => Promise.resolve(), onArrived = () => {}, targetsOf, ...form }: FilesForm<T>,
): Promise<RequestOptions & { files: T[] }> {
  const files: T[] = [];
  let taken = 0;
  try {
    const fields = await readUploadForm(request, {
      ...form,
      async onFile(part, before) {
        const position = taken++;
        requestOptions(request, before);
        targetsOf(before);
        await onTake(position);
        const file = await sink.take(part, position);
        files[position] = file;
        onArrived(file, position, before);
      },
    });
    return { files, options: requestOptions(request, fields), targets: targetsOf(fields) };
  } catch (error) {
    // Those that did not arrive are missing, and are passed over.
    const arrived = files.filter(() => true);
    await Promise.allSettled(arrived.map((file) => sink.discard(file)));
    throw error;
  }
}
