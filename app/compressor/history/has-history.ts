/** Local storage: what came back in this browser in the last hours. */
export const HISTORY_KEY = 'compressionHistory';
/** How long an entry is remembered: twelve hours. Nothing else of a file is kept for longer. */
export const REMEMBERED_FOR_MS = 12 * 60 * 60_000;

const listeners = new Set<() => void>();

/** For `useSyncExternalStore`: called when the history has changed, in this tab or another. */
export function onHistory(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

export function historyChanged(): void {
  for (const listener of listeners) listener();
}

/** Whether it is worth loading what shows the history. */
export function mayHaveHistory(): boolean {
  return readHistoryText() !== null;
}

/** What is stored; null where nothing is, or the storage is closed. */
export function readHistoryText(): string | null {
  try {
    return localStorage.getItem(HISTORY_KEY);
  } catch {
    return null;
  }
}
