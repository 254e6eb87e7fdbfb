/** A CacheStorage in memory with what the service worker uses of it: real Requests and Responses go in and out. */
export class MemoryCaches {
  readonly #caches = new Map<string, MemoryCache>();
  readonly #origin: string;
  readonly #fetch: (request: Request) => Promise<Response>;

  /** @param fetch answers `addAll` */
  constructor(origin: string, fetch: (request: Request) => Promise<Response>) {
    this.#origin = origin;
    this.#fetch = fetch;
  }

  async open(name: string): Promise<MemoryCache> {
    const found = this.#caches.get(name) ?? new MemoryCache(this.#origin, this.#fetch);
    this.#caches.set(name, found);
    return found;
  }
  async has(name: string): Promise<boolean> {
    return this.#caches.has(name);
  }
  async delete(name: string): Promise<boolean> {
    return this.#caches.delete(name);
  }
  async keys(): Promise<string[]> {
    return [...this.#caches.keys()];
  }
  async match(request: RequestInfo): Promise<Response | undefined> {
    for (const cache of this.#caches.values()) {
      const found = await cache.match(request);
      if (found) return found;
    }
    return undefined;
  }
}

class MemoryCache {
  readonly #entries = new Map<string, Response>();
  readonly #origin: string;
  readonly #fetch: (request: Request) => Promise<Response>;

  constructor(origin: string, fetch: (request: Request) => Promise<Response>) {
    this.#origin = origin;
    this.#fetch = fetch;
  }

  async put(request: RequestInfo, response: Response): Promise<void> {
    this.#entries.set(this.#address(request), response);
  }
  async match(request: RequestInfo): Promise<Response | undefined> {
    return this.#entries.get(this.#address(request))?.clone();
  }
  async delete(request: RequestInfo): Promise<boolean> {
    return this.#entries.delete(this.#address(request));
  }
  async keys(): Promise<Request[]> {
    return [...this.#entries.keys()].map((address) => new Request(address));
  }
  /** As the standard says: nothing is kept unless everything was fetched. */
  async addAll(requests: readonly RequestInfo[]): Promise<void> {
    const fetched = await Promise.all(
      requests.map(async (request) => {
        const answer = await this.#fetch(new Request(this.#address(request)));
        if (!answer.ok) throw new TypeError(`Request failed: ${answer.status}`);
        return [request, answer] as const;
      }),
    );
    for (const [request, answer] of fetched) await this.put(request, answer);
  }

  #address(request: RequestInfo): string {
    return new URL(typeof request === 'string' ? request : request.url, this.#origin).href;
  }
}
