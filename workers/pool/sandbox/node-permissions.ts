import type { Confinement } from './confinement.ts';

/** Node 20 has it under its first name. */
const PERMISSION_FLAG = process.allowedNodeEnvironmentFlags.has('--permission')
  ? '--permission'
  : '--experimental-permission';

/**
 * Flags of Node's permission model: what JavaScript of an engine process may do. They hold on every system and bind
 * neither native code nor the network.
 *
 * Add-ons, threads and compiled code are allowed for the start only; `giveUpPermissions` takes them back before the first file.
 */
export function permissionFlags({ folder, readable, compiled }: Confinement): string[] {
  return [
    PERMISSION_FLAG,
    ...[...readable, folder].map((path) => `--allow-fs-read=${path}`),
    ...[folder, ...(compiled ? [compiled] : [])].map((path) => `--allow-fs-write=${path}`),
    '--allow-addons',
    '--allow-worker',
  ];
}
