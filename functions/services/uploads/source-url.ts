import type { IncomingMessage } from 'node:http';
import { parse } from 'content-disposition';
import type { AnonymousDeliveries } from '#platform/contracts/delivery-targets.ts';
import { answerOf, checkedAddress, openRequest, type RequestGuard } from '#platform/guarded-connection.ts';
import { parseReceiver, ReceiverError } from '#platform/receiver-url.ts';
import { RequestFailure, requestFailureOf } from '#platform/request-failure.ts';
import { ApiError, isApiError } from '../api-error.ts';

/** A file that a client has named by its address. */
interface SourceFile {
  readonly fileName: string | undefined;
  readonly mimeType: string;
  /** As the server there declares [it does not]. */
  readonly declaredBytes: number | undefined;
  /** Must be read to the end, or left. @throws ApiError "too-large" or "source-failed" */
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** Fetches files from where clients say that they are. */
export interface SourceUrls {
  /**
   * Judges an address as far as that can be done without asking for its name.
   * @throws ApiError "unauthorized" for a client that needs an account, "invalid-request" for an address that is not taken
   */
  check(text: string, client: SourceClient): void;
  /**
   * Asks for the file; follows redirects, each checked as the first address.
   * @throws ApiError "source-failed", "too-large" when it is declared as too large, or the signal's reason
   */
  open(text: string, signal: AbortSignal): Promise<SourceFile>;
}

interface SourceClient {
  readonly accountId?: string | undefined;
  /** See http/this-machine.ts. */
  readonly fromThisMachine: boolean;
}

interface SourceUrlOptions {
  readonly guard: RequestGuard;
  readonly anonymous: AnonymousDeliveries;
  readonly maxFileBytes: number;
}

const MAX_REDIRECTS = 5;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** From the look-up of the name to the headers, redirects and all. */
const ANSWER_MS = 20_000;
/** A body that stands still for so long has broken off. */
const IDLE_MS = 30_000;
/** The whole body: a line of one megabit a second, as results are sent. */
const BYTES_PER_MS = 125;

const NO_ANSWER = 'The server at this address did not answer, or the connection broke off.';
/** What a client may know: who could tell more apart would learn names of private networks and scan their ports from here. */
const NOT_REACHED =
  'This address cannot be reached: its name is not known, or it is not on the public internet.';

export function createSourceUrls({ guard, anonymous, maxFileBytes }: SourceUrlOptions): SourceUrls {
  return {
    check(text, { accountId, fromThisMachine }) {
      const isTrusted = anonymous === 'everyone' || (anonymous === 'this-machine' && fromThisMachine);
      if (accountId === undefined && !isTrusted)
        throw new ApiError('unauthorized', {
          message:
            'A file by its address is for clients with an account. Send an API key or a session token.',
        });
      try {
        parseReceiver(text, guard);
      } catch (error) {
        if (!(error instanceof ReceiverError)) throw error;
        throw new ApiError('invalid-request', { message: `The "url" cannot be used. ${error.message}` });
      }
    },
    async open(text, signal) {
      const limitMs = ANSWER_MS + Math.ceil(maxFileBytes / BYTES_PER_MS);
      const ending = AbortSignal.any([signal, AbortSignal.timeout(limitMs)]);
      try {
        const { answer, url } = await follow(text, guard, ending);
        return fileOf(answer, url, maxFileBytes, signal);
      } catch (error) {
        if (signal.aborted) throw signal.reason;
        throw sourceError(error);
      }
    },
  };
}

interface Answered {
  readonly answer: IncomingMessage;
  /** After redirects. */
  readonly url: URL;
}

async function follow(text: string, guard: RequestGuard, signal: AbortSignal): Promise<Answered> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new RequestFailure('timed-out')), ANSWER_MS);
  const ending = AbortSignal.any([signal, late.signal]);
  try {
    let next = text;
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      const address = await checkedAddress(next, guard, ending);
      const request = openRequest(address, 'GET', { Accept: '*/*', 'Accept-Encoding': 'identity' });
      request.setTimeout(IDLE_MS, () => request.destroy(new RequestFailure('timed-out')));
      request.end();
      const answer = await answerOf(request);
      const { location } = answer.headers;
      if (!REDIRECTS.has(answer.statusCode ?? 0) || location === undefined)
        return { answer, url: address.url };
      answer.destroy();
      next = redirectOf(location, address.url);
    }
    throw failed(`The address leads from one to another more than ${MAX_REDIRECTS} times.`);
  } finally {
    clearTimeout(timer);
  }
}

function redirectOf(location: string, from: URL): string {
  if (!URL.canParse(location, from.href)) throw failed(NO_ANSWER);
  return new URL(location, from.href).href;
}

/** @throws ApiError when there is no file in the answer, or one that is declared as too large */
function fileOf(answer: IncomingMessage, url: URL, maxFileBytes: number, signal: AbortSignal): SourceFile {
  const { statusCode = 0, headers } = answer;
  const declaredBytes =
    headers['content-length'] === undefined ? undefined : Number(headers['content-length']);
  const coding = headers['content-encoding'] ?? 'identity';
  const problem =
    statusCode !== 200
      ? failed(`The server at this address answered ${statusCode}, not 200 with a file.`)
      : coding !== 'identity'
        ? failed(
            `The server at this address packs the file (${coding.slice(0, 20)}), although it was asked not to.`,
          )
        : declaredBytes !== undefined && declaredBytes > maxFileBytes
          ? new ApiError('too-large')
          : undefined;
  if (problem) {
    answer.destroy();
    throw problem;
  }
  return {
    fileName: nameIn(headers['content-disposition'], url),
    mimeType: headers['content-type'] ?? 'application/octet-stream',
    declaredBytes,
    bytes: bytesOf(answer, maxFileBytes, signal),
  };
}

async function* bytesOf(
  answer: IncomingMessage,
  maxFileBytes: number,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  let left = maxFileBytes;
  try {
    for await (const chunk of answer as AsyncIterable<Uint8Array>) {
      left -= chunk.length;
      if (left < 0) throw new ApiError('too-large');
      yield chunk;
    }
    if (!answer.complete) throw failed(NO_ANSWER);
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw sourceError(error);
  } finally {
    answer.destroy();
  }
}

/** What the server calls it, or the end of the address. */
function nameIn(disposition: string | undefined, url: URL): string | undefined {
  const { parameters } = parse(disposition ?? '');
  const inPath = url.pathname.split('/').at(-1)!;
  return parameters.filename ?? decoded(inPath);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function sourceError(error: unknown): ApiError {
  if (isApiError(error)) return error;
  const { code } = requestFailureOf(error);
  return failed(code === 'not-allowed' || code === 'not-resolved' ? NOT_REACHED : NO_ANSWER, error);
}

function failed(message: string, cause?: unknown): ApiError {
  return new ApiError('source-failed', { message, cause });
}
