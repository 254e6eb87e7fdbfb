import type { Confinement } from './confinement.ts';

/**
 * Flags of Node's permission model: what JavaScript of an engine process may do. They hold on every system and bind
 * neither native code nor the network.
 *
 * Add-ons and threads are allowed for the start only; `giveUpPermissions` takes them back before the first file.
 */
export function permissionFlags({ folder, readable }: Confinement): string[] {
  return [
    '--permission',
    ...[...readable, folder].map((path) => `--allow-fs-read=${path}`),
    `--allow-fs-write=${folder}`,
    '--allow-addons',
    '--allow-worker',
  ];
}
