import { isAbsolute, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * What engine processes load of the project, and may therefore read. Not the project itself: `.data`, `.git` and `.env`
 * lie in it.
 */
export const CODE_PATHS: readonly string[] = ['workers', 'platform', 'node_modules', 'package.json'].map(
  (name) => fileURLToPath(new URL(`../${name}`, import.meta.url)),
);

/** Whether a path is the folder itself or lies below it. */
export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
