import { existsSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const PROJECT_ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** What an engine process loads of the project. Not the project itself: `.data`, `.git` and `.env` lie in it. */
const CODE = ['workers', 'platform', 'node_modules', 'package.json'] as const;

/**
 * Files and folders of the project that an engine process may read.
 * @param script program of the process; the folder of one from elsewhere, as tests have it, is code as well
 */
export function codePaths(script: string): string[] {
  const paths = CODE.map((name) => `${PROJECT_ROOT}${name}`);
  const home = dirname(script);
  const all = paths.some((path) => isInside(path, home)) ? paths : [...paths, home];
  // Where one is a symbolic link, Node asks by either name.
  return [...new Set(all.filter(existsSync).flatMap((path) => [path, realpathSync(path)]))];
}

/** Whether a path is the folder itself or lies below it. */
export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
