import { connectionLost } from '../queue/refusal.ts';

/** A line over which nothing has moved for so long is dead, whatever the system says; and so is a server that has everything. */
const STALLED_AFTER_MS = 60_000;

interface XhrRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Blob | FormData | undefined;
  readonly signal: AbortSignal;
  /** How many bytes of the body have left so far. */
  readonly onSent?: ((bytes: number) => void) | undefined;
}

/**
 * Makes a request by XMLHttpRequest, because fetch does not say how much has been sent.
 * @returns the answer, whatever its status
 * @throws CompressionRefused where there is none, or the signal's reason
 */
export function sendByXhr({ method, path, headers, body, signal, onSent }: XhrRequest): Promise<Response> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason as Error);
    const request = new XMLHttpRequest();
    const stall = stallWatch(() => request.abort());
    const end = (settle: () => void) => {
      stall.end();
      signal.removeEventListener('abort', stop);
      settle();
    };
    const lost = () => end(() => reject(connectionLost()));
    const stop = () => {
      // First, or what a person cancels would count as a line that broke.
      end(() => reject(signal.reason as Error));
      request.abort();
    };
    signal.addEventListener('abort', stop, { once: true });
    request.upload.onprogress = ({ loaded }) => {
      stall.moved();
      onSent?.(loaded);
    };
    // The server has all of it, and as much time again to store it and to answer.
    request.upload.onload = stall.moved;
    request.onprogress = stall.moved;
    request.onload = () => end(() => resolve(answerOf(request)));
    request.onerror = lost;
    request.onabort = lost;
    request.open(method, path);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.responseType = 'blob';
    request.send(body ?? null);
  });
}

function answerOf(request: XMLHttpRequest): Response {
  const { status } = request;
  // Responses of these statuses may have no body, be it empty.
  const body = status === 204 || status === 304 ? null : (request.response as Blob);
  return new Response(body, { status, headers: headersOf(request) });
}

function headersOf(request: XMLHttpRequest): [string, string][] {
  const lines = request.getAllResponseHeaders().split('\r\n').filter(Boolean);
  return lines.map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon), line.slice(colon + 1).trim()];
  });
}

function stallWatch(onStall: () => void) {
  let timer = setTimeout(onStall, STALLED_AFTER_MS);
  return {
    moved() {
      clearTimeout(timer);
      timer = setTimeout(onStall, STALLED_AFTER_MS);
    },
    end: () => clearTimeout(timer),
  };
}
