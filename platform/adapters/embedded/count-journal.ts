import { copyFile, readFile, rename, writeFile } from 'node:fs/promises';
import { PRIVATE_FILE_MODE } from './private-files.ts';

/** What a journal says: a base, and the ids counted on top of it with their times in ms since 1970. */
export interface CountState {
  readonly base: number;
  readonly seen: ReadonlyMap<string, number>;
}

interface ReadJournal extends CountState {
  /** Whether anything but a torn last line could not be read. */
  readonly isDamaged: boolean;
}

const ID = /^[A-Za-z0-9_-]{1,128}$/;
const NUMBER = /^\d{1,15}$/;

export function isCountableId(id: string): boolean {
  return ID.test(id);
}

/**
 * The file of the count: its first line says how many were counted before it (`base 41`), every further line is one
 * counted id with its time. A line that a killed process did not finish is cut off. Beside it `.before` holds the
 * journal as it was before its last compaction, to read from when the file is damaged.
 */
export class CountJournal {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  /**
   * The best that can be read: never less than the readable lines, nor than the journal before the last compaction with
   * the lines since. A damaged file is copied aside first.
   * @returns the state, and where the damaged file was kept
   */
  async load(nowMs: number): Promise<{ state: CountState; damagedFile: string | null }> {
    const current = await readJournal(this.path);
    if (current && !current.isDamaged) return { state: current, damagedFile: null };
    const before = await readJournal(`${this.path}.before`);
    // A new installation has neither; a journal that is gone although there is an earlier one was lost.
    const state =
      current && before ? merged(current, before) : (current ?? before ?? { base: 0, seen: new Map() });
    if (!current) return { state, damagedFile: null };
    const damagedFile = `${this.path}.damaged-${nowMs}`;
    await copyFile(this.path, damagedFile);
    return { state, damagedFile };
  }

  /** Replaces the journal; the one that it replaces stays beside it, unless it was damaged. */
  async replace({ base, seen }: CountState, options: { keepsBefore: boolean }): Promise<void> {
    const lines = [...seen].map(([id, time]) => `${id} ${time}\n`);
    await writeFile(`${this.path}.new`, `base ${base}\n${lines.join('')}`, {
      flush: true,
      mode: PRIVATE_FILE_MODE,
    });
    if (options.keepsBefore) await copyFile(this.path, `${this.path}.before`).catch(ignoreMissing);
    await rename(`${this.path}.new`, this.path);
  }
}

/** Ids of both journals count once; where they disagree on the total, the larger one holds. */
function merged(damaged: CountState, before: CountState): CountState {
  const seen = new Map([...before.seen, ...damaged.seen]);
  const total = Math.max(damaged.base + damaged.seen.size, before.base + seen.size);
  return { base: total - seen.size, seen };
}

async function readJournal(path: string): Promise<ReadJournal | null> {
  const text = await readFile(path, 'utf8').catch(ignoreMissing);
  if (text === undefined) return null;
  // What follows the last line break is a torn write.
  const lines = text.split('\n').slice(0, -1);
  const seen = new Map<string, number>();
  let base: number | undefined;
  let isDamaged = false;
  for (const [index, line] of lines.entries()) {
    const [id = '', value = '', ...rest] = line.split(' ');
    if (!isCountableId(id) || !NUMBER.test(value) || rest.length > 0) isDamaged = true;
    else if (index === 0 && id === 'base') base = Number(value);
    else seen.set(id, Number(value));
  }
  return { base: base ?? 0, seen, isDamaged: isDamaged || base === undefined };
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
