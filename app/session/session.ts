/** Local storage: the session token. */
export const TOKEN_KEY = 'jwt';
/** Session storage: the path to return to after signing in. */
export const REDIRECT_KEY = 'redirectAfterLogin';

/** `unknown` on the server and until the page is hydrated: neither Logout nor Sign in is shown. */
export type SessionStatus = 'unknown' | 'signed-out' | 'signed-in';

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
  // The same object as long as nothing changed: React compares by identity.
  if (token !== current.token) current = token === null ? SIGNED_OUT : { status: 'signed-in', token };
  return current;
}

export function signIn(token: string): void {
  localStorage.setItem(TOKEN_KEY, token);
  announce();
}

export function signOut(): void {
  localStorage.removeItem(TOKEN_KEY);
  announce();
}

/** Remembers where to go after signing in. */
export function rememberReturn(path: string): void {
  sessionStorage.setItem(REDIRECT_KEY, path);
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

/** Calls `listener` at every sign-in and sign-out, in other tabs too. @returns what unsubscribes it */
export function subscribeToSession(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}
