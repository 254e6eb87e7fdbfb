/** Session storage: names this tab's list, so that two tabs do not share one. */
const LIST_KEY = 'keptList';

/** The name of this tab's list; null where it has none. */
export function keptList(): string | null {
  return sessionStorage.getItem(LIST_KEY);
}

/** The name of this tab's list, which is given one where it has none. */
export function namedList(): string {
  const known = keptList();
  if (known !== null) return known;
  const made = crypto.randomUUID();
  sessionStorage.setItem(LIST_KEY, made);
  return made;
}

export function dropListName(): void {
  sessionStorage.removeItem(LIST_KEY);
}
