import { onTestFinished } from 'vitest';

/** A request that the page made. */
export interface PageRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Headers;
  readonly body: unknown;
  readonly signal: AbortSignal | null;
}

type Answer = (request: PageRequest) => Response | Promise<Response>;

const original = { fetch: globalThis.fetch, XMLHttpRequest: globalThis.XMLHttpRequest };

/**
 * Stands in for the server in one test, for fetch and XMLHttpRequest: relative addresses have no meaning outside a browser.
 * @param answers by method and path without the query, e.g. "POST /api/compress"; anything else fails like a lost connection
 * @returns all requests so far
 */
export function answerFetch(answers: Readonly<Record<string, Answer>>): readonly PageRequest[] {
  const requests: PageRequest[] = [];
  onTestFinished(() => void Object.assign(globalThis, original));
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
  globalThis.XMLHttpRequest = FetchedRequest as unknown as typeof XMLHttpRequest;
  return requests;
}

/** What the page uses of XMLHttpRequest, over the fetch that stands in. */
class FetchedRequest {
  readonly upload: { onprogress?: (event: { loaded: number }) => void; onload?: () => void } = {};
  onload = () => {};
  onerror = () => {};
  onabort = () => {};
  status = 0;
  response: Uint8Array | null = null;
  readonly #headers = new Headers();
  readonly #controller = new AbortController();
  #answer: Response | null = null;
  #method = 'GET';
  #address = '';

  open(method: string, address: string) {
    [this.#method, this.#address] = [method, address];
  }
  setRequestHeader(name: string, value: string) {
    this.#headers.set(name, value);
  }
  abort() {
    this.#controller.abort();
    this.onabort();
  }
  getAllResponseHeaders() {
    return [...(this.#answer?.headers ?? [])].map(([name, value]) => `${name}: ${value}\r\n`).join('');
  }
  send(body: FormData) {
    const { signal } = this.#controller;
    globalThis.fetch(this.#address, { method: this.#method, headers: this.#headers, body, signal }).then(
      async (answer) => {
        this.#answer = answer;
        this.status = answer.status;
        this.upload.onprogress?.({ loaded: Infinity });
        this.upload.onload?.();
        // Bytes: jsdom's blobs are not those of Node, which Response takes.
        this.response = await answer.clone().bytes();
        this.onload();
      },
      () => signal.aborted || this.onerror(),
    );
  }
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
