import { lost } from './server-line.ts';

/** How far an upload is. */
export interface UploadProgress {
  readonly sentBytes: number;
  readonly totalBytes: number;
}

/**
 * Sends a file as the body of a request and tells how far it is. Only XMLHttpRequest tells it in browsers; elsewhere
 * the body is counted while it is read.
 */
export function sendWithProgress(
  file: Blob,
  onProgress: (progress: UploadProgress) => void,
): (url: URL, init: RequestInit) => Promise<Response> {
  return typeof XMLHttpRequest === 'undefined'
    ? (url, init) => sendCounted(url, init, file, onProgress)
    : (url, init) => sendByXhr(url, init, file, onProgress);
}

function sendCounted(
  url: URL,
  init: RequestInit,
  file: Blob,
  onProgress: (progress: UploadProgress) => void,
): Promise<Response> {
  let sentBytes = 0;
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      sentBytes += chunk.length;
      onProgress({ sentBytes, totalBytes: file.size });
      controller.enqueue(chunk);
    },
  });
  const body = file.stream().pipeThrough(counted);
  // Node wants to be told that the answer comes after the body.
  return fetch(url, { ...init, body, duplex: 'half' } as RequestInit);
}

function sendByXhr(
  url: URL,
  { method = 'POST', headers, signal }: RequestInit,
  file: Blob,
  onProgress: (progress: UploadProgress) => void,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    request.open(method, url);
    request.responseType = 'blob';
    for (const [name, value] of Object.entries((headers ?? {}) as Record<string, string>))
      request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded }) => onProgress({ sentBytes: loaded, totalBytes: file.size });
    request.onload = () =>
      resolve(
        new Response(request.response as Blob, { status: request.status, headers: headersOf(request) }),
      );
    request.onerror = () => reject(lost(url, new Error('the line broke')));
    request.onabort = () => reject((signal?.reason as Error | undefined) ?? lost(url, new Error('aborted')));
    request.onloadend = () => signal?.removeEventListener('abort', abort);
    signal?.addEventListener('abort', abort);
    if (signal?.aborted) abort();
    else request.send(file);
  });
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
