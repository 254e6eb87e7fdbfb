import { expect, type Page } from '@playwright/test';
import type { OtherPage } from './other-browsers.ts';

interface KeptFile {
  readonly name: string;
  readonly jobId: string | null;
  readonly status: string;
}

/** What the browser's own storage keeps of files, whatever list they are in. */
export function keptFiles(page: Page): Promise<KeptFile[]> {
  return page.evaluate(readKept);
}

/** The same in another browser. */
export function keptFilesIn(page: OtherPage): Promise<KeptFile[]> {
  return page.run(`return (${readKept})()`);
}

/** Runs in a page. */
async function readKept(): Promise<KeptFile[]> {
  const opening = indexedDB.open('featherpress-files');
  await new Promise((resolve) => (opening.onsuccess = resolve));
  const { result: database } = opening;
  if (!database.objectStoreNames.contains('items')) {
    database.close();
    return [];
  }
  const transaction = database.transaction(['items', 'sources']);
  const [items, sources] = ['items', 'sources'].map((name) => transaction.objectStore(name).getAll());
  await new Promise((resolve) => (transaction.oncomplete = resolve));
  database.close();
  // Both are in the order of their keys, which are the same.
  return items!.result.map(({ item }, index) => {
    const { jobId, state } = item as { jobId: string | null; state: { status: string } };
    const { file } = sources!.result[index] as { file: File };
    return { name: file.name, jobId, status: state.status };
  });
}

/**
 * Waits until no page holds a list: one that is closed gives its own back a moment later, and the next page takes it only then.
 * @param page another one of the site
 */
export async function listsAreFree(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(heldLocks)).toEqual([]);
}

/** The same in another browser. */
export async function listsAreFreeIn(page: OtherPage): Promise<void> {
  await expect.poll(() => page.run(`return (${heldLocks})()`)).toEqual([]);
}

/** Runs in a page. */
async function heldLocks() {
  return (await navigator.locks.query()).held?.map(({ name }) => name);
}

/** Names of files in the browser's own storage, in order: their keys are random. */
export async function keptNames(page: Page): Promise<string[]> {
  return (await keptFiles(page)).map(({ name }) => name).sort();
}
