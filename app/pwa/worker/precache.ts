import { ENGINE_LIST } from '#platform/contracts/engine-files.ts';
import { publishedPaths } from '../../content/navigation.ts';

/** What the build writes into the worker. */
export interface BuildInfo {
  /** Changes with every file of the client build. */
  readonly version: string;
  /** The version of Remix's own list of routes, which every interactive page of this build carries. */
  readonly routesVersion: string;
  /** Path of the script that every other page of this build carries. */
  readonly enhancements: string;
  /** Paths from the root: scripts, styles, fonts and the pictures that pages show. */
  readonly files: readonly string[];
  /** Paths of the engine's files, which are not fetched ahead. */
  readonly engine: readonly string[];
}

export const OFFLINE_PAGE = '/offline';
export const ROUTES = '/__manifest';
const PREFIX = 'featherpress-site-';
/** Pages that are reached by a link but need the server to be of use. */
const OTHER_ROUTES = ['/login', '/dashboard', OFFLINE_PAGE];

export const cacheName = (build: BuildInfo): string => PREFIX + build.version;

/**
 * Fetches the whole site of one build.
 * @throws when anything is missing or belongs to another build; the browser then keeps the worker it has and tries
 *         again later, so that what is offered offline always fits together
 */
export async function fillCache(storage: CacheStorage, build: BuildInfo): Promise<void> {
  const cache = await storage.open(cacheName(build));
  try {
    await cache.addAll(build.files.filter((path) => path.startsWith('/assets/')));
    await cache.addAll(
      [...build.files.filter((path) => !path.startsWith('/assets/')), '/manifest.json', ENGINE_LIST].map(
        (path) => new Request(path, { cache: 'no-cache' }),
      ),
    );
    await cache.put(ROUTES, await fetchOk(routesUrl(build)));
    // One at a time, so that the open page is not slowed down.
    for (const path of [...publishedPaths, OFFLINE_PAGE]) await cache.put(path, await fetchPage(path, build));
  } catch (error) {
    await storage.delete(cacheName(build));
    throw error;
  }
}

/** Drops what earlier builds left. */
export async function dropOldCaches(storage: CacheStorage, build: BuildInfo): Promise<void> {
  const old = (await storage.keys()).filter((name) => name.startsWith(PREFIX) && name !== cacheName(build));
  await Promise.all(old.map((name) => storage.delete(name)));
}

async function fetchPage(path: string, build: BuildInfo): Promise<Response> {
  const answer = await fetchOk(path);
  const html = await answer.clone().text();
  if (html.includes(build.routesVersion) || html.includes(build.enhancements)) return answer;
  throw new Error(`Expected ${path} of build ${build.version} but received another one.`);
}

function routesUrl(build: BuildInfo): string {
  const query = new URLSearchParams([...publishedPaths, ...OTHER_ROUTES].map((path) => ['p', path]));
  query.set('version', build.routesVersion);
  return `${ROUTES}?${query}`;
}

async function fetchOk(url: string): Promise<Response> {
  const answer = await fetch(url, { cache: 'no-cache' });
  if (answer.status !== 200) throw new Error(`Expected ${url} to answer 200 but received ${answer.status}.`);
  return answer;
}
