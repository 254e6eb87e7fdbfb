/**
 * `node infra/docker/strip-shells.ts [ROOT]`: deletes shells, package managers and script languages from an image, so that who gets
 * hold of a process there finds none. What engines are held by (bwrap, prlimit, setpriv, unshare) stays, and so does Node.
 */
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const FOLDERS = ['bin', 'sbin', 'usr/bin', 'usr/sbin', 'usr/local/bin'];
const UNWANTED =
  /^(sh|[a-z]*sh|apt.*|dpkg.*|debconf.*|perl.*|python.*|npm|npx|corepack|yarn(pkg)?|docker-entrypoint\.sh|su|passwd|chsh)$/;

const root = process.argv[2] ?? '/';
for (const folder of FOLDERS)
  for (const name of namesIn(join(root, folder)))
    if (UNWANTED.test(name)) rmSync(join(root, folder, name), { force: true, recursive: true });
for (const folder of ['usr/lib/apt', 'usr/lib/dpkg', 'usr/local/lib/node_modules', 'opt'])
  rmSync(join(root, folder), { recursive: true, force: true });

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // Not every image has every folder.
    return [];
  }
}
