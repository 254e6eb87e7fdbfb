import { HISTORY_KEY, historyChanged } from '../history/has-history.ts';
import { PENDING_KEYS } from '../queue/pending-keys.ts';
import { ANY_LIST_KEY, DATABASE, LIST_KEY, ON_DEVICE_KEY, UPLOAD_KEY } from './kept-keys.ts';

/** Local storage: another value each time the files of a person were forgotten, for the other pages of this browser. */
const FORGOTTEN_KEY = 'filesForgotten';
/** Longer than any disk needs. */
const PATIENCE_MS = 2_000;
/** Session storage, names that begin so: what a tab remembers of files, and what was to be done with them. */
const TAB_KEYS: readonly string[] = [LIST_KEY, UPLOAD_KEY, ON_DEVICE_KEY];
const WISH_KEYS: readonly string[] = Object.values(PENDING_KEYS).map(({ record }) => record);

const listeners = new Set<() => unknown>();
/** What this page has seen; undefined before it watches. */
let seen: string | null | undefined;
let forgetting: Promise<unknown> = Promise.resolve();

/** Calls `listener` when files are forgotten, here or on another page of this browser. @returns what ends it */
export function onFilesForgotten(listener: () => unknown): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Follows the other pages of this browser, also over the time for which this one lay in the cache for "Back". */
export function watchForgetting(): void {
  seen = localStorage.getItem(FORGOTTEN_KEY);
  const look = () => {
    if (localStorage.getItem(FORGOTTEN_KEY) === seen) return;
    seen = localStorage.getItem(FORGOTTEN_KEY);
    void forgetInThisTab();
  };
  window.addEventListener('storage', look);
  window.addEventListener('pageshow', look);
}

/**
 * Deletes what this browser holds of a person's files, in all its tabs: lists with files and results, the history, and what
 * was under way or asked for.
 * @param isSigningIn keeps what was asked for in this tab [false]: the person signs in for it, and is told to compress again
 */
export function forgetFiles({ isSigningIn = false } = {}): void {
  seen = `${Date.now()} ${Math.random()}`;
  localStorage.setItem(FORGOTTEN_KEY, seen);
  for (const key of [HISTORY_KEY, ANY_LIST_KEY]) localStorage.removeItem(key);
  historyChanged();
  forgetting = Promise.all([forgetInThisTab(isSigningIn ? TAB_KEYS : undefined), deleteDatabase()]);
}

/** Resolves when what was to be forgotten is deleted, or after two seconds, so that the page can be left. */
export async function everythingForgotten(): Promise<void> {
  await Promise.race([forgetting, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
}

async function forgetInThisTab(keys: readonly string[] = [...TAB_KEYS, ...WISH_KEYS]): Promise<void> {
  for (const key of Object.keys(sessionStorage))
    if (keys.some((start) => key.startsWith(start))) sessionStorage.removeItem(key);
  await Promise.all([...listeners].map((listener) => listener()));
}

function deleteDatabase(): Promise<void> {
  return new Promise((resolve) => {
    try {
      const request = indexedDB.deleteDatabase(DATABASE);
      request.onsuccess = request.onerror = () => resolve();
    } catch {
      resolve(); // The storage is closed: nothing was kept.
    }
  });
}
