/**
 * `node infra/setup/install-apart.ts FOLDER...`: installs the packages of each folder that has a package.json of its own, where
 * they are missing or have another version. They serve few commands, and `npm ci` does without them.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

interface Manifest {
  readonly version?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

const folders = process.argv.slice(2).map((path) => resolve(path));
const missing = folders.filter((folder) => !isInstalled(folder));
const installed = await Promise.all(missing.map(install));
process.exitCode = installed.every(Boolean) ? 0 : 1;

/** @returns whether it could be done */
async function install(folder: string): Promise<boolean> {
  console.error(`Installing the packages of ${folder}`);
  const npm = spawn('npm', ['ci', '--no-engine-strict', '--no-audit', '--no-fund'], {
    cwd: folder,
    // Standard output belongs to the command that follows.
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  const [status] = (await once(npm, 'exit')) as [number | null];
  return status === 0;
}

/** Every package that the folder names, in the version that it names (`npm:name@version` for another name), there or above. */
function isInstalled(folder: string): boolean {
  const { dependencies = {} } = manifestIn(folder) ?? {};
  return Object.entries(dependencies).every(
    ([name, version]) => found(folder, name)?.version === version.split('@').at(-1),
  );
}

/** As Node looks for packages. */
function found(folder: string, name: string): Manifest | undefined {
  const here = manifestIn(join(folder, 'node_modules', name));
  const above = dirname(folder);
  return here ?? (above === folder ? undefined : found(above, name));
}

function manifestIn(folder: string): Manifest | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
  } catch {
    return undefined;
  }
}
