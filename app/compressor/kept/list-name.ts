import { ANY_LIST_KEY, LIST_KEY } from './kept-keys.ts';

/** A page that is reloaded gives its list back a moment after the next one has begun. */
const RELOAD_MS = 2_000;

/** What this page holds already; asking again would be waiting for itself. */
const held = new Set<string>();

/** Ends when it is known whether the list that this tab names is its own. */
let taking: Promise<unknown> = Promise.resolve();

const lockOf = (list: string) => `kept-list-${list}`;

/** This tab's list; null where it has none. */
export function currentList(): string | null {
  return sessionStorage.getItem(LIST_KEY);
}

/** This tab's list, made and held where there was none. */
export function listName(): string {
  const known = currentList();
  if (known !== null) return known;
  const made = crypto.randomUUID();
  sessionStorage.setItem(LIST_KEY, made);
  localStorage.setItem(ANY_LIST_KEY, 'yes');
  void holdList(made, 0);
  return made;
}

/** Waits until it is known whose list this tab names: a tab that was duplicated must not touch the one of the first. */
export async function listTaken(): Promise<void> {
  await taking;
}

/** This tab has no list any longer. @returns all lists that this page has written to */
export function dropList(): readonly string[] {
  const current = currentList();
  sessionStorage.removeItem(LIST_KEY);
  return [...held, ...(current === null || held.has(current) ? [] : [current])];
}

/** Nothing is kept of any tab. */
export function forgetLists(): void {
  localStorage.removeItem(ANY_LIST_KEY);
}

/**
 * Makes a list this tab's own for as long as the page lives: the one it had before a reload, else the latest that no
 * living tab holds. A tab that was duplicated has the name of the first one and does not get its list.
 * @param others lists in the store, the latest first; read only where this tab has none of its own
 * @returns null where there is none to be had
 */
export function takeList(others: () => Promise<readonly string[]>): Promise<string | null> {
  const taken = takeOwnOr(others);
  taking = taken.catch(() => undefined);
  return taken;
}

async function takeOwnOr(others: () => Promise<readonly string[]>): Promise<string | null> {
  const mine = currentList();
  if (mine !== null) {
    if (await holdList(mine, RELOAD_MS)) return mine;
    dropList();
    return null;
  }
  for (const list of await others()) {
    if (!(await holdList(list, 0))) continue;
    sessionStorage.setItem(LIST_KEY, list);
    return list;
  }
  return null;
}

/** @returns whether the list is this page's now. Where pages cannot tell each other, only its own name counts. */
async function holdList(list: string, patienceMs: number): Promise<boolean> {
  if (held.has(list)) return true;
  if (!('locks' in navigator)) return list === currentList();
  const options = patienceMs > 0 ? { signal: AbortSignal.timeout(patienceMs) } : { ifAvailable: true };
  return new Promise((resolve) => {
    navigator.locks
      .request(lockOf(list), options, (lock) => {
        resolve(lock !== null);
        if (lock === null) return undefined;
        held.add(list);
        // Until the page is gone.
        return new Promise<never>(() => {});
      })
      .catch(() => resolve(false));
  });
}
