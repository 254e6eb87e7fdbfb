import { blogLinks, headerLinks, legalLinks, toolLinks } from '../../content/navigation.ts';

/** Written in by the build. */
export interface BuildFacts {
  /** Changes with every file of the client build. */
  readonly version: string;
  /** The version of Remix's own list of routes, which every interactive page of this build carries. */
  readonly routesVersion: string;
  /** Path of the script that every other page of this build carries. */
  readonly enhancements: string;
  /** Paths from the root: scripts, styles, fonts and the pictures that pages show. */
  readonly files: readonly string[];
}

export const OFFLINE_PAGE = '/offline';
export const ROUTES = '/__manifest';
const PREFIX = 'featherpress-site-';
/** Every page that opens without a connection. */
const PAGES = [...headerLinks, ...legalLinks, ...toolLinks, ...blogLinks].map(({ to }) => to);
/** Pages that are reached by a link but need the server to be of use. */
const OTHER_ROUTES = ['/login', '/dashboard', OFFLINE_PAGE];

export const cacheName = (facts: BuildFacts): string => PREFIX + facts.version;

/**
 * Fetches the whole site of one build.
 * @throws when anything is missing or belongs to another build; the browser then keeps the worker it has and tries
 *         again later, so that what is offered offline always fits together
 */
export async function fillCache(storage: CacheStorage, facts: BuildFacts): Promise<void> {
  const cache = await storage.open(cacheName(facts));
  try {
    await cache.addAll(facts.files.filter((path) => path.startsWith('/assets/')));
    await cache.addAll(
      [...facts.files.filter((path) => !path.startsWith('/assets/')), '/manifest.json'].map(
        (path) => new Request(path, { cache: 'no-cache' }),
      ),
    );
    await cache.put(ROUTES, await fetchOk(routesUrl(facts)));
    // One after another: the page that is open has the right of way.
    for (const path of [...PAGES, OFFLINE_PAGE]) await cache.put(path, await fetchPage(path, facts));
  } catch (error) {
    await storage.delete(cacheName(facts));
    throw error;
  }
}

/** Drops what earlier builds left. */
export async function dropOldCaches(storage: CacheStorage, facts: BuildFacts): Promise<void> {
  const old = (await storage.keys()).filter((name) => name.startsWith(PREFIX) && name !== cacheName(facts));
  await Promise.all(old.map((name) => storage.delete(name)));
}

async function fetchPage(path: string, facts: BuildFacts): Promise<Response> {
  const answer = await fetchOk(path);
  const html = await answer.clone().text();
  if (html.includes(facts.routesVersion) || html.includes(facts.enhancements)) return answer;
  throw new Error(`Expected ${path} of build ${facts.version} but received another one.`);
}

function routesUrl(facts: BuildFacts): string {
  const query = new URLSearchParams([...PAGES, ...OTHER_ROUTES].map((path) => ['p', path]));
  query.set('version', facts.routesVersion);
  return `${ROUTES}?${query}`;
}

async function fetchOk(url: string): Promise<Response> {
  const answer = await fetch(url, { cache: 'no-cache' });
  if (answer.status !== 200) throw new Error(`Expected ${url} to answer 200 but received ${answer.status}.`);
  return answer;
}
