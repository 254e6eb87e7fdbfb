import { systemClock, type Clock } from '#platform/clock.ts';
import type { ObjectStore } from '#platform/ports/object-store.ts';
import { readAll } from '#platform/read-stream.ts';
import { fromBackend } from '../api-error.ts';
import { createShortMemory } from '../short-memory.ts';

/** How long a process goes by what it read: the longest time for which an ended session is still taken. */
export const SIGN_OUT_MEMORY_MS = 2_000;

/**
 * When accounts signed out everywhere: one small object for each that did, which expires when every session of before
 * has (expiry-rules.ts). A token carries the time of the last one before it; one that carries less than is known is over.
 * Times are only compared with each other, so that clocks which differ end no new session.
 */
export interface SignOuts {
  /** In ms since 1970, 0 for never; at most two seconds old. @throws ApiError "unavailable" */
  lastOf(accountId: string): Promise<number>;
  /** Reads the store itself, without what is remembered. */
  readLastOf(accountId: string): Promise<number>;
  /** Ends all sessions of an account: here at once, in every other process within {@link SIGN_OUT_MEMORY_MS}. */
  signOutEverywhere(accountId: string): Promise<void>;
}

interface SignOutsDependencies {
  readonly objects: Pick<ObjectStore, 'put' | 'find'>;
  readonly clock?: Clock;
}

export function createSignOuts({ objects, clock = systemClock }: SignOutsDependencies): SignOuts {
  const memory = createShortMemory<number>({ forMs: SIGN_OUT_MEMORY_MS, clock });
  const keyOf = (accountId: string) => `sign-outs/${accountId}`;

  const readLastOf = (accountId: string) =>
    fromBackend(async () => {
      const stored = await objects.find(keyOf(accountId));
      return stored ? Number((await readAll(stored.body, 64)).toString('ascii')) : 0;
    });

  return {
    readLastOf,
    lastOf: (accountId) => memory.recall(accountId, () => readLastOf(accountId)),
    async signOutEverywhere(accountId) {
      // Later than the last one, even when the clock was set back.
      const time = Math.max(clock.now(), (await readLastOf(accountId)) + 1);
      await fromBackend(() =>
        objects.put(keyOf(accountId), new TextEncoder().encode(String(time)), { contentType: 'text/plain' }),
      );
      memory.forget(accountId);
    },
  };
}
