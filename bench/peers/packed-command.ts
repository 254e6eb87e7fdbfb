import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildPackage } from '../../infra/package/build-package.ts';

/**
 * Packs the command-line tool and installs it, as people have it: a checkout starts by reading hundreds of sources.
 * @param folder where to; made
 * @returns the path of its program for Node
 */
export async function installPackedCommand(folder: string): Promise<string> {
  const npm = (...args: string[]): string =>
    execFileSync('npm', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), '{"private":true}');
  await buildPackage(join(folder, 'built'));
  const [packed] = JSON.parse(npm('pack', './built', '--json')) as { name: string; filename: string }[];
  npm('install', '--prefer-offline', '--no-audit', '--no-fund', `./${packed!.filename}`);
  return join(folder, 'node_modules', packed!.name, 'dist/cli.js');
}
