import type { Carried } from '~/early-acts.ts';
import { loadLate } from '~/load-late.ts';

/** @param passedOver what else is in the folders that were brought, as in `FolderFiles` */
export type TakeFiles = (files: readonly File[], passedOver: readonly string[]) => void;

interface FileDropListener {
  /** A drag with files has come over the page and may be dropped, or it is gone. */
  onLit(lit: boolean): void;
  readonly onDrop: TakeFiles;
}

/**
 * Lets people drop files and folders anywhere on the page.
 * @returns what ends it
 */
export function listenForFileDrops({ onLit, onDrop }: FileDropListener): () => void {
  // enter and leave fire for every element on the way; the count tells when the page itself is left.
  let depth = 0;
  // A result that is dragged out of the page and let go over it again is no new file.
  let isOwn = false;
  const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
  const listeners = {
    dragstart() {
      isOwn = true;
    },
    dragend() {
      isOwn = false;
    },
    dragenter(event: DragEvent) {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      depth++;
      onLit(!isOwn);
    },
    dragover(event: DragEvent) {
      if (!carriesFiles(event) || !event.dataTransfer) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = isOwn ? 'none' : 'copy';
      if (depth > 0) return;
      // The drag entered before the page listened.
      depth = 1;
      onLit(!isOwn);
    },
    dragleave(event: DragEvent) {
      if (!carriesFiles(event)) return;
      depth = Math.max(0, depth - 1);
      if (depth === 0) onLit(false);
    },
    drop(event: DragEvent) {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      depth = 0;
      onLit(false);
      if (!isOwn && event.dataTransfer) takeCarried(event.dataTransfer, onDrop);
    },
  };
  const entries = Object.entries(listeners) as [keyof typeof listeners, (event: DragEvent) => void][];
  for (const [name, listener] of entries) window.addEventListener(name, listener);
  return () => {
    for (const [name, listener] of entries) window.removeEventListener(name, listener);
  };
}

/**
 * Lets people paste files, folders and pictures anywhere on the page; words beside them go into the field that has the focus.
 * @returns what ends it
 */
export function listenForPastes(onFiles: TakeFiles): () => void {
  const paste = (event: ClipboardEvent) => {
    const { clipboardData: carried, target } = event;
    if (!carried?.types.includes('Files')) return;
    const isInField = target instanceof Element && target.matches('input[type=text], textarea');
    if (isInField && carried.types.includes('text/plain')) return;
    event.preventDefault();
    takeCarried(carried, onFiles);
  };
  window.addEventListener('paste', paste);
  return () => window.removeEventListener('paste', paste);
}

/** Takes the files, and those in folders, that a drop or a paste carries. To be called in its event: later it is empty. */
export function takeCarried(carried: Carried, onFiles: TakeFiles): void {
  const files = [...carried.files];
  const entries = folderEntries(carried);
  if (entries === null) {
    if (files.length > 0) onFiles(files, []);
    return;
  }
  loadLate(() => import('./folder-files.ts'))
    .then(({ filesIn }) => filesIn(entries))
    .then(
      (found) => onFiles(found.files, found.passedOver),
      // What has no type is the folder itself.
      () =>
        onFiles(
          files.filter(({ type }) => type !== ''),
          [],
        ),
    );
}

/** What was brought as entries of the file system, where a folder is among it; else null. */
function folderEntries(carried: Carried): FileSystemEntry[] | null {
  const entries = [...(carried.items ?? [])].flatMap((item) => item.webkitGetAsEntry?.() ?? []);
  return entries.some((entry) => entry.isDirectory) ? entries : null;
}
