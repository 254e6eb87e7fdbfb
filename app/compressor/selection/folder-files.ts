import { displayNameInText } from './display-name.ts';
import { rememberPath } from './folder-of.ts';
import { faultLine } from './offer.ts';
import { declaredKind } from './selection.ts';

/** A folder with more in it is not what someone meant to drop. */
const MAX_ENTRIES = 50_000;
/** More of our kinds than anyone compresses in one list. */
const MOST_FILES = 1_000;
/** Of what is left out: more names are not read. */
const MOST_NAMES = 100;

type Named = Pick<File, 'name' | 'type' | 'size'>;

/** What a folder holds. */
export interface FolderFiles {
  /** Files of our kinds. */
  readonly files: readonly File[];
  /** The others, each with its reason: "notes.txt: not a PDF, JPEG, PNG, WebP or PPTX file". */
  readonly passedOver: readonly string[];
}

/** Tells files of our kinds among dropped entries from the others, in folders within folders too, in the order of their names. */
export async function filesIn(entries: readonly FileSystemEntry[]): Promise<FolderFiles> {
  const files: File[] = [];
  const others: string[] = [];
  const waiting = [...entries];
  let seen = 0;
  for (; seen < MAX_ENTRIES && files.length < MOST_FILES; seen++) {
    const entry = waiting[seen];
    if (!entry) break;
    const named = { name: entry.name, type: '', size: 1 };
    try {
      if (entry.isDirectory) waiting.push(...(await childrenOf(entry as FileSystemDirectoryEntry)));
      // By its name alone: to ask for every file of a large folder takes long.
      else if (isOurs(named)) files.push(await fileOf(entry as FileSystemFileEntry));
      else others.push(...otherLine(named));
    } catch {
      others.push(`${displayNameInText(entry.name)}: cannot be read`);
    }
  }
  if (seen < waiting.length) others.unshift(`all that follows the first ${files.length} files`);
  return { files, passedOver: atMost(others) };
}

/** Tells files of our kinds in a folder, whose files were not chosen one by one, from the others. */
export function sortFolder(inFolder: readonly File[]): FolderFiles {
  const others = inFolder.filter((file) => !isOurs(file));
  return { files: inFolder.filter(isOurs), passedOver: atMost(others.flatMap(otherLine)) };
}

function isOurs(file: Named): boolean {
  const kind = declaredKind(file);
  return kind !== null && kind !== 'legacy-ppt' && !isHidden(file);
}

/** Systems leave notes of their own beside what people put there: "._photo.jpg". */
function isHidden({ name }: Named): boolean {
  return /^\.|^(thumbs\.db|desktop\.ini)$/i.test(name);
}

function otherLine(file: Named): string[] {
  return isHidden(file) ? [] : faultLine(file);
}

function atMost(lines: readonly string[]): string[] {
  const more = lines.length - MOST_NAMES;
  return more > 0 ? [...lines.slice(0, MOST_NAMES), `and ${more} more`] : [...lines];
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) =>
    entry.file((file) => {
      rememberPath(file, entry.fullPath);
      resolve(file);
    }, reject),
  );
}

async function childrenOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const children: FileSystemEntry[] = [];
  // A reader gives at most 100 entries at a time, and none at the end.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) break;
    children.push(...some);
  }
  return children.sort((one, other) => one.name.localeCompare(other.name, undefined, { numeric: true }));
}
