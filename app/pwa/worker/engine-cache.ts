import { ENGINE_CACHE, WANTED_MARK } from '../engine-cache-name.ts';
import { ENGINE_LIST, type EngineFileList } from '#platform/contracts/engine-files.ts';
import type { AskingEvent } from './answer.ts';
import type { BuildInfo } from './precache.ts';

/** A file of the engine: megabytes that are never fetched ahead, and kept from their first use on. */
export async function answerEngineFile(event: AskingEvent): Promise<Response> {
  // A browser that cannot open its storage any more, for lack of room or in private, can still fetch.
  const cache = await caches.open(ENGINE_CACHE).catch(() => null);
  const kept = await cache?.match(event.request, { ignoreVary: true }).catch(() => undefined);
  if (kept) return kept;
  const answer = await fetch(event.request);
  if (cache && answer.status === 200) event.waitUntil(keep(cache, event.request, answer.clone()));
  return answer;
}

/**
 * Fetches what a new build has changed where people want all of the engine on their device. What cannot be fetched or
 * kept does not hold the new version back: the page asks for it again, see engine-store.ts.
 */
export async function completeEngine(storage: CacheStorage, build: BuildInfo): Promise<void> {
  if (!(await storage.has(ENGINE_CACHE))) return;
  const cache = await storage.open(ENGINE_CACHE);
  if (!(await cache.match(WANTED_MARK))) return;
  for (const path of build.engine) {
    if (await cache.match(path, { ignoreVary: true })) continue;
    const answer = await fetch(path).catch(() => null);
    if (answer?.status === 200) await keep(cache, path, answer);
  }
}

/** Drops files that this build does not have. */
export async function dropOldEngineFiles(storage: CacheStorage, build: BuildInfo): Promise<void> {
  if (!(await storage.has(ENGINE_CACHE))) return;
  const cache = await storage.open(ENGINE_CACHE);
  const current = new Set([...build.engine, WANTED_MARK]);
  for (const request of await cache.keys())
    if (!current.has(new URL(request.url).pathname)) await cache.delete(request);
}

/**
 * Keeps an answer that is what the list of files says: an answer that is cut, or changed on the way, would stay there for
 * good. A device without room answers from the network for as long as it has one.
 */
async function keep(cache: Cache, request: RequestInfo, answer: Response): Promise<void> {
  const path = new URL(typeof request === 'string' ? request : request.url, answer.url).pathname;
  try {
    const sha256 = await listedHash(path);
    if (sha256 !== null && (await hashOf(await answer.clone().arrayBuffer())) !== sha256) return;
    await cache.put(request, answer);
  } catch {
    // No room, or the line broke.
  }
}

/** @returns null where no list that is kept has the file */
async function listedHash(path: string): Promise<string | null> {
  const list = await caches.match(ENGINE_LIST);
  if (!list) return null;
  const { files } = (await list.json()) as EngineFileList;
  return files.find((file) => file.path === path)?.sha256 ?? null;
}

async function hashOf(bytes: ArrayBuffer): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
