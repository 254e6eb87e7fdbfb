import type { QueueItem } from '../queue/queue-state.ts';
import { withoutCopies } from '../selection/copies.ts';
import { CARRIED_KEY } from './kept-keys.ts';
import { noteKept, whileKeeping } from './keeping.ts';
import { forgetItem, forgetList, keepItem, keptItems, keptLists } from './kept-store.ts';
import { currentList, dropList, forgetLists, listName, takeList } from './list-name.ts';

/** What came out of the storage is in it already; keeping it again would make its hour start over. */
const restored = new WeakMap<File, unknown>();

export interface FileStore {
  /**
   * Keeps a list as it stands, in place of what was kept of it before. A file that cannot be kept holds up no other.
   * @param onKept told false while something is being written, then whether all of it is kept
   */
  keep(items: readonly QueueItem[], onKept: (all: boolean) => void): void;
}

/** Keeps the list of one page. */
export function createFileStore(): FileStore {
  /** A new one for each change, so that what is written knows whether it is still the last. */
  let kept = new Map<number, unknown>();
  /** Files that could not be kept as they stand: the disk is full, or the file has gone. */
  const refused = new Set<number>();
  return {
    keep(items, onKept) {
      const before = kept;
      const changed = items.filter(
        (item) => before.get(item.index) !== stateOf(item) && restored.get(item.file) !== stateOf(item),
      );
      // By now it is known, and has to be written again should it go and come back.
      const known = items.filter((item) => restored.delete(item.file));
      for (const item of known) if (!changed.includes(item)) before.set(item.index, stateOf(item));
      const gone = [...before.keys()].filter((index) => !items.some((item) => item.index === index));
      if (changed.length === 0 && gone.length === 0) return;
      const written = (kept = new Map(items.map((item) => [item.index, stateOf(item)])));
      if (items.length === 0) {
        refused.clear();
        return void forgetOwnList();
      }
      if (changed.length > 0) onKept(false);
      void whileKeeping(async () => {
        const list = listName();
        for (const index of gone) {
          refused.delete(index);
          await forgetItem(list, index);
        }
        for (const item of changed) {
          refused.delete(item.index);
          await keepItem(list, keptForm(item)).catch(() => refused.add(item.index));
        }
        if (written !== kept) return;
        noteKept(refused.size === 0);
        onKept(refused.size === 0);
      });
    },
  };
}

/** A result that was handed over need not be kept any longer. */
export function forgetKept(index: number): void {
  void whileKeeping(async () => {
    const list = currentList();
    if (list !== null) await forgetItem(list, index);
  });
}

/** Forgets this page's list, with what is being written of it. */
export function forgetOwnList(): Promise<void> {
  return whileKeeping(forgetThisList);
}

/** What a page finds in the storage. */
export interface KeptFiles {
  readonly items: readonly QueueItem[];
  /** Files that another page carried over and that hold what another one of the list holds: taken out of it, to be asked about. */
  readonly copies: readonly File[];
  /** What else was in their folder. */
  readonly passedOver: readonly string[];
}

const NOTHING_KEPT: KeptFiles = { items: [], copies: [], passedOver: [] };

/** What this tab's last page, or a tab that was closed, has left; nothing where the storage is closed. */
export async function takeKeptFiles(): Promise<KeptFiles> {
  try {
    const list = await takeList(keptLists);
    const items = list === null ? [] : await keptItems(list);
    // Files that were chosen meanwhile have begun a list, which is not the one that was found empty.
    if (items.length === 0 && currentList() === list) dropList();
    if (items.length === 0 && (await keptLists()).length === 0 && currentList() === null) forgetLists();
    for (const item of items) restored.set(item.file, stateOf(item));
    return await apartFromCopies(items);
  } catch {
    // The storage is closed: there is no list to name.
    dropList();
    return NOTHING_KEPT;
  }
}

/** Looks for copies among files that were carried over, once. */
async function apartFromCopies(items: readonly QueueItem[]): Promise<KeptFiles> {
  const carried = sessionStorage.getItem(CARRIED_KEY);
  sessionStorage.removeItem(CARRIED_KEY);
  if (carried === null) return { ...NOTHING_KEPT, items };
  const isNew = ({ state, jobId }: QueueItem) => state.status === 'waiting' && jobId === null;
  const fileOf = ({ file }: QueueItem) => file;
  const { copies } = await withoutCopies(
    items.filter(isNew).map(fileOf),
    items.filter((item) => !isNew(item)).map(fileOf),
  );
  for (const { file, index } of items) if (copies.includes(file)) forgetKept(index);
  const passedOver = JSON.parse(carried) as string[];
  return { items: items.filter(({ file }) => !copies.includes(file)), copies, passedOver };
}

async function forgetThisList(): Promise<void> {
  for (const list of dropList()) await forgetList(list);
}

/** Changes when there is something new to keep: a result, a job, or that there is none. Steps of the progress are not. */
function stateOf({ state, earlier, jobId, options }: QueueItem): unknown {
  if (state.status === 'done') return state.result;
  // Settings may change before a file begins.
  return jobId ?? earlier ?? (state.status === 'failed' ? 'failed' : options);
}

/** A job is followed by the next page. What has none starts anew, or comes back with the result it had. */
function keptForm(item: QueueItem): QueueItem {
  if (item.state.status === 'done' || item.state.status === 'failed') return item;
  if (item.earlier && item.jobId === null)
    return { ...item, earlier: null, state: { status: 'done', result: item.earlier } };
  return { ...item, state: { status: 'waiting' } };
}
