import { ON_DEVICE_KEY } from '../kept/kept-keys.ts';

/**
 * A tab that runs out of memory is closed by the browser, and its list of files comes back with the next page: what it
 * worked on must not close that one too.
 */
let watchesLeaving = false;

/**
 * Notes that the work on a file begins.
 * @returns what notes its end; null where an earlier page of this tab broke off in the middle of it, said once
 */
export function beginOnDevice(file: File): (() => void) | null {
  const key = `${ON_DEVICE_KEY}${file.size}/${file.lastModified}/${file.name}`;
  try {
    if (!isOurs.has(key) && sessionStorage.getItem(key) !== null) {
      sessionStorage.removeItem(key);
      return null;
    }
    isOurs.add(key);
    sessionStorage.setItem(key, 'begun');
    watchLeaving();
  } catch {
    // Where the storage is closed, no list comes back either.
  }
  return () => forget(key);
}

/** Those that this very page works on: a file may be in the list twice. */
const isOurs = new Set<string>();

function forget(key: string): void {
  isOurs.delete(key);
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Closed: nothing was noted.
  }
}

/** A page that is left or reloaded did not break off. */
function watchLeaving(): void {
  if (watchesLeaving) return;
  watchesLeaving = true;
  window.addEventListener('pagehide', () => {
    for (const key of [...isOurs]) forget(key);
  });
}
