import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/**
 * Packs a built package as a registry has it.
 * @param into folder of the packed file
 * @returns the path of that
 * @throws Error with the words of npm where it does not pack
 */
export function packBuilt(folder: string, into: string): string {
  const packed = execFileSync('npm', ['pack', folder, '--json', '--pack-destination', into], {
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  const [{ filename }] = JSON.parse(packed) as [{ readonly filename: string }];
  return join(into, filename);
}
