import { writeFile } from 'node:fs/promises';
import type { Plugin } from 'vite';
import { licencesText, shippedPackages } from '../docker/licences.ts';
import { afterBuild } from './after-build.ts';

/** Leaves the licences of everything that is shipped where visitors can read them: `/licences.txt`. */
export function licences(): Plugin {
  return afterBuild('licences', async () =>
    writeFile('build/client/licences.txt', licencesText(await shippedPackages(process.cwd()))),
  );
}
