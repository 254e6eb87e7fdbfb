import { existsSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { CODE_PATHS, isInside } from '#platform/code-paths.ts';

/**
 * Files and folders of code that an engine process may read.
 * @param script program of the process; the folder of one from elsewhere, as tests have it, is code as well
 */
export function codePaths(script: string): string[] {
  const home = dirname(script);
  const all = CODE_PATHS.some((path) => isInside(path, home)) ? CODE_PATHS : [...CODE_PATHS, home];
  // Where one is a symbolic link, Node asks by either name.
  return [...new Set(all.filter(existsSync).flatMap((path) => [path, realpathSync(path)]))];
}
