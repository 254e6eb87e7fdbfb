import { readdir } from 'node:fs/promises';
import { relative, join, sep } from 'node:path';

/** Paths of the files below a folder, with `/` between folders; none where it cannot be read. */
export async function filesBelow(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return found
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'));
}
