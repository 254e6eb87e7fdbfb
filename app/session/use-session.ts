import { useSyncExternalStore } from 'react';
import { readSession, subscribeToSession, type Session } from './session.ts';

const UNKNOWN: Session = { status: 'unknown', token: null };

/** The session as it is now; unknown until the page is hydrated. */
export function useSession(): Session {
  return useSyncExternalStore(subscribeToSession, readSession, () => UNKNOWN);
}
