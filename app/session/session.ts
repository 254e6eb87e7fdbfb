import { REMEMBERED_FOR_MS } from '~/compressor/history/has-history.ts';
import { forgetFiles } from '~/compressor/kept/forget-files.ts';

/** Local storage: the session token. */
export const TOKEN_KEY = 'jwt';
/** Local storage: whose files may still be here after a session that ended by itself, and since when. */
const ENDED_KEY = 'endedSession';
/** Session storage: the path to return to after signing in. */
export const REDIRECT_KEY = 'redirectAfterLogin';

/** `unknown` on the server and until the page is hydrated: neither Logout nor Login is shown. */
type SessionStatus = 'unknown' | 'signed-out' | 'signed-in';

export interface Session {
  readonly status: SessionStatus;
  readonly token: string | null;
}

const SIGNED_OUT: Session = { status: 'signed-out', token: null };

const listeners = new Set<() => void>();
let current: Session = SIGNED_OUT;

/** A visitor counts as signed in while a token is stored. */
export function readSession(): Session {
  const token = localStorage.getItem(TOKEN_KEY);
  // Keeps the object as long as nothing changed: React compares by identity.
  if (token !== current.token) current = token === null ? SIGNED_OUT : { status: 'signed-in', token };
  return current;
}

/** Files of no account belong to the account that signs in; those of another account are forgotten. */
export function signIn(token: string): void {
  const before = ownerOfFiles();
  localStorage.removeItem(ENDED_KEY);
  localStorage.setItem(TOKEN_KEY, token);
  announce();
  if (before !== null && before !== accountIn(token)) forgetFiles({ isSigningIn: true });
}

/** A person leaves, and takes all files along. */
export function signOut(): void {
  localStorage.removeItem(ENDED_KEY);
  localStorage.removeItem(TOKEN_KEY);
  announce();
  forgetFiles();
}

/**
 * The server does not take a token any more: it is too old, or its account was signed out everywhere. The files stay, for the
 * same person to sign in again.
 * @returns whether it was the one of this session; another one may have been stored meanwhile
 */
export function endSession(token: string): boolean {
  if (localStorage.getItem(TOKEN_KEY) !== token) return false;
  const account = accountIn(token);
  if (account !== null) localStorage.setItem(ENDED_KEY, JSON.stringify({ account, at: Date.now() }));
  localStorage.removeItem(TOKEN_KEY);
  announce();
  return true;
}

/** The account whose files this browser may hold; null where they are of no account. */
function ownerOfFiles(): string | null {
  const { token } = readSession();
  if (token !== null) return accountIn(token);
  const { account = null, at = 0 } = JSON.parse(localStorage.getItem(ENDED_KEY) ?? '{}') as Ended;
  return Date.now() - at < REMEMBERED_FOR_MS ? account : null;
}

interface Ended {
  readonly account?: string;
  /** Milliseconds since 1970. */
  readonly at?: number;
}

/** Whose token it is, as the token itself says; null where it cannot be read. Source: RFC 7519, section 4.1.2. */
function accountIn(token: string): string | null {
  try {
    const claims = token.split('.')[1]!.replace(/-/g, '+').replace(/_/g, '/');
    return (JSON.parse(atob(claims)) as { sub?: string }).sub ?? null;
  } catch {
    return null;
  }
}

/** Remembers where to go after signing in. */
export function rememberReturn(path: string): void {
  sessionStorage.setItem(REDIRECT_KEY, path);
}

/**
 * The login page with the way back in its address. It runs in another process than an isolated page, and Chromium shows it the session
 * storage as that process last knew it, where a service worker kept it alive.
 * @param mark of the toast that it shows, see next-page-notice.ts
 */
export function loginAddress(mark = ''): string {
  const fragment = (sessionStorage.getItem(REDIRECT_KEY) ?? '') + mark;
  return fragment === '' ? '/login' : `/login#${fragment}`;
}

/** Remembers the way back that came with the address of the login page, and takes it out of there. */
export function adoptReturn(): void {
  const [, path, mark] = /^#(\/.*?)(~\w+)?$/.exec(window.location.hash) ?? [];
  if (path === undefined) return;
  rememberReturn(path);
  window.history.replaceState(window.history.state, '', mark ? `#${mark}` : window.location.pathname);
}

/** Reads and deletes the remembered path; `/` when there is none or when it leads to another site. */
export function takeReturn(): string {
  const path = sessionStorage.getItem(REDIRECT_KEY);
  sessionStorage.removeItem(REDIRECT_KEY);
  return path !== null && /^\/(?![/\\])/.test(path) ? path : '/';
}

function announce(): void {
  for (const listener of listeners) listener();
}

/**
 * Calls `listener` at every sign-in and sign-out, in other tabs too, and when the page comes back from the browser's cache.
 * @returns what unsubscribes it
 */
export function subscribeToSession(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  window.addEventListener('pageshow', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
    window.removeEventListener('pageshow', listener);
  };
}
