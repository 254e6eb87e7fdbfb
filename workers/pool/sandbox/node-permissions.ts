import type { Confinement } from './confinement.ts';

/** Node 20 has it under its first name. */
const PERMISSION_FLAG = process.allowedNodeEnvironmentFlags.has('--permission')
  ? '--permission'
  : '--experimental-permission';

/**
 * Flags of Node's permission model: what JavaScript of an engine process may do. They hold on every system and bind
 * neither native code nor the network.
 *
 * Add-ons and threads are allowed for the start only; `giveUpPermissions` takes them back before the first file.
 */
export function permissionFlags({ folder, readable }: Confinement): string[] {
  return [
    PERMISSION_FLAG,
    ...[...readable, folder].map((path) => `--allow-fs-read=${path}`),
    `--allow-fs-write=${folder}`,
    '--allow-addons',
    '--allow-worker',
  ];
}
