/** `node infra/docker/keep-packages.ts IMAGE`: deletes from node_modules what the programs of that image never load. */
import { readdirSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { IMAGE_ENTRIES, neededPackages, type ImageName } from './needed-packages.ts';

const root = process.cwd();
const needed = await neededPackages(root, IMAGE_ENTRIES[process.argv[2] as ImageName]);
prune(join(root, 'node_modules'));

/** A package stays when it is needed, or when one inside it is. */
function prune(folder: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (name.startsWith('@')) prune(path);
    else if (![...needed].some((each) => `${each}/`.startsWith(`${relative(root, path)}/`)))
      rmSync(path, { recursive: true, force: true });
  }
}
