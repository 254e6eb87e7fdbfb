import { UPLOAD_KEY } from '../kept/kept-keys.ts';

/** Those that this page sends at the moment: a file that was chosen twice is sent twice. */
const claimed = new Set<string>();

interface PlaceClaim {
  /** Null for a new upload. */
  path: string | null;
  /** For a later upload of the same file. */
  release(): void;
}

/** The place of an unfinished upload, unless it is in use. @param key of the file, see resumable-upload.ts */
export function claimPlace(key: string): PlaceClaim {
  if (claimed.has(key)) return { path: null, release() {} };
  claimed.add(key);
  return { path: stored(() => sessionStorage.getItem(UPLOAD_KEY + key)), release: () => claimed.delete(key) };
}

export function rememberPlace(key: string, path: string | null): void {
  if (path === null) forgetPlace(key);
  else stored(() => sessionStorage.setItem(UPLOAD_KEY + key, path));
}

export function forgetPlace(key: string): void {
  stored(() => sessionStorage.removeItem(UPLOAD_KEY + key));
}

/** Without storage an upload goes on for as long as its page. */
function stored<T>(act: () => T): T | null {
  try {
    return act();
  } catch {
    return null;
  }
}
