import { PAGE_HEADER } from '#platform/contracts/page-header.ts';
import { randomHex } from '~/compressor/upload/trace-parent.ts';
import { endSession, readSession } from './session.ts';

/** Of this page, until it is left; kept nowhere. */
const pageName = randomHex(12);

const listeners = new Set<() => void>();

/** Calls `listener` when a call finds that the session has ended. @returns what ends it */
export function onSessionEnded(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Makes a call of the API for the account that is signed in, or for none. A session that has ended costs nothing: the call is made
 * again without it.
 * @param path a token is sent to this site alone
 * @param make makes the call with these headers beside its own, and may be asked to do it again
 * @param token [that of the session]
 */
export async function withSession(
  path: string,
  make: (headers: Readonly<Record<string, string>>) => Promise<Response>,
  token = readSession().token,
): Promise<Response> {
  const isOurs = new URL(path, window.location.href).origin === window.location.origin;
  if (!isOurs) return make({});
  const named = { [PAGE_HEADER]: pageName };
  if (token === null) return make(named);
  const response = await make({ ...named, Authorization: `Bearer ${token}` });
  if (!(await isRefused(response))) return response;
  if (endSession(token)) for (const listener of listeners) listener();
  return withSession(path, make);
}

/** Whether an answer is about the token: 403 is also said of what a valid one may not do. */
async function isRefused(response: Response): Promise<boolean> {
  if (response.status === 401) return true;
  if (response.status !== 403) return false;
  const { code } = (await response
    .clone()
    .json()
    .catch(() => ({}))) as { code?: string };
  // An answer to HEAD has no body.
  return code === undefined || code === 'token-expired';
}
