import type { KeptItem } from '../queue-state.ts';

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
  readonly item: KeptItem;
}

/** Keeps a file as it stands, in place of what was kept of it before. @throws where the browser has no room */
export async function keepItem(list: string, item: KeptItem): Promise<void> {
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
export async function keptItems(list: string, now = Date.now()): Promise<KeptItem[]> {
  const all = (await inStore('readonly', (store) => store.getAll())) as KeptRecord[];
  const isOld = ({ keptAt }: KeptRecord) => now - keptAt > KEPT_FOR_MS;
  for (const record of all.filter(isOld)) await forgetItem(record.list, record.index);
  return all
    .filter((record) => record.list === list && !isOld(record))
    .map(({ item }) => item)
    .sort((one, other) => one.index - other.index);
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
