import { useEffect, useRef } from 'react';
import { loadLate } from '~/load-late.ts';
import { SHARED_PARAMETER } from './shared-parameter.ts';

/** Not in TypeScript's DOM types: Chromium only. */
interface LaunchQueue {
  setConsumer(consumer: (launch: { readonly files: readonly FileSystemFileHandle[] }) => void): void;
}

/**
 * Files that the system hands to the installed app: shared from another app, or opened with it.
 * @param onFiles gets them as if they had been chosen
 * @param onLost  files were shared or opened but cannot be read, e.g. because no service worker received them
 */
export function useHandedFiles(onFiles: (files: readonly File[]) => void, onLost: () => void): void {
  const latest = useRef({ onFiles, onLost });
  useEffect(() => {
    latest.current = { onFiles, onLost };
  });
  useEffect(() => {
    const queue = (window as { launchQueue?: LaunchQueue }).launchQueue;
    queue?.setConsumer(({ files }) => {
      if (files.length === 0) return;
      Promise.all(files.map((handle) => handle.getFile())).then(
        (opened) => latest.current.onFiles(opened),
        () => latest.current.onLost(),
      );
    });
    void (async () => {
      if (!new URLSearchParams(window.location.search).has(SHARED_PARAMETER)) return;
      // A reload must not ask for them again.
      window.history.replaceState(window.history.state, '', window.location.pathname);
      // Without a cache, as in some private windows, the files are lost as well.
      const files = await loadLate(() => import('./shared-inbox.ts'))
        .then(({ takeSharedFiles }) => takeSharedFiles(window.caches))
        .catch(() => []);
      if (files.length > 0) latest.current.onFiles(files);
      else latest.current.onLost();
    })();
  }, []);
}
