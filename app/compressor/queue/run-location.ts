/** Where a file is compressed. */
export type RunLocation = 'server' | 'device';

const STORAGE_KEY = 'compressionPlace';

/** Where the browser's storage is closed, the choice holds for this page. */
let unstored: RunLocation | null = null;
const listeners = new Set<() => void>();

/** What this visitor chose, for `useSyncExternalStore`; null where nothing was: then it depends on the line. */
export const runLocationStore = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    window.addEventListener('storage', listener);
    return () => {
      listeners.delete(listener);
      window.removeEventListener('storage', listener);
    };
  },
  read(): RunLocation | null {
    try {
      const stored = localStorage.getItem(STORAGE_KEY);
      return stored === 'device' || stored === 'server' ? stored : unstored;
    } catch {
      return unstored;
    }
  },
  readOnServer: (): RunLocation | null => null,
} as const;

/** Remembers the choice in this browser. */
export function chooseRunLocation(place: RunLocation): void {
  unstored = place;
  try {
    localStorage.setItem(STORAGE_KEY, place);
  } catch {
    // It holds for this page.
  }
  for (const listener of listeners) listener();
}

/**
 * Where files go that are chosen now. Who chose the device gets it, whatever happens: nothing is uploaded without asking.
 * Everyone else gets the server while online, and the device without a line where it can.
 */
export function runLocationNow(chosen: RunLocation | null, online: boolean, deviceCan: boolean): RunLocation {
  if (chosen === 'device') return 'device';
  return !online && deviceCan ? 'device' : 'server';
}
