import { ENGINE_LIST, type EngineFile, type EngineFileList } from '#platform/contracts/engine-files.ts';
import { ENGINE_CACHE, WANTED_MARK } from './engine-cache-name.ts';

/** What this device has of the engine, for compressing without a connection. */
export interface EngineStore {
  readonly missing: readonly EngineFile[];
  /** Bytes on this device. */
  readonly storedBytes: number;
  /** True where a person asked for all of it. */
  readonly wanted: boolean;
}

/** The device has no room. `message` is for people. */
export class NoRoom extends Error {
  override readonly name = 'NoRoom';
}

/** Calls `listener` when this page has stored or removed the engine. @returns what unsubscribes it */
export function onEngineStore(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
const listeners = new Set<() => void>();

/** @returns null where the list of files cannot be had, or the browser keeps nothing */
export async function readEngineStore(): Promise<EngineStore | null> {
  try {
    const files = await engineFiles();
    const cache = await caches.open(ENGINE_CACHE);
    const kept = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
    const missing = files.filter(({ path }) => !kept.has(path));
    const storedBytes = sum(files.filter(({ path }) => kept.has(path)).map(({ bytes }) => bytes));
    return { missing, storedBytes, wanted: kept.has(WANTED_MARK) };
  } catch {
    return null;
  }
}

interface StoringWatch {
  readonly signal: AbortSignal;
  /** @param share of the bytes that were missing, 0 to 1 */
  onProgress(share: number): void;
}

/**
 * Puts what is missing of the engine on this device, and asks the browser not to clear it away. Files that are complete
 * stay when it is cut short.
 * @throws NoRoom, the signal's reason, or what fetch throws
 */
export async function storeEngine({ signal, onProgress }: StoringWatch): Promise<void> {
  const missing = (await readEngineStore())?.missing ?? (await engineFiles());
  const totalBytes = sum(missing.map(({ bytes }) => bytes));
  await checkRoom(totalBytes);
  const cache = await caches.open(ENGINE_CACHE);
  await keep(cache, WANTED_MARK, new Response(''));
  let before = 0;
  try {
    for (const file of missing) {
      const onBytes = (bytes: number) => onProgress((before + Math.min(bytes, file.bytes)) / totalBytes);
      await keep(cache, file.path, await fetchWhole(file, { signal, onBytes, cache: 'no-store' }));
      before += file.bytes;
    }
  } finally {
    tell();
  }
  // A wish, not a need: the browser decides, some by asking the person.
  await navigator.storage?.persist?.().catch(() => false);
}

/**
 * Keeps what an engine has loaded where no service worker stood between: on a first visit there is none yet, and the site is
 * promised to work offline after it. What the browser still has is not loaded again.
 * @param paths what was loaded, other files among it
 */
export async function keepLoaded(paths: readonly string[]): Promise<void> {
  const fresh = paths.filter((path) => !seen.has(path));
  if (fresh.length === 0 || !('serviceWorker' in navigator)) return;
  for (const path of fresh) seen.add(path);
  await navigator.serviceWorker.ready;
  const missing = (await readEngineStore())?.missing.filter(({ path }) => fresh.includes(path)) ?? [];
  const cache = await caches.open(ENGINE_CACHE);
  const { signal } = new AbortController();
  for (const file of missing)
    await keep(cache, file.path, await fetchWhole(file, { signal, onBytes: () => {}, cache: 'force-cache' }));
  if (missing.length > 0) tell();
}
const seen = new Set<string>();

/** Takes the engine off this device. */
export async function removeEngine(): Promise<void> {
  await caches.delete(ENGINE_CACHE);
  tell();
}

/** Ends the wish for all of it, after a cancel; what was stored before stays. */
export async function forgetWish(): Promise<void> {
  await (await caches.open(ENGINE_CACHE)).delete(WANTED_MARK);
  tell();
}

async function engineFiles(): Promise<readonly EngineFile[]> {
  const answer = await fetch(ENGINE_LIST);
  if (!answer.ok) throw new Error(`${ENGINE_LIST} answered ${answer.status}.`);
  return ((await answer.json()) as EngineFileList).files;
}

async function checkRoom(neededBytes: number): Promise<void> {
  const { quota, usage } = (await navigator.storage?.estimate?.().catch(() => null)) ?? {};
  if (quota !== undefined && usage !== undefined && quota - usage < neededBytes) throw noRoom();
}

interface FetchChoices {
  readonly cache: RequestCache;
  readonly signal: AbortSignal;
  readonly onBytes: (bytes: number) => void;
}

/**
 * The service worker lets a request that no cache may answer pass, and leaves the keeping to the page, which counts the
 * bytes as they come.
 */
async function fetchWhole(
  { path, bytes }: EngineFile,
  { signal, onBytes, cache }: FetchChoices,
): Promise<Response> {
  const answer = await fetch(path, { cache, signal });
  if (!answer.ok || !answer.body) throw new Error(`${path} answered ${answer.status}.`);
  const parts: BlobPart[] = [];
  let received = 0;
  for (const reader = answer.body.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    received += value.length;
    onBytes(received);
  }
  if (received !== bytes) throw new Error(`Expected ${bytes} bytes of ${path} but received ${received}.`);
  // What protects the worker's script stands in its headers; those that tell of the way do not fit any longer.
  const headers = new Headers(answer.headers);
  for (const name of ['Content-Encoding', 'Content-Length', 'Transfer-Encoding']) headers.delete(name);
  return new Response(new Blob(parts), { headers });
}

async function keep(cache: Cache, path: string, answer: Response): Promise<void> {
  try {
    await cache.put(path, answer);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'QuotaExceededError') throw noRoom();
    throw error;
  }
}

function noRoom(): NoRoom {
  return new NoRoom('There is not enough space on this device. Free some space and try again.');
}

function tell(): void {
  for (const listener of listeners) listener();
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
