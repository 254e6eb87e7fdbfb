import { ANY_LIST_KEY, LIST_KEY } from './kept-keys.ts';

/** True where a list of this tab, or of one that was closed, may have been kept. */
export function hasKeptList(): boolean {
  try {
    return sessionStorage.getItem(LIST_KEY) !== null || localStorage.getItem(ANY_LIST_KEY) !== null;
  } catch {
    return false; // The storage is closed.
  }
}
