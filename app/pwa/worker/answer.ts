import { ENGINE_LIST } from '#platform/contracts/engine-files.ts';
import { leaveSharedFiles, SHARED_FIELD } from '../shared-inbox.ts';
import { SHARED_PARAMETER } from '../shared-parameter.ts';
import { cacheName, OFFLINE_PAGE, ROUTES, type BuildInfo } from './precache.ts';

/** What is used of a FetchEvent. */
export interface AskingEvent {
  readonly request: Request;
  /** What the browser has begun to load by itself. */
  readonly preloadResponse: Promise<Response | undefined>;
  waitUntil(work: Promise<unknown>): void;
}

/** How long the network may take before the cached page is shown. */
const PATIENCE_MS = 4_000;
/** Answers of a gateway without a server behind it, as during a deployment. */
const AWAY = new Set([502, 503, 504]);

/** The page from the network, so that it is current; the cached one when the network fails or takes too long. */
export async function answerPage(event: AskingEvent, build: BuildInfo): Promise<Response> {
  const cache = await caches.open(cacheName(build));
  const kept = await cache.match(new URL(event.request.url).pathname, { ignoreVary: true });
  const fresh = fetchNavigation(event);
  if (!kept) return fresh.catch(async () => (await cache.match(OFFLINE_PAGE)) ?? Response.error());
  const answer = await Promise.race([fresh.catch(() => undefined), patience()]);
  return answer && !AWAY.has(answer.status) ? answer : kept;
}

/** Remix's request for the routes that links lead to; offline the cached list of all routes answers it. */
export async function answerRoutes(request: Request, build: BuildInfo): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const asked = new URL(request.url).searchParams.get('version');
    const kept = await (await caches.open(cacheName(build))).match(ROUTES);
    if (kept && asked === build.routesVersion) return kept;
    throw error;
  }
}

/** Files of any build in the caches; pictures that are too large to fetch ahead are cached when first shown. */
export async function answerFile(event: AskingEvent, build: BuildInfo): Promise<Response> {
  const kept = await caches.match(event.request, { ignoreVary: true });
  if (kept) return kept;
  const answer = await fetch(event.request);
  if (answer.status === 200 && event.request.destination === 'image') {
    const copy = answer.clone();
    event.waitUntil(caches.open(cacheName(build)).then((cache) => cache.put(event.request, copy)));
  }
  return answer;
}

/** The engine's files of this build, which are the ones that are kept for it; before it is kept whole, from the network. */
export async function answerEngineList(request: Request, build: BuildInfo): Promise<Response> {
  const cache = await caches.open(cacheName(build));
  return (await cache.match(ENGINE_LIST)) ?? fetch(request);
}

/** Files that another app shares: kept in an inbox until the compress page has opened. */
export async function answerSharedFiles(request: Request): Promise<Response> {
  const form = await request.formData();
  const files = form.getAll(SHARED_FIELD).filter((entry) => entry instanceof File);
  await leaveSharedFiles(caches, files);
  return Response.redirect(`/compress?${SHARED_PARAMETER}`, 303);
}

async function fetchNavigation(event: AskingEvent): Promise<Response> {
  return (await event.preloadResponse) ?? fetch(event.request);
}

function patience(): Promise<undefined> {
  return new Promise((resolve) => setTimeout(() => resolve(undefined), PATIENCE_MS));
}
