import { mkdir, open, readFile, rename, writeFile, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock, type Clock } from '../../clock.ts';
import type { Counter } from '../../ports/counter.ts';

const DAY_MS = 86_400_000;
/** The port promises 7 days. */
const REMEMBER_MS = 8 * DAY_MS;
const ID = /^[A-Za-z0-9_-]{1,128}$/;

/**
 * A journal: the first line says how many were counted before it (`base 41`), every further line is one counted id with
 * its time. A line that a killed process did not finish is cut off, so that count was never reported and the id can be
 * counted again.
 */
export class FileCounter implements Counter {
  readonly #path: string;
  readonly #clock: Clock;
  readonly #seen = new Map<string, number>();
  #base = 0;
  #journal: FileHandle | undefined;
  #compactedAt = 0;
  #turn: Promise<unknown> = Promise.resolve();

  static async open(dataDir: string, options: { clock?: Clock } = {}): Promise<FileCounter> {
    await mkdir(dataDir, { recursive: true });
    const counter = new FileCounter(join(dataDir, 'count.journal'), options.clock ?? systemClock);
    await counter.#load();
    await counter.#compact();
    return counter;
  }

  private constructor(path: string, clock: Clock) {
    this.#path = path;
    this.#clock = clock;
  }

  addOnce(id: string): Promise<{ count: number; counted: boolean }> {
    const result = this.#turn.then(() => this.#add(id));
    this.#turn = result.catch(() => {});
    return result;
  }

  async read(): Promise<number> {
    return this.#base + this.#seen.size;
  }

  async check(): Promise<void> {
    if (!this.#journal) throw new Error('Expected an open counter but it is closed');
  }

  async close(): Promise<void> {
    await this.#turn;
    const journal = this.#journal;
    this.#journal = undefined;
    await journal?.close();
  }

  async #add(id: string): Promise<{ count: number; counted: boolean }> {
    if (!ID.test(id)) throw new Error('Expected an id of 1 to 128 URL-safe characters for the counter');
    await this.check();
    const now = this.#clock.now();
    const counted = !this.#seen.has(id);
    if (counted) {
      await this.#append(`${id} ${now}\n`);
      this.#seen.set(id, now);
      if (now - this.#compactedAt > DAY_MS) await this.#compact();
    }
    return { count: await this.read(), counted };
  }

  async #append(line: string): Promise<void> {
    const journal = this.#journal;
    const { size = 0 } = (await journal?.stat()) ?? {};
    try {
      await journal?.appendFile(line);
    } catch (error) {
      // A full disk may have taken half of it; the next line would be glued to that half.
      await journal?.truncate(size);
      throw error;
    }
  }

  async #load(): Promise<void> {
    const text = await readFile(this.#path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '';
      throw error;
    });
    // What follows the last line break is a torn write.
    for (const line of text.split('\n').slice(0, -1)) {
      const [id = '', value = ''] = line.split(' ');
      if (!/^\d+$/.test(value)) continue;
      if (id === 'base') this.#base = Number(value);
      else if (ID.test(id)) this.#seen.set(id, Number(value));
    }
  }

  /** Rewrites the journal without the ids that need no longer be remembered. */
  async #compact(): Promise<void> {
    const now = this.#clock.now();
    for (const [id, time] of this.#seen) {
      if (time > now - REMEMBER_MS) continue;
      this.#seen.delete(id);
      this.#base += 1;
    }
    const lines = [...this.#seen].map(([id, time]) => `${id} ${time}\n`);
    await writeFile(`${this.#path}.new`, `base ${this.#base}\n${lines.join('')}`, { flush: true });
    await rename(`${this.#path}.new`, this.#path);
    await this.#journal?.close();
    this.#journal = await open(this.#path, 'a');
    this.#compactedAt = now;
  }
}
