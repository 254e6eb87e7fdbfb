import { takeSharedFiles } from './shared-inbox.ts';

/** What the page does with files that it is handed. */
export interface FileTakers {
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

/**
 * Takes files that were opened with the app.
 * @throws what reading one of them throws
 */
export async function takeOpened(
  handles: readonly FileSystemFileHandle[],
  { onFiles }: FileTakers,
): Promise<void> {
  onFiles(await Promise.all(handles.map((handle) => handle.getFile())));
}

/** Takes files that another app, or a page, shared. */
export async function takeShared({ onFiles, onUnasked, onLost }: FileTakers): Promise<void> {
  // Without a cache, as in some private windows, the files are lost.
  const files = await takeSharedFiles(window.caches).catch(() => []);
  if (files.length === 0) onLost();
  else if (window.matchMedia(OWN_WINDOW).matches) onFiles(files);
  else onUnasked(files);
}
