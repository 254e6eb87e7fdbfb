import { pickEnvironment } from '#platform/process-environment.ts';
import { COMPILED_CODE_VARIABLE } from './compiled-code.ts';

/** What the start of an engine process needs and its files do not: loading native libraries, threads. */
const NEEDED_TO_START = ['addon', 'worker'] as const;

/** `drop` is part of Node since 24.16; its types do not know it yet. */
type Permission = NodeJS.Process['permission'] & { readonly drop?: (scope: string, path?: string) => void };

/**
 * Takes back the permissions that only the start of this process needed, so that JavaScript which a file has led astray
 * cannot load an add-on that it wrote itself, or leave code for the next process.
 */
export function giveUpPermissions(): void {
  const permission = process.permission as Permission | undefined;
  const compiled = pickEnvironment([COMPILED_CODE_VARIABLE])[COMPILED_CODE_VARIABLE];
  if (compiled) permission?.drop?.('fs.write', compiled);
  if (permission?.drop) for (const scope of NEEDED_TO_START) permission.drop(scope);
  else process.dlopen = refuse; // An older Node: threads could still load add-ons.
}

function refuse(): never {
  throw new Error('Expected add-ons to be loaded by the start of the process');
}
