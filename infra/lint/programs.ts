/** The packages of infra/lint/package.json are found from this folder alone. */
import { findPackageJSON } from 'node:module';
import { join } from 'node:path';

export { default as globals } from 'globals';

const PROGRAMS = {
  'dependency-cruiser': 'bin/dependency-cruiser.mjs',
  oxfmt: 'bin/oxfmt',
  oxlint: 'bin/oxlint',
  'oxlint-tsgolint': 'bin/tsgolint.js',
  // Checks, in a third of the time; programs that read code take the compiler of the project, 5.9.
  'typescript-7': 'bin/tsc',
};

/** @returns where the file is that Node runs */
export function programPath(name: keyof typeof PROGRAMS): string {
  if (!(name in PROGRAMS))
    throw new Error(`Expected ${Object.keys(PROGRAMS).join(', ')} but received ${name}`);
  return join(findPackageJSON(name, import.meta.url)!, '..', PROGRAMS[name]);
}
