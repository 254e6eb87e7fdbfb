import { kindOfExtension } from '#engine/api/kinds.ts';
import { rememberPath } from './folder-of.ts';

/** A folder with more in it is not what someone meant to drop. */
const MAX_ENTRIES = 50_000;
/** More of our kinds than anyone compresses in one list. */
const MOST_FILES = 1_000;

/**
 * Files of our kinds among dropped entries, in folders within folders too, in the order of their names. What cannot be
 * read is passed over.
 */
export async function filesIn(entries: readonly FileSystemEntry[]): Promise<File[]> {
  const files: File[] = [];
  const waiting = [...entries];
  for (let seen = 0; seen < MAX_ENTRIES && files.length < MOST_FILES; seen++) {
    const entry = waiting[seen];
    if (!entry) break;
    if (entry.isDirectory) waiting.push(...(await childrenOf(entry as FileSystemDirectoryEntry)));
    else if (isOurs(entry)) files.push(...(await fileOf(entry as FileSystemFileEntry)));
  }
  return files;
}

/** By its name alone: to ask for every file of a large folder takes long. Systems leave notes of their own: "._photo.jpg". */
function isOurs({ name }: FileSystemEntry): boolean {
  return !name.startsWith('.') && kindOfExtension(name) !== null;
}

/** The file, or none where it cannot be read. */
function fileOf(entry: FileSystemFileEntry): Promise<File[]> {
  return new Promise((resolve) =>
    entry.file(
      (file) => {
        rememberPath(file, entry.fullPath);
        resolve([file]);
      },
      () => resolve([]),
    ),
  );
}

/** What is in a folder, or nothing where it is closed to us. */
async function childrenOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const children: FileSystemEntry[] = [];
  // A reader gives at most 100 entries at a time, and none at the end.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve) =>
      reader.readEntries(resolve, () => resolve([])),
    );
    if (some.length === 0) break;
    children.push(...some);
  }
  return children.sort((one, other) => one.name.localeCompare(other.name, undefined, { numeric: true }));
}
