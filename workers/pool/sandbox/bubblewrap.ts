import type { Confinement } from './confinement.ts';
import { systemView } from './system-paths.ts';

/**
 * The command in namespaces of its own by bubblewrap: no network, no other processes, an empty root with nothing in it
 * but code to read and the folder to write, no privileges and no way to new ones. It dies with the process that started it.
 *
 * The process is the first of its namespace, so nothing outlives it. There is no /proc and no /dev: it needs neither.
 * @param bwrap path of the program
 * @param inner programs that the command runs in the sandbox
 */
export function bubblewrapCommand(
  bwrap: string,
  { folder, readable }: Confinement,
  inner: readonly string[],
): string[] {
  const { paths, links } = systemView(readable, inner);
  return [
    bwrap,
    ...['--unshare-all', '--unshare-user', '--disable-userns'],
    ...['--die-with-parent', '--as-pid-1', '--new-session'],
    ...paths.flatMap((path) => ['--ro-bind', path, path]),
    ...links.flatMap(({ path, target }) => ['--symlink', target, path]),
    ...['--bind', folder, folder],
    ...['--remount-ro', '/'],
    ...['--chdir', folder],
    '--',
  ];
}
