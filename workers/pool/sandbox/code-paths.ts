import { existsSync, realpathSync } from 'node:fs';
import { dirname, sep } from 'node:path';
import { CODE_PATHS, isInside } from '#platform/code-paths.ts';

/**
 * Files and folders of code that an engine process may read.
 * @param script program of the process; the folder of one from elsewhere, as tests have it, is code as well
 */
export function codePaths(script: string): string[] {
  const home = dirname(script);
  const own = CODE_PATHS.some((path) => isInside(path, home)) ? [] : [home, ...packageFolders(home)];
  const all = [...CODE_PATHS, ...own];
  // Where one is a symbolic link, Node asks by either name.
  return [...new Set(all.filter(existsSync).flatMap((path) => [path, realpathSync(path)]))];
}

/** The folders of packages around a program that is installed as one: what it imports lies there as well. */
function packageFolders(folder: string): string[] {
  const parts = folder.split(sep);
  return parts.flatMap((part, at) => (part === 'node_modules' ? [parts.slice(0, at + 1).join(sep)] : []));
}
