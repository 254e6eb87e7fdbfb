import { useEffect, useRef, useState } from 'react';
import { loadLate } from '~/load-late.ts';
import { isPrerendering, onceOpened } from '~/prerendering.ts';
import type { QueueItem } from '../queue/queue-state.ts';
import type { FileStore, KeptFiles } from './file-store.ts';
import { hasKeptList } from './has-kept-list.ts';

const loadFileStore = () => loadLate(() => import('./file-store.ts'));

/**
 * Keeps files and results in the browser's own storage, so that a reload, a crash and signing in lose nothing, and jobs
 * under way are followed by the next page. Where the browser refuses, nothing is kept and no error is shown.
 * @returns whether all that is shown is kept
 */
export function useKeptFiles(items: readonly QueueItem[]): boolean {
  const store = useRef<Promise<FileStore> | null>(null);
  const [allKept, setAllKept] = useState(true);
  useEffect(() => {
    if (items.length === 0 && !store.current) return;
    store.current ??= loadFileStore().then(({ createFileStore }) => createFileStore());
    store.current.then(
      (each) => each.keep(items, setAllKept),
      () => setAllKept(false),
    );
  }, [items]);
  return allKept;
}

/** Forgets the list of this page, with what is being written of it. */
export async function forgetOwnList(): Promise<void> {
  const store = await loadFileStore().catch(() => null);
  await store?.forgetOwnList();
}

let early: Promise<KeptFiles> | undefined;

/** Begins to take what was kept, before the page is drawn. */
export function takeKeptFilesEarly(): void {
  if (isPrerendering()) loadFileStore().catch(() => undefined);
  onceOpened(() => {
    if (hasKeptList()) early = take();
  });
}

/** What this tab's last page, or a tab that was closed, has left; nothing where it cannot be had. To be called once. */
export function takeKeptFiles(): Promise<KeptFiles> {
  return early ?? take();
}

async function take(): Promise<KeptFiles> {
  const store = await loadFileStore().catch(() => null);
  return (await store?.takeKeptFiles()) ?? { items: [], copies: [], passedOver: [] };
}
