import { lost } from './server-line.ts';
import { watchForStall } from './stall-watch.ts';

/** How far an upload is. */
export interface UploadProgress {
  readonly sentBytes: number;
  readonly totalBytes: number;
}

interface SendWatch {
  readonly onProgress: (progress: UploadProgress) => void;
  /** A line on which nothing has moved for so long is given up, also while the answer is awaited. */
  readonly stalledAfterMs: number;
  /** That of the caller, where there is one. */
  readonly fetch: typeof fetch | undefined;
}

type Send = (url: URL, init: RequestInit) => Promise<Response>;

/** Statuses of answers that a Response may give no body, be it empty. Source: Fetch, "null body status". */
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * Sends a file as the body of a request and tells how far it is. Only XMLHttpRequest tells it in browsers; elsewhere
 * the body is counted while it is read. A caller's own fetch is taken everywhere, and tells in browsers only that all has been sent.
 * @returns what rejects with a FeatherpressError "network" when the line breaks or stalls, or with the signal's reason
 */
export function sendWithProgress(file: Blob, watch: SendWatch): Send {
  if (typeof XMLHttpRequest === 'undefined') return (url, init) => sendCounted(url, init, file, watch);
  return watch.fetch
    ? (url, init) => sendWhole(url, init, file, { ...watch, fetch: watch.fetch! })
    : (url, init) => sendByXhr(url, init, file, watch);
}

/** A line of which nothing is told until its answer has come cannot be called dead: it is left to the caller's own fetch. */
async function sendWhole(
  url: URL,
  init: RequestInit,
  file: Blob,
  { onProgress, fetch }: SendWatch & { readonly fetch: typeof globalThis.fetch },
): Promise<Response> {
  const response = await fetch(url, { ...init, body: file });
  onProgress({ sentBytes: file.size, totalBytes: file.size });
  return response;
}

async function sendCounted(
  url: URL,
  init: RequestInit,
  file: Blob,
  { onProgress, stalledAfterMs, fetch = globalThis.fetch }: SendWatch,
): Promise<Response> {
  let sentBytes = 0;
  const end = new AbortController();
  const stall = watchForStall(stalledAfterMs, () => end.abort(lost(url, stalled(stalledAfterMs))));
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      stall.moved();
      sentBytes += chunk.length;
      onProgress({ sentBytes, totalBytes: file.size });
      controller.enqueue(chunk);
    },
  });
  const body = file.stream().pipeThrough(counted);
  const signal = init.signal ? AbortSignal.any([init.signal, end.signal]) : end.signal;
  try {
    // Node wants to be told that the answer comes after the body.
    return await fetch(url, { ...init, signal, body, duplex: 'half' } as RequestInit);
  } finally {
    stall.end();
  }
}

async function sendByXhr(
  url: URL,
  { method = 'POST', headers, signal }: RequestInit,
  file: Blob,
  { onProgress, stalledAfterMs }: SendWatch,
): Promise<Response> {
  const request = new XMLHttpRequest();
  const abort = () => request.abort();
  const ended = new Promise<void>((resolve, reject) => {
    request.onload = () => resolve();
    request.onerror = () => reject(lost(url, new Error('the line broke')));
    request.onabort = () =>
      reject(signal?.aborted ? (signal.reason as Error) : lost(url, stalled(stalledAfterMs)));
  });
  request.open(method, url);
  request.responseType = 'blob';
  for (const [name, value] of Object.entries((headers ?? {}) as Record<string, string>))
    request.setRequestHeader(name, value);
  const stall = watchForStall(stalledAfterMs, abort);
  request.upload.onprogress = ({ loaded }) => {
    stall.moved();
    onProgress({ sentBytes: loaded, totalBytes: file.size });
  };
  request.onprogress = () => stall.moved();
  signal?.addEventListener('abort', abort);
  try {
    signal?.throwIfAborted();
    request.send(file);
    await ended;
  } finally {
    stall.end();
    signal?.removeEventListener('abort', abort);
  }
  // What throws here rejects; within a listener it would leave the caller waiting for ever.
  return answerOf(request);
}

function answerOf(request: XMLHttpRequest): Response {
  const { status } = request;
  const body = WITHOUT_BODY.has(status) ? null : (request.response as Blob);
  return new Response(body, { status, headers: headersOf(request) });
}

function stalled(ms: number): Error {
  return new Error(`nothing has moved for ${ms / 1000} seconds`);
}

function headersOf(request: XMLHttpRequest): Headers {
  const lines = request.getAllResponseHeaders().trim().split(/\r?\n/);
  return new Headers(
    lines.flatMap((line) => {
      const colon = line.indexOf(':');
      return colon < 0 ? [] : [[line.slice(0, colon), line.slice(colon + 1).trim()] as [string, string]];
    }),
  );
}
