import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * When anything at or below these paths changed last, in milliseconds since 1970; 0 when none exists. Folders count
 * too: deleting a file changes only its folder.
 */
export function newestChange(paths: readonly string[]): number {
  let newest = 0;
  for (const path of paths) {
    const facts = statSync(path, { throwIfNoEntry: false });
    if (!facts) continue;
    newest = Math.max(newest, facts.mtimeMs);
    if (facts.isDirectory())
      newest = Math.max(newest, newestChange(readdirSync(path).map((name) => join(path, name))));
  }
  return newest;
}
