import { loadLate } from '~/load-late.ts';

export interface FileDropListener {
  /** A drag with files has come over the page and may be dropped, or it is gone. */
  onLit(lit: boolean): void;
  /** @param fromFolder a folder was among what was dropped: its files were not chosen one by one */
  onDrop(files: readonly File[], fromFolder: boolean): void;
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
      if (!isOwn && event.dataTransfer) takeDropped(event.dataTransfer, onDrop);
    },
  };
  const entries = Object.entries(listeners) as [keyof typeof listeners, (event: DragEvent) => void][];
  for (const [name, listener] of entries) window.addEventListener(name, listener);
  return () => {
    for (const [name, listener] of entries) window.removeEventListener(name, listener);
  };
}

function takeDropped(carried: DataTransfer, onDrop: FileDropListener['onDrop']): void {
  const files = [...carried.files];
  const entries = folderEntries(carried);
  if (entries === null) {
    if (files.length > 0) onDrop(files, false);
    return;
  }
  loadLate(() => import('./folder-files.ts'))
    .then(({ filesIn }) => filesIn(entries))
    .then(
      (found) => onDrop(found, true),
      () => onDrop(files, true),
    );
}

/** What was dropped as entries of the file system, where a folder is among it; else null. Only to be had in the event. */
function folderEntries(carried: DataTransfer): FileSystemEntry[] | null {
  const entries = [...(carried.items ?? [])].flatMap((item) => item.webkitGetAsEntry?.() ?? []);
  return entries.some((entry) => entry.isDirectory) ? entries : null;
}
