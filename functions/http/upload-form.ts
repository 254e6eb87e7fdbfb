import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import busboy from 'busboy';
import { API_ERRORS, type ApiErrorCode } from '#platform/contracts/api-errors.ts';
import { ApiError } from '../services/api-error.ts';
import { drain } from './drain.ts';
import { watchBody, type BodyLimits } from './watch-body.ts';

/** A file as it arrives. Its bytes must be read to the end, or the form fails. */
export interface FormFile {
  readonly fileName: string | undefined;
  readonly mimeType: string;
  readonly bytes: Readable;
}

/** A field of a form with its text, in the order of the form; a name may come twice. */
export type FormField = readonly [name: string, text: string];

export interface UploadFormOptions extends BodyLimits {
  /** The one field that may hold files. */
  readonly field: string;
  readonly maxFiles: number;
  readonly tooMany: ApiError;
  readonly noFile: ApiErrorCode;
  /** Takes one file, when the one before it is taken. `fields` are those before it. */
  readonly onFile: (file: FormFile, fields: readonly FormField[]) => Promise<void>;
}

/** Small ones only: the options of a job, and addresses, see MAX_RECEIVER_LENGTH. */
const FIELD_LIMITS = { fieldNameSize: 100, fieldSize: 4_097, fields: 10, parts: 40, headerPairs: 50 };

/**
 * Reads a multipart form and hands on its files while they arrive, no faster than they are taken.
 * When it throws, the rest of the request is being drained, so that an answer can still reach the client,
 * and every `onFile` has ended.
 * @returns all fields, those after the files too: many clients cannot order what they send
 * @throws ApiError "invalid-request", "too-large", `noFile`, `tooMany`, or what `onFile` threw
 */
export async function readUploadForm(
  request: IncomingMessage,
  options: UploadFormOptions,
): Promise<FormField[]> {
  const parser = createParser(request, options.noFile);
  const fields: FormField[] = [];
  const work: Promise<void>[] = [];

  const parsed = new Promise<void>((resolve, reject) => {
    parser.on('field', (named: string | undefined, value, info) => {
      // A part without a name has an empty one.
      const name = named ?? '';
      if (isField(options, name)) reject(withoutFileName(options, name));
      else if (info.valueTruncated || info.nameTruncated) reject(invalid(`The field "${name}" is too long.`));
      else fields.push([name, value]);
    });
    parser.on('file', (named: string | undefined, bytes, info) => {
      const name = named ?? '';
      // Its reader gets the error as well; without a reader it must not end the process.
      bytes.on('error', () => {});
      if (!isField(options, name)) return reject(wrongField(options, name));
      if (work.length === options.maxFiles) return reject(options.tooMany);
      const before = [...fields];
      const take = async () => {
        if (isNameless(info)) await refuseEmpty(bytes, options);
        await options.onFile({ fileName: info.filename, mimeType: info.mimeType, bytes }, before);
      };
      // One after the other: the parser hands on no more of a file while one before it is not read.
      const taken = (work.at(-1) ?? Promise.resolve()).then(take);
      work.push(taken);
      taken.catch(reject);
    });
    parser.on('fieldsLimit', () => reject(invalid('The form has too many fields.')));
    parser.on('partsLimit', () => reject(options.tooMany));
    // A body that breaks off does not end it, and is met by the watch.
    parser.on('error', () => reject(malformed()));
    parser.on('close', resolve);
    const unwatch = watchBody(request, options, reject);
    parser.once('close', unwatch);
  });

  request.pipe(parser);
  try {
    await parsed;
    await Promise.all(work);
  } catch (error) {
    request.unpipe(parser);
    drain(request);
    parser.destroy();
    await Promise.allSettled(work);
    throw error;
  }
  if (work.length === 0) throw new ApiError(options.noFile);
  return fields;
}

function createParser(request: IncomingMessage, noFile: ApiErrorCode): busboy.Busboy {
  const type = request.headers['content-type'] ?? '';
  if (!/^multipart\/form-data\b/i.test(type)) throw noForm(type, noFile);
  try {
    return busboy({ headers: request.headers, limits: FIELD_LIMITS, defParamCharset: 'utf8' });
  } catch {
    throw invalid(
      'The Content-Type "multipart/form-data" names no boundary between the parts. Leave this header to your client, which makes both.',
    );
  }
}

/** PHP and others call a field of several files "files[]" or number it: "files[0]". */
function isField({ field, maxFiles }: UploadFormOptions, name: string): boolean {
  return name === field || (maxFiles > 1 && name.replace(/\[\d*\]$/, '') === field);
}

/** The usual text, and what to change. */
function wrongField({ field, noFile }: UploadFormOptions, received: string): ApiError {
  const message = `${API_ERRORS[noFile].message}: send it in the field "${field}", not in "${received.slice(0, 40)}".`;
  return new ApiError(noFile, { message });
}

/** Without a file name a part is a text, whatever it holds; several languages have a call that leaves it out. */
function withoutFileName({ noFile }: UploadFormOptions, name: string): ApiError {
  const message = `${API_ERRORS[noFile].message}: the field "${name}" came as a text. Send it with a file name, such as filename="photo.jpg".`;
  return new ApiError(noFile, { message });
}

function noForm(type: string, noFile: ApiErrorCode): ApiError {
  if (type === '') return new ApiError(noFile);
  const message = `${API_ERRORS[noFile].message}: a body of the type "${type.slice(0, 40)}" is no form. Send multipart/form-data, or one file as application/octet-stream.`;
  return new ApiError(noFile, { message });
}

/** All that has come is no form, and sending it again would not change that. */
function malformed(): ApiError {
  return invalid(
    'The form is not well formed: it does not end with its boundary, or headers of a part cannot be read.',
  );
}

/** Of a file input in which nothing was chosen, and of clients that were given bytes alone. */
function isNameless({ filename, mimeType }: busboy.FileInfo): boolean {
  return !filename && mimeType === 'application/octet-stream';
}

/** @throws ApiError where nothing was chosen: such a part has no bytes */
async function refuseEmpty(bytes: Readable, { noFile }: UploadFormOptions): Promise<void> {
  // A form that broke off meanwhile has closed it: its last event has passed.
  if (!bytes.destroyed)
    await new Promise((resolve) => bytes.once('readable', resolve).once('close', resolve));
  if (bytes.readableLength === 0) throw new ApiError(noFile);
}

function invalid(message: string): ApiError {
  return new ApiError('invalid-request', { message });
}
