import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Confinement } from './confinement.ts';
import { systemView } from './system-paths.ts';

/** Programs of util-linux that the command needs. */
interface UnsharePrograms {
  readonly unshare: string;
  readonly setpriv: string;
}

/** Where the new root is built: a folder that every Linux has, and that holds neither code nor data. */
const NEW_ROOT = '/sys';

/**
 * A sandbox like bubblewrap's, by the programs of util-linux: namespaces by `unshare`, an own root by `mount`, and no
 * privileges by `setpriv`. The folder is mounted without the right to run code from it.
 *
 * A user namespace cannot be made below a changed root, so nothing gets back the rights to leave it.
 * Source: user_namespaces(7), EPERM of CLONE_NEWUSER.
 * @param inner programs that the command runs in the sandbox
 */
export function unshareCommand(
  { unshare, setpriv }: UnsharePrograms,
  confinement: Confinement,
  inner: readonly string[],
): string[] {
  return [
    ...[setpriv, '--pdeathsig', 'KILL', '--no-new-privs', '--'],
    ...[unshare, '--user', '--map-root-user', '--mount', '--net', '--pid', '--ipc', '--uts'],
    ...['--fork', '--kill-child=KILL', '--'],
    ...['/bin/sh', '-c', rootScript(confinement, [setpriv, ...inner]), 'sandbox'],
    ...[unshare, `--root=${NEW_ROOT}`, `--wd=${confinement.folder}`, '--'],
    ...[setpriv, '--no-new-privs', '--bounding-set=-all', '--inh-caps=-all', '--'],
  ];
}

/** Builds the new root, then runs what follows. All mounts by one `mount`: each program costs 2 ms. */
function rootScript({ folder, readable }: Confinement, programs: readonly string[]): string {
  const { paths, links } = systemView(readable, programs);
  const isFolder = (path: string) => statSync(path).isDirectory();
  const folders = [folder, ...paths.map((path) => (isFolder(path) ? path : dirname(path)))];
  const files = paths.filter((path) => !isFolder(path));
  const mounts = [
    ...paths.map((path) => bindLine(path, 'ro,nosuid,nodev')),
    bindLine(folder, 'nosuid,nodev,noexec'),
  ];
  return [
    'set -e',
    'PATH=/usr/sbin:/usr/bin:/sbin:/bin',
    `mount -t tmpfs -o mode=755,nosuid,nodev none ${NEW_ROOT}`,
    `mkdir -p ${[...new Set(folders)].map(inNewRoot).join(' ')}`,
    ...files.map((path) => `: > ${inNewRoot(path)}`),
    ...links.map(({ path, target }) => `ln -s ${quoted(target)} ${inNewRoot(path)}`),
    `printf '%s\\n' ${mounts.map(quoted).join(' ')} > ${NEW_ROOT}/mounts`,
    `mount -a -T ${NEW_ROOT}/mounts`,
    `rm ${NEW_ROOT}/mounts`,
    `mount -o remount,bind,ro ${NEW_ROOT}`,
    'unset PATH OLDPWD PWD',
    'exec "$@"',
  ].join('\n');
}

/** A line of fstab(5), which writes blanks and backslashes as octal numbers. */
function bindLine(path: string, options: string): string {
  const escaped = path.replace(/[\\\s]/g, (sign) => `\\${sign.charCodeAt(0).toString(8).padStart(3, '0')}`);
  return `${escaped} ${NEW_ROOT}${escaped} none bind,${options}`;
}

function inNewRoot(path: string): string {
  return quoted(`${NEW_ROOT}${path}`);
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
