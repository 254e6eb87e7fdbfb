import { ENGINE_LIST } from '#platform/contracts/engine-files.ts';

/** Who answers a request: see `answer.ts` for what each one does. */
type Answerer = 'network' | 'page' | 'routes' | 'file' | 'engine-file' | 'engine-list' | 'shared-files';

interface AskedFor {
  readonly method: string;
  readonly url: URL;
  /** As in `Request.mode`. */
  readonly mode: string;
  /** As in `Request.destination`. */
  readonly destination: string;
  /** True when the browser asks for a part, as it does for films. */
  readonly partial: boolean;
  /** As in `Request.cache`. */
  readonly cache: string;
}

/** Calls, sockets, shared results, the demo sign-in and the server's own pages: never the worker's business. */
const UNTOUCHED = /^\/(api\/|socket\.io(\/|$)|s\/|dev\/|healthz$|readyz$|metrics$)/;
const FILES = new Set(['font', 'image', 'manifest', 'script', 'style']);

/**
 * @param origin the worker's own; other origins are left to the browser
 * @param engine paths of the engine's files in this build
 */
export function chooseAnswer(
  { method, url, mode, destination, partial, cache }: AskedFor,
  origin: string,
  engine: readonly string[],
): Answerer {
  if (url.origin !== origin || UNTOUCHED.test(url.pathname)) return 'network';
  if (method === 'POST')
    return mode === 'navigate' && url.pathname === '/compress' ? 'shared-files' : 'network';
  if (method !== 'GET' || partial) return 'network';
  if (mode === 'navigate') return 'page';
  if (url.pathname === '/__manifest') return 'routes';
  if (url.pathname === ENGINE_LIST) return 'engine-list';
  // The page fetches and keeps these itself, see engine-store.ts.
  if (engine.includes(url.pathname)) return cache === 'no-store' ? 'network' : 'engine-file';
  return url.pathname.startsWith('/assets/') || FILES.has(destination) || url.pathname === '/manifest.json'
    ? 'file'
    : 'network';
}
