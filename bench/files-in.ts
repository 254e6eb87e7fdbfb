import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { kindOfExtension, type FileKind } from '#engine/index.ts';

/** The paths of all files of our kinds in a folder and the folders in it, in order. */
export async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && kindByName(entry.name) !== null)
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** Which of our kinds the name of a file tells, or null. */
export function kindByName(path: string): FileKind | null {
  const kind = kindOfExtension(basename(path));
  return kind === 'legacy-ppt' ? null : kind;
}
