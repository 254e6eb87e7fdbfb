import type { Page } from '@playwright/test';

interface KeptFile {
  readonly name: string;
  readonly jobId: string | null;
  readonly status: string;
}

/** What the browser's own storage keeps of files, whatever list they are in. */
export function keptFiles(page: Page): Promise<KeptFile[]> {
  return page.evaluate(async () => {
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
  });
}

/** Names of files in the browser's own storage, in order: their keys are random. */
export async function keptNames(page: Page): Promise<string[]> {
  return (await keptFiles(page)).map(({ name }) => name).sort();
}
