import { createHash } from 'node:crypto';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ENGINE_CACHE, WANTED_MARK } from '~/pwa/engine-cache-name.ts';
import {
  forgetWish,
  NoRoom,
  onEngineStore,
  readEngineStore,
  removeEngine,
  storeEngine,
} from '~/pwa/engine-store.ts';
import type { AskingEvent } from '~/pwa/worker/answer.ts';
import { answerEngineFile, completeEngine, dropOldEngineFiles } from '~/pwa/worker/engine-cache.ts';
import type { BuildInfo } from '~/pwa/worker/precache.ts';
import { ENGINE_LIST } from '#platform/contracts/engine-files.ts';
import { MemoryCaches } from '#tests/support/memory-caches.ts';

const CONTENT: Readonly<Record<string, string>> = {
  '/assets/engine-worker-1.js': 'self.onmessage = () => {};',
  '/assets/codec-2.wasm': 'x'.repeat(5_000),
};
const paths = Object.keys(CONTENT);
const list = paths.map((path) => ({
  path,
  bytes: CONTENT[path]?.length ?? 0,
  transferBytes: 10,
  sha256: createHash('sha256')
    .update(CONTENT[path] ?? '')
    .digest('hex'),
}));
const build: BuildInfo = {
  version: 'v2',
  routesVersion: 'r',
  enhancements: '/e.js',
  files: [],
  engine: paths,
};

let server: Server;
let origin = '';
let respond: RequestListener;
let requested: string[] = [];
let storage: MemoryCaches;
let work: Promise<unknown>[] = [];
const realFetch = globalThis.fetch;

beforeEach(async () => {
  requested = [];
  work = [];
  respond = (request, response) => {
    const path = request.url ?? '';
    if (path === ENGINE_LIST) return void response.end(JSON.stringify({ version: '1', files: list }));
    response.setHeader('Content-Security-Policy', "default-src 'none'");
    response.statusCode = path in CONTENT ? 200 : 404;
    response.end(CONTENT[path]);
  };
  server = createServer((request, response) => {
    requested.push(request.url ?? '');
    respond(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  globalThis.fetch = (input, init) =>
    realFetch(input instanceof Request ? input : new URL(String(input), origin), init);
  storage = new MemoryCaches(origin, (request) => fetch(request));
  vi.stubGlobal('caches', storage);
});
afterEach(async () => {
  globalThis.fetch = realFetch;
  vi.unstubAllGlobals();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const caches = () => storage as unknown as CacheStorage;
const kept = async () =>
  (await (await storage.open(ENGINE_CACHE)).keys()).map(({ url }) => new URL(url).pathname).sort();
const signal = () => new AbortController().signal;
const store = (onProgress: (share: number) => void = () => {}) =>
  storeEngine({ signal: signal(), onProgress });

function event(path: string): AskingEvent {
  return {
    request: new Request(origin + path),
    preloadResponse: Promise.resolve(undefined),
    waitUntil: (promise) => void work.push(promise),
  };
}

describe('the engine on this device', () => {
  it('is stored whole, with progress and the headers that protect its worker', async () => {
    const shares: number[] = [];
    let told = 0;
    const stop = onEngineStore(() => void told++);
    await store((share) => shares.push(share));
    stop();
    expect(await kept()).toEqual([...paths, WANTED_MARK].sort());
    expect(shares.at(-1)).toBe(1);
    expect([...shares].sort((one, other) => one - other)).toEqual(shares);
    expect(told).toBe(1);
    const script = await (await storage.open(ENGINE_CACHE)).match('/assets/engine-worker-1.js');
    expect(script?.headers.get('Content-Security-Policy')).toBe("default-src 'none'");
    expect(await script?.text()).toBe(CONTENT['/assets/engine-worker-1.js']);
    expect(await readEngineStore()).toEqual({
      missing: [],
      storedBytes: list.reduce((sum, { bytes }) => sum + bytes, 0),
      wanted: true,
    });
  });

  it('asks only for what is missing', async () => {
    await (await storage.open(ENGINE_CACHE)).put(paths[0]!, new Response(CONTENT[paths[0]!]));
    expect((await readEngineStore())?.missing.map(({ path }) => path)).toEqual([paths[1]]);
    requested = [];
    await store();
    expect(requested.filter((path) => path !== ENGINE_LIST)).toEqual([paths[1]]);
  });

  it('keeps what was complete when it is cancelled, and wants no more', async () => {
    const stop = new AbortController();
    const storing = storeEngine({
      signal: stop.signal,
      onProgress: (share) => share > 0.1 && stop.abort(),
    });
    await expect(storing).rejects.toThrow();
    await forgetWish();
    expect(await kept()).toEqual([paths[0]]);
    expect((await readEngineStore())?.wanted).toBe(false);
  });

  it('keeps no file that arrived in part', async () => {
    const usual = respond;
    respond = (request, response) =>
      request.url === paths[1] ? void response.end('half') : usual(request, response);
    await expect(store()).rejects.toThrow('Expected 5000 bytes of /assets/codec-2.wasm but received 4.');
    expect(await kept()).not.toContain(paths[1]);
  });

  it('says so when there is no room, before and while it comes', async () => {
    vi.stubGlobal('navigator', { storage: { estimate: async () => ({ quota: 1_000, usage: 500 }) } });
    await expect(store()).rejects.toThrow(NoRoom);
    expect(requested).toEqual([ENGINE_LIST]);
    vi.stubGlobal('navigator', {});
    const cache = await storage.open(ENGINE_CACHE);
    cache.put = async () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    await expect(store()).rejects.toThrow('There is not enough space on this device.');
  });

  it('asks the browser to keep it', async () => {
    const persist = vi.fn(async () => true);
    vi.stubGlobal('navigator', { storage: { persist, estimate: async () => ({ quota: 1e9, usage: 0 }) } });
    await store();
    expect(persist).toHaveBeenCalledOnce();
  });

  it('is unknown without the list, and gone after it was removed', async () => {
    await store();
    await removeEngine();
    expect(await storage.has(ENGINE_CACHE)).toBe(false);
    respond = (_request, response) => response.writeHead(404).end();
    expect(await readEngineStore()).toBeNull();
  });
});

describe('the service worker and the engine', () => {
  it('keeps a file from its first use on', async () => {
    for (const round of [1, 2]) {
      const answer = await answerEngineFile(event(paths[1]!));
      expect((await answer.text()).length, `round ${round}`).toBe(5_000);
      await Promise.all(work);
    }
    expect(requested).toEqual([paths[1]]);
  });

  it('answers from the network where the browser cannot open its storage', async () => {
    vi.spyOn(storage, 'open').mockRejectedValue(new DOMException('', 'QuotaExceededError'));
    expect((await answerEngineFile(event(paths[1]!))).status).toBe(200);
    expect(requested).toEqual([paths[1]]);
  });

  it('keeps nothing that came in part, and does once it comes whole', async () => {
    await (await storage.open('site')).put(ENGINE_LIST, Response.json({ version: '1', files: list }));
    const usual = respond;
    respond = (_request, response) => response.end('half');
    expect(await (await answerEngineFile(event(paths[1]!))).text()).toBe('half');
    await Promise.all(work);
    expect(await kept()).toEqual([]);
    respond = usual;
    await answerEngineFile(event(paths[1]!));
    await Promise.all(work);
    expect(await kept()).toEqual([paths[1]]);
  });

  it('keeps no failure', async () => {
    expect((await answerEngineFile(event('/assets/gone.wasm'))).status).toBe(404);
    await Promise.all(work);
    expect(await kept()).toEqual([]);
  });

  it('fetches of a new build what has changed, only where all of it is wanted', async () => {
    await completeEngine(caches(), build);
    expect(await storage.has(ENGINE_CACHE)).toBe(false);
    const cache = await storage.open(ENGINE_CACHE);
    await cache.put(paths[0]!, new Response('the same'));
    await completeEngine(caches(), build);
    expect(requested).toEqual([]);
    await cache.put(WANTED_MARK, new Response(''));
    await completeEngine(caches(), build);
    expect(requested).toEqual([paths[1]]);
    expect(await (await cache.match(paths[0]!))?.text()).toBe('the same');
  });

  it('lets a new version in that cannot have its engine yet', async () => {
    await (await storage.open(ENGINE_CACHE)).put(WANTED_MARK, new Response(''));
    respond = (request) => request.socket.destroy();
    await expect(completeEngine(caches(), build)).resolves.toBeUndefined();
  });

  it('drops what the new build does not have, and nothing else', async () => {
    const cache = await storage.open(ENGINE_CACHE);
    for (const path of [...paths, '/assets/codec-1.wasm', WANTED_MARK])
      await cache.put(path, new Response(''));
    await dropOldEngineFiles(caches(), build);
    expect(await kept()).toEqual([...paths, WANTED_MARK].sort());
    await storage.delete(ENGINE_CACHE);
    await dropOldEngineFiles(caches(), build);
    expect(await storage.has(ENGINE_CACHE)).toBe(false);
  });
});
