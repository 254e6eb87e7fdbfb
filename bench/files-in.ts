import { readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';

const EXTENSIONS = new Set(['.jpg', '.jpeg', '.png', '.webp', '.pdf', '.pptx']);

/** The paths of all files of our kinds in a folder and the folders in it, in order. */
export async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && EXTENSIONS.has(extname(entry.name).toLowerCase()))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
