import { useEffect, useRef } from 'react';
import { loadLate } from '~/load-late.ts';
import { SHARED_PARAMETER } from './shared-parameter.ts';

/** Not in TypeScript's DOM types: Chromium only. */
interface LaunchQueue {
  setConsumer(consumer: (launch: { readonly files: readonly FileSystemFileHandle[] }) => void): void;
}

interface HandedFiles {
  /** Gets them as if they had been chosen. */
  readonly onFiles: (files: readonly File[]) => void;
  /** Gets those that a page of another site may have sent, for a person to decide. */
  readonly onUnasked: (files: readonly File[]) => void;
  /** Files were shared or opened but cannot be read, e.g. because no service worker received them. */
  readonly onLost: () => void;
}

/**
 * In a window of its own the installed app is shared files by the system alone. In a tab any page may have sent the same form:
 * browsers tell the two apart by nothing that can be relied on.
 */
const OWN_WINDOW =
  '(display-mode: standalone), (display-mode: minimal-ui), (display-mode: fullscreen), (display-mode: window-controls-overlay)';

/** Files that the system hands to the installed app: shared from another app, or opened with it. */
export function useHandedFiles(handlers: HandedFiles): void {
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
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
      if (files.length === 0) latest.current.onLost();
      else if (window.matchMedia(OWN_WINDOW).matches) latest.current.onFiles(files);
      else latest.current.onUnasked(files);
    })();
  }, []);
}
