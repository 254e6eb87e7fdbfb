import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Modules of kernels: each is an entry of `assembly/`. */
export const KERNEL_MODULES = ['meter', 'palette', 'samples'] as const;
export type KernelModule = (typeof KERNEL_MODULES)[number];

/** Path of what a module is compiled into. */
export function compiledKernels(name: KernelModule): string {
  return join(import.meta.dirname, '../../workers/engine/kernels/compiled', `${name}.ts`);
}

/** SHA-256 of the sources and of the compiler's version, in hexadecimal digits. */
export function kernelsDigest(): string {
  const sources = join(import.meta.dirname, 'assembly');
  const files = readdirSync(sources)
    .sort()
    .map((name) => join(sources, name));
  const digest = createHash('sha256');
  for (const file of [...files, join(import.meta.dirname, 'package.json')]) digest.update(readFileSync(file));
  return digest.digest('hex');
}
