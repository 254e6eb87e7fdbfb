/**
 * `node infra/docker/keep-needed.ts IMAGE`: deletes from node_modules what the programs of that image never load, with all
 * declarations of types and source maps, and copies the sources that they do load to `kept/`, with package.json
 * and the licences of what stays.
 */
import { cpSync, readdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { IN_ENGINE, licencesText, packageIn } from './licences.ts';
import { IMAGE_ENTRIES, neededBy, type ImageName } from './needed-by-image.ts';

const root = process.cwd();
const { packages, sources } = await neededBy(root, IMAGE_ENTRIES[process.argv[2] as ImageName]);
prune(join(root, 'node_modules'));
thin(join(root, 'node_modules'));
for (const path of ['package.json', 'LICENSE', ...sources])
  cpSync(join(root, path), join(root, 'kept', path));
const kept = [...packages].sort().map((folder) => packageIn(join(root, folder)));
writeFileSync(join(root, 'kept', 'licences.txt'), licencesText([...kept, ...IN_ENGINE]));

/** A package stays when it is needed, or when one inside it is. */
function prune(folder: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (name.startsWith('@')) {
      prune(path);
      if (readdirSync(path).length === 0) rmdirSync(path);
    } else if (![...packages].some((each) => `${each}/`.startsWith(`${relative(root, path)}/`)))
      rmSync(path, { recursive: true, force: true });
  }
}

/** A third to a half of what packages bring is for editors and debuggers. */
function thin(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile() && /\.(d\.[cm]?ts|map)$/.test(entry.name)) rmSync(join(entry.parentPath, entry.name));
}
