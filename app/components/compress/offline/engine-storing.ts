import { useSyncExternalStore } from 'react';
import { forgetWish, NoRoom, storeEngine } from '~/pwa/engine-store.ts';

/** How the storing stands. It goes on while the page shows results. */
interface Storing {
  /** Percent while it comes; null while nothing does. */
  readonly percent: number | null;
  /** Why it did not come, in words; null where it did or was not asked for. */
  readonly problem: string | null;
}

const AT_REST: Storing = { percent: null, problem: null };

let current = AT_REST;
let running: AbortController | null = null;
const listeners = new Set<() => void>();

export function useStoring(): Storing {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
    () => AT_REST,
  );
}

/** Begins to put the engine on this device, unless that is under way. */
export async function startStoring(): Promise<void> {
  if (running) return;
  const self = (running = new AbortController());
  show({ percent: 0, problem: null });
  const onProgress = (share: number) => show({ percent: Math.floor(share * 100), problem: null });
  try {
    await storeEngine({ signal: self.signal, onProgress });
    show(AT_REST);
  } catch (error) {
    show({ percent: null, problem: self.signal.aborted ? null : wordsFor(error) });
  } finally {
    running = null;
  }
}

/** Files that are complete stay; the others are not asked for again. */
export function cancelStoring(): void {
  running?.abort();
  void forgetWish();
}

function show(next: Storing): void {
  if (next.percent === current.percent && next.problem === current.problem) return;
  current = next;
  for (const listener of listeners) listener();
}

function wordsFor(error: unknown): string {
  if (error instanceof NoRoom) return error.message;
  return 'The download was interrupted. Try again when you are online; it continues where it stopped.';
}
