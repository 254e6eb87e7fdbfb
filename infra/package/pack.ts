import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildPackage } from './build-package.ts';

/** `npm run pack:cli`: leaves featherpress-VERSION.tgz in the working directory. */
const folder = await mkdtemp(join(tmpdir(), 'featherpress-package-'));
try {
  await buildPackage(folder);
  const { status } = spawnSync('npm', ['pack', folder, '--pack-destination', process.cwd()], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  process.exitCode = status ?? 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
