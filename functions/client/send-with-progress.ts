import { lost } from './server-line.ts';
import { watchForStall } from './stall-watch.ts';

/** How far an upload is. */
export interface UploadProgress {
  readonly sentBytes: number;
  readonly totalBytes: number;
}

export interface SendWatch {
  readonly onProgress: (progress: UploadProgress) => void;
  /** A line on which nothing has moved for so long is given up, also while the answer is awaited. */
  readonly stalledAfterMs: number;
}

type Send = (url: URL, init: RequestInit) => Promise<Response>;

/** Statuses of answers that a Response may give no body, be it empty. Source: Fetch, "null body status". */
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * Sends a file as the body of a request and tells how far it is. Only XMLHttpRequest tells it in browsers; elsewhere
 * the body is counted while it is read.
 * @returns what rejects with a FeatherpressError "network" when the line breaks or stalls, or with the signal's reason
 */
export function sendWithProgress(file: Blob, watch: SendWatch): Send {
  return typeof XMLHttpRequest === 'undefined'
    ? (url, init) => sendCounted(url, init, file, watch)
    : (url, init) => sendByXhr(url, init, file, watch);
}

async function sendCounted(
  url: URL,
  init: RequestInit,
  file: Blob,
  { onProgress, stalledAfterMs }: SendWatch,
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
