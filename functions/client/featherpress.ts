import type {
  Batch,
  Delivery,
  DeliveryList,
  DeliveryPage,
  Job,
  JobProgress,
  Profile,
  SecretRequest,
  Share,
  ShareList,
  ShareRequest,
  Stats,
  Token,
  Usage,
  WebhookSecrets,
} from './api-types.ts';
import { FeatherpressError } from './featherpress-error.ts';
import { FetchedFile } from './fetched-file.ts';
import { followJob, type JobUpdate } from './follow-job.ts';
import { jobFields, type CompressOptions } from './job-fields.ts';
import { RESUMABLE_FROM_BYTES } from './resumable-upload.ts';
import { resumedBody } from './resumed-body.ts';
import { sendInPieces } from './send-in-pieces.ts';
import { sendWithProgress, type UploadProgress } from './send-with-progress.ts';
import { LAST_WORD_MS, ServerLine, uploadLimitMs, type ServerLineOptions } from './server-line.ts';

/** A file as programs have it. In Node, `openAsBlob` of `node:fs` gives one that is read while it is sent. */
export type FileSource = Blob | ArrayBuffer | Uint8Array;

export interface StartOptions extends CompressOptions {
  /** Its name; that of a File is taken where this is not set. */
  readonly name?: string | undefined;
  /** Ends the call with the signal's reason; `compress` ends the job as well. */
  readonly signal?: AbortSignal | undefined;
  readonly onUploadProgress?: ((progress: UploadProgress) => void) | undefined;
  /** Address that is told when the job has ended, signed. Needs a key. */
  readonly webhook?: string | undefined;
  /** Presigned address that the result is sent to by PUT. */
  readonly resultUrl?: string | undefined;
}

export interface CompressCallOptions extends StartOptions {
  /** Told how far the job is, once the file has arrived. */
  readonly onProgress?: ((progress: JobProgress) => void) | undefined;
}

export interface NamedFile {
  readonly file: FileSource;
  readonly name?: string | undefined;
}

/** The result of a job with what was done to it. */
export class CompressedFile extends FetchedFile {
  readonly job: Job;
  /** What was done to the file, what was not changed, and why. */
  readonly report: NonNullable<Job['report']>;

  constructor(job: Job, body: ReadableStream<Uint8Array<ArrayBuffer>>, headers: Headers) {
    super(body, headers);
    if (!job.report) throw unexpected('a job without a report');
    this.job = job;
    this.report = job.report;
  }
}

/** The zip of a batch. */
export class CompressedBatch extends FetchedFile {
  /** Files that were sent. */
  readonly fileCount: number;
  /**
   * Those that could not be compressed; undefined where the zip began before the last file was done. `featherpress-report.json`
   * in the zip names them and says why.
   */
  readonly failedCount: number | undefined;

  constructor(body: ReadableStream<Uint8Array<ArrayBuffer>>, headers: Headers) {
    super(body, headers);
    this.fileCount = Number(headers.get('x-file-count'));
    const failed = headers.get('x-failed-count');
    this.failedCount = failed === 'unknown' ? undefined : Number(failed);
  }
}

/**
 * A client of one installation of Featherpress, for browsers and for Node 20 and later. Every call is made again over broken
 * lines and busy servers; every call throws a FeatherpressError when it does not succeed.
 */
export class Featherpress {
  readonly #line: ServerLine;

  constructor(options: ServerLineOptions) {
    this.#line = new ServerLine(options);
  }

  /**
   * Compresses one file: sends it, follows its job and fetches the result. The server fetches a file that is given by its address.
   * When the signal ends it early, the job is ended and its files are deleted.
   */
  async compress(file: FileSource | URL, options: CompressCallOptions = {}): Promise<CompressedFile> {
    const { signal, onProgress } = options;
    const { id } = await this.start(file, options);
    try {
      for await (const update of this.follow(id, { signal }))
        if (update.type === 'progress') onProgress?.(update.progress);
        else return await this.#resultOf(update.job, signal);
    } catch (error) {
      const inTime = { signal: AbortSignal.timeout(LAST_WORD_MS) };
      if (signal?.aborted) await this.cancel(id, inTime).catch(() => {}); // It expires by itself.
      throw error;
    }
    throw unexpected('the events of a job without its end');
  }

  /** Sends a file, or its address; its job goes on also when the caller stops waiting. */
  async start(source: FileSource | URL, options: StartOptions = {}): Promise<Job> {
    if (source instanceof URL) return this.#startAt(source, options);
    const { signal, onUploadProgress: onProgress } = options;
    const { stalledAfterMs, ownFetch: fetch } = this.#line;
    const file = blobOf(source);
    if (file.size > RESUMABLE_FROM_BYTES) {
      const name = nameOf(source, options.name);
      const fields = [...jobFields(options), ...targetFields(options)];
      const id = await sendInPieces(this.#line, { file, name, fields }, options);
      return this.job(id, { signal });
    }
    const query = new URLSearchParams([...jobFields(options), ...targetFields(options)]);
    query.set('name', nameOf(source, options.name));
    const response = await this.#line.call(`/api/compress?${query}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/octet-stream', Prefer: 'respond-async' },
      body: () => file,
      signal,
      answerWithinMs: uploadLimitMs(file.size),
      ...(onProgress ? { send: sendWithProgress(file, { onProgress, stalledAfterMs, fetch }) } : {}),
    });
    return answerOf<Job>(response);
  }

  /** What is known of a job. */
  async job(id: string, { signal }: { readonly signal?: AbortSignal | undefined } = {}): Promise<Job> {
    return answerOf<Job>(await this.#line.call(pathOf(id), { signal }));
  }

  /**
   * News of a job: `progress` while it goes on, then once `completed`, `failed` or `cancelled` with the job.
   * By server-sent events over as many lines as break, or by asking again where they do not get through.
   */
  follow(
    id: string,
    { signal }: { readonly signal?: AbortSignal | undefined } = {},
  ): AsyncGenerator<JobUpdate, void, undefined> {
    return followJob(this.#line, id, signal);
  }

  /**
   * The result of a job, once that has ended. What a broken line has cut off is fetched from where it broke.
   * @throws FeatherpressError with the reason why it failed, or "cancelled"
   */
  async result(
    id: string,
    { signal }: { readonly signal?: AbortSignal | undefined } = {},
  ): Promise<CompressedFile> {
    for await (const update of this.follow(id, { signal }))
      if (update.type !== 'progress') return this.#resultOf(update.job, signal);
    throw unexpected('the events of a job without its end');
  }

  /** Ends a job; its files, and your links to it, are deleted at once. */
  async cancel(id: string, { signal }: { readonly signal?: AbortSignal | undefined } = {}): Promise<void> {
    await this.#line.call(pathOf(id), { method: 'DELETE', signal });
  }

  /**
   * Compresses up to ten files into one zip, which comes as the files are finished; the options hold for all.
   * Many or large files are better started one by one and followed.
   */
  async compressBatch(
    files: readonly NamedFile[],
    options: CompressOptions & { readonly signal?: AbortSignal | undefined } = {},
  ): Promise<CompressedBatch> {
    const response = await this.#batch(files, options, { isStream: true });
    const { body, headers } = response;
    if (!body) throw unexpected('an answer without a body');
    return new CompressedBatch(body, headers);
  }

  /** Sends up to ten files at once. @returns the batch, with a job for each file in their order */
  async startBatch(
    files: readonly NamedFile[],
    options: CompressOptions & { readonly signal?: AbortSignal | undefined } = {},
  ): Promise<Batch> {
    return answerOf<Batch>(await this.#batch(files, options, { headers: { Prefer: 'respond-async' } }));
  }

  /** What was sent for a job, and to whom: webhooks and its result, with every attempt. */
  async deliveries(id: string): Promise<DeliveryList['deliveries']> {
    return (await answerOf<DeliveryList>(await this.#line.call(`${pathOf(id)}/deliveries`))).deliveries;
  }

  /**
   * What was sent for the jobs of the account, newest first, a page of 25. Needs a key with the scope "webhooks".
   * @param before for older ones, the `next` of the page before
   */
  async accountDeliveries({ before }: { readonly before?: string | undefined } = {}): Promise<DeliveryPage> {
    const query = before === undefined ? '' : `?${new URLSearchParams({ before })}`;
    return answerOf<DeliveryPage>(await this.#line.call(`/api/deliveries${query}`));
  }

  /** Has a delivery sent once more. @returns the new one, which is sent within seconds */
  async resendDelivery(jobId: string, deliveryId: string): Promise<Delivery> {
    const path = `${pathOf(jobId)}/deliveries/${encodeURIComponent(deliveryId)}/resend`;
    return answerOf<Delivery>(await this.#line.call(path, { method: 'POST' }));
  }

  /** What the webhooks of the account are signed with: all of them sign, and the first one stays. */
  async webhookSecrets(): Promise<WebhookSecrets['secrets']> {
    return (await answerOf<WebhookSecrets>(await this.#line.call('/api/webhooks/secrets'))).secrets;
  }

  /**
   * Gives the account a new secret, which comes first.
   * @param overlapSeconds how long the one before signs as well [24 hours]
   */
  async changeWebhookSecret(request: SecretRequest = {}): Promise<WebhookSecrets['secrets']> {
    return (await answerOf<WebhookSecrets>(await this.#post('/api/webhooks/secrets', request))).secrets;
  }

  /**
   * A link under which anyone can fetch the result of a job, or those of several as a zip. Needs a key.
   * @param options how long it works [24 hours], and folders in the zip
   */
  async share(
    jobs: string | readonly string[],
    options: Pick<ShareRequest, 'expiresInSeconds' | 'folders'> = {},
  ): Promise<Share> {
    const which = typeof jobs === 'string' ? { jobId: jobs } : { jobIds: jobs };
    return answerOf<Share>(await this.#post('/api/shares', { ...which, ...options }));
  }

  /** The links of the account, with their downloads. */
  async shares(): Promise<ShareList['shares']> {
    return (await answerOf<ShareList>(await this.#line.call('/api/shares'))).shares;
  }

  /** What the account has used, and what is left of today. */
  async usage(): Promise<Usage> {
    return answerOf<Usage>(await this.#line.call('/api/usage'));
  }

  /** Exchanges the ID token of the Google sign-in widget for a session token, which `key` takes. */
  async signIn(credential: string): Promise<string> {
    return (await answerOf<Token>(await this.#post('/api/auth/google', { credential }))).token;
  }

  /** Whose key it is. */
  async profile(): Promise<Profile['user']> {
    return (await answerOf<Profile>(await this.#line.call('/api/protected/dashboard'))).user;
  }

  /** How many files the installation has compressed. */
  async compressedCount(): Promise<number> {
    return (await answerOf<Stats>(await this.#line.call('/api/stats'))).compressedCount;
  }

  async #resultOf(job: Job, signal: AbortSignal | undefined): Promise<CompressedFile> {
    if (job.status === 'cancelled')
      throw new FeatherpressError('The job was cancelled.', { code: 'cancelled' });
    const path = `${pathOf(job.id)}/result`;
    // A job that has failed answers with its reason, for which there is no other try.
    const call = { signal, isStream: true, ...(job.status === 'failed' ? { retries: 0 } : {}) };
    const response = await this.#line.call(path, call);
    return new CompressedFile(job, resumedBody(this.#line, path, response, signal), response.headers);
  }

  async #startAt({ href }: URL, options: StartOptions): Promise<Job> {
    const { name, signal } = options;
    const asked = Object.fromEntries([...jobFields(options), ...targetFields(options)]);
    const headers = { 'Content-Type': 'application/json', Prefer: 'respond-async' };
    const body = () => JSON.stringify({ url: href, name, ...asked });
    // The server answers when it has fetched the file.
    const call = { method: 'POST', headers, body, signal, answerWithinMs: uploadLimitMs(0) };
    return answerOf<Job>(await this.#line.call('/api/compress', call));
  }

  #batch(
    files: readonly NamedFile[],
    options: CompressOptions & { readonly signal?: AbortSignal | undefined },
    how: { readonly headers?: Record<string, string>; readonly isStream?: boolean },
  ): Promise<Response> {
    const form = new FormData();
    let bytes = 0;
    for (const [name, text] of jobFields(options)) form.append(name, text);
    for (const { file, name } of files) {
      const blob = blobOf(file);
      form.append('files', blob, nameOf(file, name));
      bytes += blob.size;
    }
    return this.#line.call('/api/compress/batch', {
      method: 'POST',
      body: () => form,
      signal: options.signal,
      answerWithinMs: uploadLimitMs(bytes),
      ...how,
    });
  }

  #post(path: string, body: object): Promise<Response> {
    const headers = { 'Content-Type': 'application/json' };
    return this.#line.call(path, { method: 'POST', body: () => JSON.stringify(body), headers });
  }
}

function targetFields({ webhook, resultUrl }: StartOptions): [name: string, text: string][] {
  return Object.entries({ webhook, resultUrl }).filter(
    (field): field is [string, string] => field[1] !== undefined,
  );
}

function pathOf(id: string): string {
  return `/api/jobs/${encodeURIComponent(id)}`;
}

function blobOf(source: FileSource): Blob {
  return source instanceof Blob ? source : new Blob([source as Uint8Array<ArrayBuffer>]);
}

function nameOf(source: FileSource, name: string | undefined): string {
  const own = 'name' in source && typeof source.name === 'string' ? source.name : undefined;
  return name ?? own ?? 'file';
}

/** @throws FeatherpressError where something else has answered, such as the page of a hotel's network */
async function answerOf<T>(response: Response): Promise<T> {
  try {
    return (await response.json()) as T;
  } catch (cause) {
    throw unexpected('something that is no JSON', response.status, cause);
  }
}

function unexpected(what: string, status = 0, cause?: unknown): FeatherpressError {
  return new FeatherpressError(`The server answered with ${what}.`, {
    code: 'unexpected-answer',
    status,
    cause,
  });
}
