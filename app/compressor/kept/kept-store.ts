import { listed, type ListedResult, type QueueItem } from '../queue/queue-state.ts';
import type { CompressedFile } from '../queue/request.ts';
import { DATABASE } from './kept-keys.ts';

/** How long files and results are kept: 60 minutes. */
export const KEPT_FOR_MS = 60 * 60_000;

/** Where each file of a list stands, with its result. */
const ITEMS = 'items';
/** The chosen files themselves, which never change: written once, not again with every step of their way. */
const SOURCES = 'sources';
const KEY_PATH = ['list', 'index'];

interface KeptRecord {
  /** Names the list of one tab. */
  readonly list: string;
  readonly index: number;
  /** Milliseconds since 1970. */
  readonly keptAt: number;
  readonly item: Omit<QueueItem, 'file'>;
}

interface KeptSource extends Pick<KeptRecord, 'list' | 'index'> {
  readonly file: File;
}

/** Keeps a file as it stands, in place of what was kept of it before. @throws where the browser has no room */
export async function keepItem(list: string, { file, ...item }: QueueItem): Promise<void> {
  const { index } = item;
  await inStores('readwrite', (items, sources) => {
    const record: KeptRecord = { list, index, keptAt: Date.now(), item };
    const source: KeptSource = { list, index, file };
    const kept = sources.get([list, index]) as IDBRequest<KeptSource | undefined>;
    kept.onsuccess = () => isSame(kept.result?.file, file) || sources.put(source);
    return items.put(record);
  });
}

function isSame(kept: File | undefined, { name, size, lastModified }: File): boolean {
  return kept?.name === name && kept.size === size && kept.lastModified === lastModified;
}

export async function forgetItem(list: string, index: number): Promise<void> {
  await inStores('readwrite', (items, sources) => {
    sources.delete([list, index]);
    return items.delete([list, index]);
  });
}

export async function forgetList(list: string): Promise<void> {
  await inStores('readwrite', (items, sources) => {
    sources.delete(allOf(list));
    return items.delete(allOf(list));
  });
}

/** What is kept of a list, in order. Whatever is older than an hour, of any tab, is deleted first. */
export async function keptItems(list: string, now = Date.now()): Promise<QueueItem[]> {
  const records = (await freshRecords(now)).filter((record) => record.list === list);
  const sources = (await inStores('readonly', (_items, all) => all.getAll(allOf(list)))) as KeptSource[];
  const fileOf = new Map(sources.map(({ index, file }) => [index, file]));
  return records
    .flatMap(({ item, index }) => {
      const whole = { ...MISSING_BEFORE, file: fileOf.get(index), ...item };
      return isWhole(whole) ? [withOptions(whole)] : [];
    })
    .sort((one, other) => one.index - other.index);
}

/** All lists with something in them, the latest first. */
export async function keptLists(now = Date.now()): Promise<string[]> {
  const records = (await freshRecords(now)).sort((one, other) => other.keptAt - one.keptAt);
  return [...new Set(records.map(({ list }) => list))];
}

/** Fields that versions before this one did not keep; they kept the file in the item. */
const MISSING_BEFORE = {
  folder: '',
  earlier: null,
  onlySmaller: false,
  jobId: null,
  place: 'server',
} as const;

/** Results that versions before this one kept did not know what they were made with. */
function withOptions(item: QueueItem): QueueItem {
  const { state, earlier } = item;
  const known = (result: CompressedFile | ListedResult) =>
    'options' in result ? result : listed(result, item);
  return {
    ...item,
    state: state.status === 'done' ? { ...state, result: known(state.result) } : state,
    earlier: earlier && known(earlier),
  };
}

function isWhole(item: Omit<QueueItem, 'file'> & { readonly file: File | undefined }): item is QueueItem {
  return item.file !== undefined;
}

function allOf(list: string): IDBKeyRange {
  return IDBKeyRange.bound([list], [list, []]);
}

async function freshRecords(now: number): Promise<KeptRecord[]> {
  const all = (await inStores('readonly', (items) => items.getAll())) as KeptRecord[];
  const isOld = ({ keptAt }: KeptRecord) => now - keptAt > KEPT_FOR_MS;
  for (const record of all.filter(isOld)) await forgetItem(record.list, record.index);
  return all.filter((record) => !isOld(record));
}

async function inStores<T>(
  mode: IDBTransactionMode,
  ask: (items: IDBObjectStore, sources: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await open();
  try {
    const transaction = database.transaction([ITEMS, SOURCES], mode);
    const request = ask(transaction.objectStore(ITEMS), transaction.objectStore(SOURCES));
    // Only a transaction that is complete is on the disk.
    await new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error ?? new Error('The storage refused.'));
    });
    return request.result;
  } finally {
    database.close();
  }
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 2);
    request.onupgradeneeded = () => {
      const { result: database } = request;
      for (const store of [ITEMS, SOURCES])
        if (!database.objectStoreNames.contains(store))
          database.createObjectStore(store, { keyPath: KEY_PATH });
    };
    request.onsuccess = () => {
      // A page of a later version wants to change it; this one opens it anew each time.
      request.result.onversionchange = () => request.result.close();
      resolve(request.result);
    };
    request.onerror = () => reject(request.error ?? new Error('The storage is closed.'));
  });
}
