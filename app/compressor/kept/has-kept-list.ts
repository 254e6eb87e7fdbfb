/** Session storage: names this tab's list, so that two tabs do not share one. */
export const LIST_KEY = 'keptList';
/** Local storage: some tab has kept a list, so that it is worth opening the store. */
export const ANY_LIST_KEY = 'keptLists';
/** The store of all lists: files, results, and where each stands. */
export const DATABASE = 'featherpress-files';

/** True where a list of this tab, or of one that was closed, may have been kept. */
export function hasKeptList(): boolean {
  try {
    return sessionStorage.getItem(LIST_KEY) !== null || localStorage.getItem(ANY_LIST_KEY) !== null;
  } catch {
    return false; // The storage is closed.
  }
}
