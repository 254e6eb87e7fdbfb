import { execFileSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildPackage } from '../../infra/package/build-package.ts';
import { packBuilt } from '../../infra/package/pack-built.ts';

/**
 * Packs the command-line tool and installs it, as people have it: a checkout starts by reading hundreds of sources.
 * @param folder where to; made
 * @returns the path of its program for Node
 */
export async function installPackedCommand(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), '{"private":true}');
  const built = join(folder, 'built');
  await buildPackage(built);
  const packed = packBuilt(built, folder);
  execFileSync('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', packed], {
    cwd: folder,
    stdio: 'ignore',
  });
  const { name } = JSON.parse(await readFile(join(built, 'package.json'), 'utf8')) as { name: string };
  return join(folder, 'node_modules', name, 'dist/cli.js');
}
