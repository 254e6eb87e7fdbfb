import { leaveSharedFiles, SHARED_FIELD, SHARED_PARAMETER } from '../shared-inbox.ts';
import { cacheName, OFFLINE_PAGE, ROUTES, type BuildFacts } from './precache.ts';

/** After this long a page that lies ready is better than one that may never come. */
const PATIENCE_MS = 4_000;
/** A gateway that finds no server behind it, as during a deployment. */
const AWAY = new Set([502, 503, 504]);

/** The network's page, so that nobody reads a stale one; the kept one when there is no network. */
export async function answerPage(event: FetchEvent, facts: BuildFacts): Promise<Response> {
  const cache = await caches.open(cacheName(facts));
  const kept = await cache.match(new URL(event.request.url).pathname, { ignoreVary: true });
  const fresh = fetchNavigation(event);
  if (!kept) return fresh.catch(async () => (await cache.match(OFFLINE_PAGE)) ?? Response.error());
  const answer = await Promise.race([fresh.catch(() => undefined), patience()]);
  return answer && !AWAY.has(answer.status) ? answer : kept;
}

/** Remix asks which routes a page's links lead to; offline the whole list is at hand. */
export async function answerRoutes(request: Request, facts: BuildFacts): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const asked = new URL(request.url).searchParams.get('version');
    const kept = await (await caches.open(cacheName(facts))).match(ROUTES);
    if (kept && asked === facts.routesVersion) return kept;
    throw error;
  }
}

/** Files of this build, and of the next one while it waits; pictures that were too large to fetch ahead are kept when first seen. */
export async function answerFile(event: FetchEvent, facts: BuildFacts): Promise<Response> {
  const kept = await caches.match(event.request, { ignoreVary: true });
  if (kept) return kept;
  const answer = await fetch(event.request);
  if (answer.status === 200 && event.request.destination === 'image') {
    const copy = answer.clone();
    event.waitUntil(caches.open(cacheName(facts)).then((cache) => cache.put(event.request, copy)));
  }
  return answer;
}

/** Another app shares files: they wait in an inbox until the compress page has opened. */
export async function answerSharedFiles(request: Request): Promise<Response> {
  const form = await request.formData();
  const files = form.getAll(SHARED_FIELD).filter((entry) => entry instanceof File);
  await leaveSharedFiles(caches, files);
  return Response.redirect(`/compress?${SHARED_PARAMETER}`, 303);
}

async function fetchNavigation(event: FetchEvent): Promise<Response> {
  const preloaded = (await event.preloadResponse) as Response | undefined;
  return preloaded ?? fetch(event.request);
}

function patience(): Promise<undefined> {
  return new Promise((resolve) => setTimeout(() => resolve(undefined), PATIENCE_MS));
}
