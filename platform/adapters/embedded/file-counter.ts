import { join } from 'node:path';
import { systemClock, type Clock } from '../../clock.ts';
import type { Logger } from '../../logger.ts';
import type { Counter } from '../../ports/counter.ts';
import { CountJournal, isCountableId } from './count-journal.ts';
import { makePrivateFolder } from './private-files.ts';

const DAY_MS = 86_400_000;
/** The port promises 7 days. */
const REMEMBER_MS = 8 * DAY_MS;

interface FileCounterOptions {
  readonly clock?: Clock;
  readonly logger?: Logger | undefined;
}

/** The count in a {@link CountJournal}. An id whose line was cut off was never reported and can be counted again. */
export class FileCounter implements Counter {
  readonly #journal: CountJournal;
  readonly #clock: Clock;
  #seen = new Map<string, number>();
  #base = 0;
  #compactedAt = 0;
  #turn: Promise<unknown> = Promise.resolve();

  /** Opens the count of the folder; a damaged journal is set aside and logged as "count.damaged". */
  static async open(dataDir: string, options: FileCounterOptions = {}): Promise<FileCounter> {
    await makePrivateFolder(dataDir);
    const clock = options.clock ?? systemClock;
    const journal = new CountJournal(join(dataDir, 'count.journal'));
    const { state, damagedFile } = await journal.load(clock.now());
    const counter = new FileCounter(journal, clock);
    counter.#base = state.base;
    counter.#seen = new Map(state.seen);
    if (damagedFile !== null)
      options.logger?.error('count.damaged', { count: await counter.read(), damagedFile });
    await counter.#compact();
    return counter;
  }

  private constructor(journal: CountJournal, clock: Clock) {
    this.#journal = journal;
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
    if (!this.#journal.isOpen) throw new Error('Expected an open counter but it is closed');
  }

  async close(): Promise<void> {
    await this.#turn;
    await this.#journal.close();
  }

  async #add(id: string): Promise<{ count: number; counted: boolean }> {
    if (!isCountableId(id)) throw new Error('Expected an id of 1 to 128 URL-safe characters for the counter');
    await this.check();
    const now = this.#clock.now();
    const counted = !this.#seen.has(id);
    if (counted) {
      await this.#journal.append(`${id} ${now}\n`);
      this.#seen.set(id, now);
      if (now - this.#compactedAt > DAY_MS) await this.#compact();
    }
    return { count: await this.read(), counted };
  }

  /** Rewrites the journal without the ids that need no longer be remembered. */
  async #compact(): Promise<void> {
    const now = this.#clock.now();
    for (const [id, time] of this.#seen) {
      if (time > now - REMEMBER_MS) continue;
      this.#seen.delete(id);
      this.#base += 1;
    }
    await this.#journal.replace({ base: this.#base, seen: this.#seen });
    this.#compactedAt = now;
  }
}
