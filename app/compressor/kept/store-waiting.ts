import { runLocationNow, runLocationStore } from '../queue/run-location.ts';
import { folderOf } from '../selection/folder-of.ts';
import { declaredKind } from '../selection/selection.ts';
import { optionsFor, chosenOptionsStore } from '../queue/chosen-options.ts';
import type { QueueItem } from '../queue/queue-state.ts';
import { beginAhead } from '../upload/begin-ahead.ts';
import { CARRIED_KEY } from './kept-keys.ts';
import { forgetItem, keepItem, keptItems } from './kept-store.ts';
import { listName, takeList } from './list-name.ts';

/**
 * Keeps files as ones that wait to be compressed, behind what this tab's list holds already; the compress page finds
 * them there when it opens. The first one of a new list may have begun by then. They have passed `selectionProblem`.
 * @param passedOver what else was in their folder, which the compress page tells
 * @throws where the browser has no room or keeps nothing; then nothing of them is left behind
 */
export async function storeWaiting(files: readonly File[], passedOver: readonly string[]): Promise<void> {
  await takeList(() => Promise.resolve([]));
  const list = listName();
  const last = (await keptItems(list)).at(-1)?.index ?? -1;
  const stored: QueueItem[] = [];
  try {
    for (const file of files) {
      const item = waitingItem(file, last + 1 + stored.length);
      if (item === null) continue;
      stored.push(item);
      await keepItem(list, item);
    }
    sessionStorage.setItem(CARRIED_KEY, JSON.stringify(passedOver));
  } catch (error) {
    for (const { index } of stored) await forgetItem(list, index);
    throw error;
  }
  // One that may be a copy of what stands is asked about first.
  const [first] = last < 0 ? stored : [];
  const jobId = first ? await beginAhead(first) : null;
  if (first && jobId !== null) await keepItem(list, { ...first, jobId }).catch(() => undefined);
}

function waitingItem(file: File, index: number): QueueItem | null {
  const kind = declaredKind(file);
  if (kind === null || kind === 'legacy-ppt') return null;
  const options = optionsFor({ file, kind }, chosenOptionsStore.read());
  // What this device can do is seen by the compress page alone, which is isolated; it refuses what cannot be done there.
  const place = runLocationNow(runLocationStore.read(), navigator.onLine, true);
  const untried = { earlier: null, onlySmaller: false, jobId: null, state: { status: 'waiting' } } as const;
  return { file, kind, folder: folderOf(file), index, options, place, ...untried };
}
