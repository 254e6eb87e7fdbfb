import { existsSync, realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Compiled modules of engine processes, as Node's compile cache: `npm run build` leaves them here. */
export const COMPILED_CODE = fileURLToPath(new URL('../../node_modules/.cache/engine-code', import.meta.url));
/** Node's variable for such a folder. */
export const COMPILED_CODE_VARIABLE = 'NODE_COMPILE_CACHE';
/** Argument of an engine process that only starts, so that its code is compiled. */
export const COMPILE_AHEAD = '--compile-ahead';
/** The first Node that can take a permission back while it runs. */
const DROPS_SINCE = [24, 16] as const;

/**
 * Node opens its compile cache only where it may write too; an engine process gives that up before its first file.
 * @returns the folder of compiled modules, without symbolic links; undefined where there is none, or where Node takes nothing back
 */
export function compiledCode(): string | undefined {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const drops = major > DROPS_SINCE[0] || (major === DROPS_SINCE[0] && minor >= DROPS_SINCE[1]);
  return drops && existsSync(COMPILED_CODE) ? realpathSync(COMPILED_CODE) : undefined;
}
