import { loadLate } from '~/load-late.ts';
import type * as Work from './work.ts';

let work: Promise<typeof Work> | undefined;

/**
 * All that happens to a file after its choice; loaded with the first sign of a person, see late-results.tsx. Loaded once,
 * so that files which wait for it go on in the order of the selection: a second import may be there before the first.
 */
export function loadWork(): Promise<typeof Work> {
  work ??= loadLate(() => import('./work.ts')).catch((error: unknown) => {
    work = undefined;
    throw error;
  });
  return work;
}
