/** Before `npm start`: builds the site when there is no build or a source is newer. */
import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { newestChange } from './newest-change.ts';
import { runStep } from './run-step.ts';

/** The last file that a build writes. */
const BUILT = 'build/server/index.js';
/** What goes into it; functions and workers run from source. */
const SOURCES = [
  'app',
  'docs/api-changelog.md',
  'docs/api-production.md',
  'docs/samples',
  'public',
  'platform',
  'workers',
  'vite.config.ts',
  'infra/setup',
  'remix.config.js',
  'package-lock.json',
];

process.chdir(fileURLToPath(new URL('../..', import.meta.url)));
const builtAt = statSync(BUILT, { throwIfNoEntry: false })?.mtimeMs ?? 0;
if (newestChange(SOURCES) >= builtAt) {
  const reason = builtAt === 0 ? 'for the first time' : 'again, because a source has changed';
  console.log(`Building the site ${reason}. This takes about half a minute.`);
  const { ok, output } = await runStep('Build', 'build', { shows: 'none' });
  if (!ok) {
    console.error(`${output}\nThe site could not be built; the lines above say why.`);
    process.exitCode = 1;
  }
}
