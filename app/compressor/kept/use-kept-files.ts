import { useEffect, useRef, useState } from 'react';
import { loadLate } from '~/load-late.ts';
import type { QueueItem } from '../queue-state.ts';
import { whileKeeping } from './keeping.ts';
import { currentList, dropList, forgetLists, listName, mayHaveKeptList, takeList } from './list-name.ts';

/** What came out of the storage is in it already; keeping it again would make its hour start over. */
const restored = new WeakMap<File, unknown>();

const loadStore = () => loadLate(() => import('./kept-store.ts'));

/**
 * Keeps files and results in the browser's own storage, so that a reload, a crash and signing in lose nothing, and jobs
 * under way are followed by the next page. Where the browser refuses, nothing is kept and nobody is disturbed.
 * @returns whether all that is shown is kept
 */
export function useKeptFiles(items: readonly QueueItem[]): boolean {
  const kept = useRef(new Map<number, unknown>());
  const [allKept, setAllKept] = useState(true);
  useEffect(() => {
    const before = kept.current;
    const changed = items.filter(
      (item) => before.get(item.index) !== stateOf(item) && restored.get(item.file) !== stateOf(item),
    );
    const gone = [...before.keys()].filter((index) => !items.some((item) => item.index === index));
    kept.current = new Map(items.map((item) => [item.index, stateOf(item)]));
    if (changed.length === 0 && gone.length === 0) return;
    if (items.length === 0) return void whileKeeping(forgetThisList);
    if (changed.length > 0) setAllKept(false);
    const written = kept.current;
    void whileKeeping(async () => {
      const { keepItem, forgetItem } = await loadStore();
      const list = listName();
      for (const index of gone) await forgetItem(list, index);
      for (const item of changed) await keepItem(list, keptForm(item));
      if (written === kept.current) setAllKept(true);
    });
  }, [items]);
  return allKept;
}

/** A result that was handed over need not be kept any longer. */
export function forgetKept(index: number): void {
  const list = currentList();
  if (list === null) return;
  void whileKeeping(async () => (await loadStore()).forgetItem(list, index));
}

/** True where a list of this tab, or of one that was closed, may have been kept. */
export function hasKeptList(): boolean {
  try {
    return mayHaveKeptList();
  } catch {
    return false; // The storage is closed.
  }
}

/** What this tab's last page, or a tab that was closed, has left; nothing where the storage is closed. */
export async function takeKeptFiles(): Promise<readonly QueueItem[]> {
  try {
    const { keptItems, keptLists } = await loadStore();
    const list = await takeList(keptLists);
    const items = list === null ? [] : await keptItems(list);
    if (items.length === 0) dropList();
    if (items.length === 0 && (await keptLists()).length === 0) forgetLists();
    for (const item of items) restored.set(item.file, stateOf(item));
    return items;
  } catch {
    // The storage is closed: there is no list to name.
    dropList();
    return [];
  }
}

async function forgetThisList(): Promise<void> {
  const list = currentList();
  if (list === null) return;
  dropList();
  await (await loadStore()).forgetList(list);
}

/** Changes when there is something new to keep: a result, a job, or that there is none. Steps of the progress are not. */
function stateOf({ state, earlier, jobId }: QueueItem): unknown {
  if (state.status === 'done') return state.result;
  return jobId ?? earlier ?? (state.status === 'failed' ? 'failed' : 'open');
}

/** A job is followed by the next page. What has none starts anew, or comes back with the result it had. */
function keptForm(item: QueueItem): QueueItem {
  if (item.state.status === 'done' || item.state.status === 'failed') return item;
  if (item.earlier && item.jobId === null)
    return { ...item, earlier: null, state: { status: 'done', result: item.earlier } };
  return { ...item, state: { status: 'waiting' } };
}
