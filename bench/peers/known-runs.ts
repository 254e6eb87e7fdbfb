import { appendFile, readFile } from 'node:fs/promises';
import type { Run } from './results.ts';
import { OURS, type Rival } from './rivals.ts';

/** Results of an earlier run. Ours are never among them. */
export interface KnownRuns {
  readonly find: (file: string, rival: Rival) => Run | undefined;
  /** Keeps a result that is not known yet. */
  readonly add: (run: Run) => Promise<void>;
}

/** @param path of a file with one result a line, which may not be there yet; without it nothing is known or kept */
export async function readKnown(path: string | undefined): Promise<KnownRuns> {
  const text = path === undefined ? '' : await readFile(path, 'utf8').catch(() => '');
  const lines = text.split('\n').filter((line) => line !== '');
  const runs = new Map(
    lines.map((line) => JSON.parse(line) as Run).map((run) => [keyOf(run.file, run.rival), run]),
  );
  return {
    find: (file, { name }) => runs.get(keyOf(file, name)),
    add: async (run) => {
      const key = keyOf(run.file, run.rival);
      if (path === undefined || run.rival === OURS || runs.has(key)) return;
      runs.set(key, run);
      await appendFile(path, `${JSON.stringify(run)}\n`);
    },
  };
}

const keyOf = (file: string, rival: string) => `${file}\0${rival}`;
