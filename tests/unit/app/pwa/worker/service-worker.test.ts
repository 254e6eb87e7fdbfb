import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { publishedPaths } from '~/content/navigation.ts';
import { leaveSharedFiles, SHARED_INBOX, takeSharedFiles } from '~/pwa/shared-inbox.ts';
import {
  answerFile,
  answerPage,
  answerRoutes,
  answerSharedFiles,
  type AskingEvent,
} from '~/pwa/worker/answer.ts';
import {
  cacheName,
  dropOldCaches,
  fillCache,
  OFFLINE_PAGE,
  ROUTES,
  type BuildInfo,
} from '~/pwa/worker/precache.ts';
import { ENGINE_LIST } from '#platform/contracts/engine-files.ts';
import { MemoryCaches } from '#tests/support/memory-caches.ts';
import { PATIENCE_MS } from '../../../../../infra/setup/patience.ts';

const build: BuildInfo = {
  version: 'v2',
  routesVersion: 'routes2',
  enhancements: '/assets/enhancements-2.js',
  files: ['/assets/a.js', '/icon.svg'],
  engine: [],
};

let server: Server;
let origin = '';
let respond: RequestListener = () => undefined;
let requested: string[] = [];
let storage: MemoryCaches;
/** What the worker goes on with after it has answered. */
let work: Promise<unknown>[] = [];
const realFetch = globalThis.fetch;

beforeEach(async () => {
  requested = [];
  work = [];
  respond = (request, response) => response.end(`${request.url} of ${build.routesVersion}`);
  server = createServer((request, response) => {
    requested.push(request.url ?? '');
    respond(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  // In a worker addresses are relative to its own.
  globalThis.fetch = (input, init) =>
    realFetch(input instanceof Request ? input : new URL(String(input), origin), init);
  const AbsoluteRequest = globalThis.Request;
  class RelativeRequest extends AbsoluteRequest {
    constructor(input: RequestInfo | URL, init?: RequestInit) {
      super(typeof input === 'string' ? new URL(input, origin) : input, init);
    }
  }
  vi.stubGlobal('Request', RelativeRequest);
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
const cached = async (path: string) => (await (await storage.open(cacheName(build))).match(path))?.text();

async function keep(path: string, text: string): Promise<void> {
  await (await storage.open(cacheName(build))).put(path, new Response(text));
}

/** A fetch event for a path; `destination` as browsers set it on real requests. */
function event(
  path: string,
  { destination = '', preloaded }: { destination?: string; preloaded?: Response } = {},
): AskingEvent {
  const request = new Request(origin + path);
  Object.defineProperty(request, 'destination', { value: destination });
  return {
    request,
    preloadResponse: Promise.resolve(preloaded),
    waitUntil: (promise: Promise<unknown>) => void work.push(promise),
  };
}

describe('filling the cache', () => {
  it('fetches files, the list of routes and every published page', async () => {
    await fillCache(caches(), build);
    for (const path of [...build.files, '/manifest.json', ENGINE_LIST, ...publishedPaths, OFFLINE_PAGE])
      expect(await cached(path), path).toBe(`${path} of routes2`);
    expect(await cached(ROUTES)).toContain('version=routes2');
    expect(await cached(ROUTES)).toContain('p=%2Flogin');
  });

  it('takes pages without React by their script', async () => {
    respond = (_request, response) => response.end(`<script src="${build.enhancements}"></script>`);
    await expect(fillCache(caches(), build)).resolves.toBeUndefined();
  });

  it('keeps nothing when a page belongs to another build', async () => {
    respond = (request, response) => response.end(request.url === '/about' ? 'of routes3' : 'of routes2');
    await expect(fillCache(caches(), build)).rejects.toThrow('Expected /about of build v2');
    expect(await storage.keys()).toEqual([]);
  });

  it('keeps nothing when something is missing', async () => {
    respond = (request, response) => {
      if (request.url === '/terms') response.statusCode = 503;
      response.end('of routes2');
    };
    await expect(fillCache(caches(), build)).rejects.toThrow(
      'Expected /terms to answer 200 but received 503.',
    );
    expect(await storage.keys()).toEqual([]);
  });

  it('drops the caches of earlier builds and leaves all others', async () => {
    for (const name of ['featherpress-site-v1', cacheName(build), 'elsewhere']) await storage.open(name);
    await dropOldCaches(caches(), build);
    expect(await storage.keys()).toEqual([cacheName(build), 'elsewhere']);
  });
});

describe('answering a page', () => {
  it('prefers the network', async () => {
    await keep('/about', 'kept');
    expect(await (await answerPage(event('/about?from=mail'), build)).text()).toContain('of routes2');
  });

  it('takes what the browser has begun to load', async () => {
    const answer = await answerPage(event('/about', { preloaded: new Response('preloaded') }), build);
    expect(await answer.text()).toBe('preloaded');
    expect(requested).toEqual([]);
  });

  it('shows the kept page without a connection, and the offline page where none is kept', async () => {
    await keep('/about', 'kept');
    await keep(OFFLINE_PAGE, 'offline');
    respond = (request) => request.socket.destroy();
    expect(await (await answerPage(event('/about?utm=1'), build)).text()).toBe('kept');
    expect(await (await answerPage(event('/dashboard'), build)).text()).toBe('offline');
  });

  it('fails like the browser when nothing is kept at all', async () => {
    respond = (request) => request.socket.destroy();
    expect((await answerPage(event('/dashboard'), build)).type).toBe('error');
  });

  it('shows the kept page while a gateway finds no server, and passes other answers on', async () => {
    await keep('/about', 'kept');
    respond = (_request, response) => response.writeHead(502).end();
    expect(await (await answerPage(event('/about'), build)).text()).toBe('kept');
    respond = (_request, response) => response.writeHead(404).end();
    expect((await answerPage(event('/about'), build)).status).toBe(404);
  });

  it('shows the kept page when the network takes more than four seconds', async () => {
    await keep('/about', 'kept');
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const preloaded = new Promise<Response>(() => {});
    const slow = Object.assign(event('/about'), { preloadResponse: preloaded });
    const answer = answerPage(slow, build);
    await vi.waitUntil(() => vi.getTimerCount() > 0, { timeout: PATIENCE_MS });
    vi.advanceTimersByTime(4_000);
    expect(await (await answer).text()).toBe('kept');
    vi.useRealTimers();
  });
});

describe('answering for the list of routes', () => {
  it('asks the server, and falls back on the list of its own build', async () => {
    await keep(ROUTES, 'all routes');
    const ask = (version: string) =>
      answerRoutes(new Request(`${origin}${ROUTES}?version=${version}`), build);
    expect(await (await ask('routes2')).text()).toContain('of routes2');
    respond = (request) => request.socket.destroy();
    expect(await (await ask('routes2')).text()).toBe('all routes');
    await expect(ask('routes1')).rejects.toThrow();
  });
});

describe('answering for a file', () => {
  it('takes it from any cache', async () => {
    await (await storage.open('featherpress-site-v3')).put('/assets/next.js', new Response('next'));
    expect(await (await answerFile(event('/assets/next.js', { destination: 'script' }), build)).text()).toBe(
      'next',
    );
    expect(requested).toEqual([]);
  });

  it('keeps pictures when they are first shown, and nothing else', async () => {
    await answerFile(event('/large.webp', { destination: 'image' }), build);
    await answerFile(event('/assets/old.js', { destination: 'script' }), build);
    respond = (_request, response) => response.writeHead(404).end();
    await answerFile(event('/gone.webp', { destination: 'image' }), build);
    await Promise.all(work);
    expect(await cached('/large.webp')).toContain('/large.webp');
    expect(await cached('/assets/old.js')).toBeUndefined();
    expect(await cached('/gone.webp')).toBeUndefined();
  });
});

describe('files that another app shares', () => {
  it('wait in the inbox, in order and with their names, until they are taken once', async () => {
    const form = new FormData();
    form.append('files', new File(['first'], 'ünïcode 😀.png', { type: 'image/png' }));
    form.append('title', 'ignored');
    form.append('files', new File(['second'], 'b.pdf', { type: 'application/pdf' }));
    const request = new Request(`${origin}/compress`, { method: 'POST', body: form });
    // Redirects of a worker are relative to its own address.
    const redirect = Response.redirect;
    Response.redirect = (url, status) => redirect(new URL(String(url), origin), status);
    const answer = await answerSharedFiles(request);
    Response.redirect = redirect;
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, `${origin}/compress?shared`]);

    const files = await takeSharedFiles(caches());
    expect(files.map(({ name, type }) => [name, type])).toEqual([
      ['ünïcode 😀.png', 'image/png'],
      ['b.pdf', 'application/pdf'],
    ]);
    expect(await files[1]?.text()).toBe('second');
    expect(await takeSharedFiles(caches())).toEqual([]);
  });

  it('replace what lay in the inbox', async () => {
    await leaveSharedFiles(caches(), [new File(['a'], 'a.png'), new File(['b'], 'b.png')]);
    await leaveSharedFiles(caches(), [new File(['c'], 'c.png')]);
    expect((await takeSharedFiles(caches())).map(({ name }) => name)).toEqual(['c.png']);
    expect(await storage.has(SHARED_INBOX)).toBe(false);
  });
});
