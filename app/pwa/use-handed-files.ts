import { useEffect, useRef } from 'react';
import { loadLate } from '~/load-late.ts';
import type * as HandedFiles from './handed-files.ts';
import { SHARED_PARAMETER } from './shared-parameter.ts';

/** Not in TypeScript's DOM types: Chromium only. */
interface LaunchQueue {
  setConsumer(consumer: (launch: { readonly files: readonly FileSystemFileHandle[] }) => void): void;
}

/** Files that the system hands to the installed app: shared from another app, or opened with it. Their code comes with them. */
export function useHandedFiles(takers: HandedFiles.FileTakers): void {
  const latest = useRef(takers);
  useEffect(() => {
    latest.current = takers;
  });
  useEffect(() => {
    const late = (take: (code: typeof HandedFiles, takers: HandedFiles.FileTakers) => Promise<void>) =>
      void loadLate(() => import('./handed-files.ts'))
        .then((code) => take(code, latest.current))
        .catch(() => latest.current.onLost());
    const queue = (window as { launchQueue?: LaunchQueue }).launchQueue;
    queue?.setConsumer(({ files }) => {
      if (files.length > 0) late(({ takeOpened }, now) => takeOpened(files, now));
    });
    if (!new URLSearchParams(window.location.search).has(SHARED_PARAMETER)) return;
    // A reload must not ask for them again.
    window.history.replaceState(window.history.state, '', window.location.pathname);
    late(({ takeShared }, now) => takeShared(now));
  }, []);
}
