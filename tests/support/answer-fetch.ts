import { afterEach } from 'vitest';

/** A request that the page made. */
export interface PageRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Headers;
  readonly body: unknown;
  readonly signal: AbortSignal | null;
}

type Answer = (request: PageRequest) => Response | Promise<Response>;

const original = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = original;
});

/**
 * Stands in for the server in one test: relative addresses have no meaning outside a browser.
 * @param answers by method and path without the query, e.g. "POST /api/compress"; anything else fails like a lost connection
 * @returns all requests so far
 */
export function answerFetch(answers: Readonly<Record<string, Answer>>): readonly PageRequest[] {
  const requests: PageRequest[] = [];
  globalThis.fetch = async (input, init = {}) => {
    const address = input instanceof Request ? input.url : String(input);
    const { pathname, search } = new URL(address, 'https://press.example');
    const request = {
      method: init.method ?? (input instanceof Request ? input.method : 'GET'),
      path: pathname + search,
      headers: new Headers(init.headers),
      body: init.body ?? null,
      signal: init.signal ?? null,
    };
    requests.push(request);
    const answer = answers[`${request.method} ${pathname}`];
    if (!answer) throw new TypeError('Failed to fetch');
    return untilAborted(answer(request), request.signal);
  };
  return requests;
}

async function untilAborted(
  answer: Response | Promise<Response>,
  signal: AbortSignal | null,
): Promise<Response> {
  if (!signal) return answer;
  const aborted = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')), { once: true });
  });
  return Promise.race([answer, aborted]);
}
