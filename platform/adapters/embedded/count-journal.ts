import { copyFile, open, readFile, rename, writeFile, type FileHandle } from 'node:fs/promises';
import { PRIVATE_FILE_MODE } from './private-files.ts';

/** What a journal says: a base, and the ids counted on top of it with their times in ms since 1970. */
interface CountState {
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
 * counted id with its time. A line that a killed process did not finish is cut off. Beside it `.copy` gets the same lines, to
 * read from when the file is damaged.
 */
export class CountJournal {
  readonly #paths: readonly [journal: string, copy: string];
  #files: readonly FileHandle[] = [];

  constructor(path: string) {
    this.#paths = [path, `${path}.copy`];
  }

  get isOpen(): boolean {
    return this.#files.length > 0;
  }

  /**
   * The best that can be read: never less than the readable lines, nor than those of the copy. A damaged file is copied
   * aside first.
   * @returns the state, and where the damaged file was kept
   */
  async load(nowMs: number): Promise<{ state: CountState; damagedFile: string | null }> {
    const [path, copyPath] = this.#paths;
    const current = await readJournal(path);
    if (current && !current.isDamaged) return { state: current, damagedFile: null };
    const copy = await readJournal(copyPath);
    // A new installation has neither; a journal that is gone although there is a copy was lost.
    const state = current && copy ? merged(current, copy) : (current ?? copy ?? { base: 0, seen: new Map() });
    if (!current) return { state, damagedFile: null };
    const damagedFile = `${path}.damaged-${nowMs}`;
    await copyFile(path, damagedFile);
    return { state, damagedFile };
  }

  /** Replaces the journal and its copy, one after the other: one of the two is whole at any moment. Open afterwards. */
  async replace({ base, seen }: CountState): Promise<void> {
    const lines = [...seen].map(([id, time]) => `${id} ${time}\n`);
    await this.close();
    for (const path of this.#paths) {
      const text = `base ${base}\n${lines.join('')}`;
      await writeFile(`${path}.new`, text, { flush: true, mode: PRIVATE_FILE_MODE });
      await rename(`${path}.new`, path);
    }
    this.#files = await Promise.all(this.#paths.map((path) => open(path, 'a')));
  }

  async append(line: string): Promise<void> {
    for (const file of this.#files) {
      const { size } = await file.stat();
      try {
        await file.appendFile(line);
      } catch (error) {
        // A full disk may have taken half of it; the next line would continue that half.
        await file.truncate(size);
        throw error;
      }
    }
  }

  async close(): Promise<void> {
    const files = this.#files;
    this.#files = [];
    await Promise.all(files.map((file) => file.close()));
  }
}

/** Ids of both journals count once; where they disagree on the total, the larger one holds. */
function merged(damaged: CountState, copy: CountState): CountState {
  const seen = new Map([...copy.seen, ...damaged.seen]);
  const total = Math.max(damaged.base + damaged.seen.size, copy.base + seen.size);
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
