/** `node infra/lint/run.ts oxfmt|oxlint|dependency-cruiser|typescript-7 ARGUMENTS...`: runs a program of this folder's packages. */
import { spawnSync } from 'node:child_process';
import { programPath } from './programs.ts';

const [name, ...args] = process.argv.slice(2);
const program = programPath(name as Parameters<typeof programPath>[0]);
// oxlint looks for what reads types in the folder above alone.
process.env['OXLINT_TSGOLINT_PATH'] = programPath('oxlint-tsgolint');
// Types of the whole project take three gigabytes.
const { status } = spawnSync(process.execPath, ['--max-old-space-size=4096', program, ...args], {
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
