import type { QueueItem } from '../queue-state.ts';

/** How long files and results are kept: 60 minutes. */
export const KEPT_FOR_MS = 60 * 60_000;

const DATABASE = 'featherpress-files';
const STORE = 'items';

interface KeptRecord {
  /** Names the list of one tab. */
  readonly list: string;
  readonly index: number;
  /** Milliseconds since 1970. */
  readonly keptAt: number;
  readonly item: QueueItem;
}

/** Keeps a file as it stands, in place of what was kept of it before. @throws where the browser has no room */
export async function keepItem(list: string, item: QueueItem): Promise<void> {
  const record: KeptRecord = { list, index: item.index, keptAt: Date.now(), item };
  await inStore('readwrite', (store) => store.put(record));
}

export async function forgetItem(list: string, index: number): Promise<void> {
  await inStore('readwrite', (store) => store.delete([list, index]));
}

export async function forgetList(list: string): Promise<void> {
  await inStore('readwrite', (store) => store.delete(IDBKeyRange.bound([list], [list, []])));
}

/** What is kept of a list, in order. Whatever is older than an hour, of any tab, is deleted first. */
export async function keptItems(list: string, now = Date.now()): Promise<QueueItem[]> {
  return (await freshRecords(now))
    .filter((record) => record.list === list)
    .map(({ item }) => ({ ...MISSING_BEFORE, ...item }))
    .sort((one, other) => one.index - other.index);
}

/** All lists with something in them, the latest first. */
export async function keptLists(now = Date.now()): Promise<string[]> {
  const records = (await freshRecords(now)).sort((one, other) => other.keptAt - one.keptAt);
  return [...new Set(records.map(({ list }) => list))];
}

/** Fields that the version before this one did not keep. */
const MISSING_BEFORE = { earlier: null, onlySmaller: false, jobId: null, place: 'server' } as const;

async function freshRecords(now: number): Promise<KeptRecord[]> {
  const all = (await inStore('readonly', (store) => store.getAll())) as KeptRecord[];
  const isOld = ({ keptAt }: KeptRecord) => now - keptAt > KEPT_FOR_MS;
  for (const record of all.filter(isOld)) await forgetItem(record.list, record.index);
  return all.filter((record) => !isOld(record));
}

async function inStore<T>(
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await open();
  try {
    const transaction = database.transaction(STORE, mode);
    const request = ask(transaction.objectStore(STORE));
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
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () =>
      void request.result.createObjectStore(STORE, { keyPath: ['list', 'index'] });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('The storage is closed.'));
  });
}
