import { useEffect, useRef } from 'react';
import { loadLate } from '~/load-late.ts';
import type { KeptItem, QueueItem } from '../queue-state.ts';
import { whileKeeping } from './keeping.ts';
import { dropListName, keptList, namedList } from './kept-list.ts';

/** What came out of the storage is in it already; keeping it again would make its hour start over. */
const restored = new WeakMap<File, unknown>();

const loadStore = () => loadLate(() => import('./kept-store.ts'));

/**
 * Keeps files and results in the browser's own storage, so that a reload, a crash and signing in lose nothing. Where
 * the browser refuses, nothing is kept and nobody is disturbed.
 */
export function useKeptFiles(items: readonly QueueItem[]): void {
  const kept = useRef(new Map<number, unknown>());
  useEffect(() => {
    const before = kept.current;
    const changed = items.filter(
      (item) => before.get(item.index) !== stateOf(item) && restored.get(item.file) !== stateOf(item),
    );
    const gone = [...before.keys()].filter((index) => !items.some((item) => item.index === index));
    kept.current = new Map(items.map((item) => [item.index, stateOf(item)]));
    if (changed.length === 0 && gone.length === 0) return;
    if (items.length === 0) return void whileKeeping(forgetThisList);
    void whileKeeping(async () => {
      const { keepItem, forgetItem } = await loadStore();
      const list = namedList();
      for (const index of gone) await forgetItem(list, index);
      for (const item of changed) await keepItem(list, keptForm(item));
    });
  }, [items]);
}

/** A result that was handed over need not be kept any longer. */
export function forgetKept(index: number): void {
  const list = keptList();
  if (list === null) return;
  void whileKeeping(async () => (await loadStore()).forgetItem(list, index));
}

/** True where a list of this tab may have been kept. */
export function hasKeptList(): boolean {
  return keptList() !== null;
}

/** What this tab's last page has left; nothing where nothing was kept or the storage is closed. */
export async function takeKeptFiles(): Promise<readonly KeptItem[]> {
  try {
    const items = await (await loadStore()).keptItems(namedList());
    if (items.length === 0) dropListName();
    for (const item of items) restored.set(item.file, stateOf({ ...item, earlier: null }));
    return items;
  } catch {
    // The storage is closed: there is no list to name.
    dropListName();
    return [];
  }
}

async function forgetThisList(): Promise<void> {
  const list = keptList();
  if (list === null) return;
  dropListName();
  await (await loadStore()).forgetList(list);
}

/** Changes when there is something new to keep: the result, or that there is none. Steps of the progress are not. */
function stateOf({ state, earlier }: QueueItem): unknown {
  if (state.status === 'done') return state.result;
  return earlier ?? (state.status === 'failed' ? 'failed' : 'open');
}

/** What is under way starts anew; a file that is tried again comes back with the result it had. */
function keptForm({ earlier, state, ...item }: QueueItem): KeptItem {
  if (earlier) return { ...item, state: { status: 'done', result: earlier } };
  return { ...item, state: state.status === 'working' ? { status: 'waiting' } : state };
}
