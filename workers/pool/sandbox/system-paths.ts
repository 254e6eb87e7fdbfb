import { existsSync, lstatSync, realpathSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { isInside } from '#platform/code-paths.ts';
import { pickEnvironment } from '#platform/process-environment.ts';

/** Where Linux systems keep the libraries that Node and its add-ons are linked to. */
const LIBRARIES = [
  '/usr/lib',
  '/usr/lib32',
  '/usr/lib64',
  '/usr/local/lib',
  '/lib',
  '/lib32',
  '/lib64',
  '/nix/store',
  '/gnu/store',
  '/etc/ld.so.cache',
] as const;
const PROGRAM_FOLDERS = ['/usr/bin', '/bin', '/usr/sbin', '/sbin'] as const;

/** What the root of a sandbox holds: files and folders shown there read-only, and links made anew. */
interface SystemView {
  readonly paths: readonly string[];
  readonly links: readonly { readonly path: string; readonly target: string }[];
}

/**
 * The code of a process together with what the system needs to run it: its program and shared libraries, and no other
 * programs, settings or homes.
 * @param readable the code of the process
 * @param programs paths of the programs that run in the sandbox
 */
export function systemView(readable: readonly string[], programs: readonly string[]): SystemView {
  const own = pickEnvironment(['LD_LIBRARY_PATH']).LD_LIBRARY_PATH?.split(delimiter).filter(isAbsolute) ?? [];
  const shown = [...LIBRARIES, ...own, ...readable, ...programs].filter(exists);
  const real = [...new Set(shown.map((path) => realpathSync(path)))];
  const paths = real.filter((path) => !real.some((other) => other !== path && isInside(other, path)));
  return {
    paths,
    links: shown
      .filter((path) => lstatSync(path).isSymbolicLink() && !paths.some((folder) => isInside(folder, path)))
      .map((path) => ({ path, target: realpathSync(path) })),
  };
}

/** The absolute path of a program, or undefined when it is not installed. */
export function findProgram(name: string): string | undefined {
  const searched = pickEnvironment(['PATH']).PATH?.split(delimiter).filter(isAbsolute) ?? [];
  return [...PROGRAM_FOLDERS, ...searched].map((folder) => join(folder, name)).find(exists);
}

function exists(path: string): boolean {
  return existsSync(path);
}
