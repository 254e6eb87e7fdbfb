/** Where the programs of this folder's packages are: they are found from here alone. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const PROGRAMS = {
  verdaccio: 'verdaccio/bin/verdaccio',
  pnpm: 'pnpm/bin/pnpm.mjs',
  yarn: 'yarn/bin/yarn.js',
  'yarn-berry': '@yarnpkg/cli-dist/bin/yarn.js',
};

/** @returns what Node runs @throws Error when the packages are not installed */
export function programPath(name: keyof typeof PROGRAMS): string {
  const path = fileURLToPath(new URL(`node_modules/${PROGRAMS[name]}`, import.meta.url));
  if (existsSync(path)) return path;
  throw new Error(`${name} is not installed: node infra/setup/install-apart.ts infra/registry`);
}
