import { copyFile, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { systemClock, type Clock } from '../../clock.ts';
import type { Logger } from '../../logger.ts';
import type { Counts, ExpiringCounters } from '../../ports/expiring-counters.ts';
import { makePrivateFolder, PRIVATE_FILE_MODE } from './private-files.ts';

/** Name, values and end of each. */
const fileSchema = z.object({
  version: z.literal(1),
  tallies: z.record(z.string(), z.object({ endsAt: z.number(), values: z.record(z.string(), z.number()) })),
});
type Kept = z.output<typeof fileSchema>['tallies'][string];

const WRITE_AFTER_MS = 1_000;
/** Of the time, at most so much goes into writing: a pause of so many times what the last write took. */
const PAUSE_FACTOR = 20;

/** Counters in memory, written to one file as a whole at most once a second, and when closed. */
export class FileExpiringCounters implements ExpiringCounters {
  readonly #path: string;
  readonly #clock: Clock;
  readonly #logger: Logger | undefined;
  readonly #counters: Map<string, Kept>;
  #pauseMs = WRITE_AFTER_MS;
  #cancel: (() => void) | undefined;
  #writing: Promise<void> = Promise.resolve();

  /** Opens the counters of a folder, and writes nothing until one changes. A damaged file is set aside and logged as "tallies.damaged". */
  static async open(
    dataDir: string,
    { clock = systemClock, logger }: { clock?: Clock; logger?: Logger | undefined } = {},
  ): Promise<FileExpiringCounters> {
    const path = join(dataDir, 'tallies.json');
    const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });
    const read = text === null ? { tallies: {} } : parsed(text);
    if (!read) {
      const damagedFile = `${path}.damaged-${clock.now()}`;
      await copyFile(path, damagedFile);
      logger?.error('tallies.damaged', { damagedFile });
    }
    return new FileExpiringCounters(path, new Map(Object.entries(read?.tallies ?? {})), clock, logger);
  }

  private constructor(path: string, counters: Map<string, Kept>, clock: Clock, logger: Logger | undefined) {
    this.#path = path;
    this.#counters = counters;
    this.#clock = clock;
    this.#logger = logger;
  }

  async add(name: string, amounts: Counts, endsAtMs: number): Promise<Counts> {
    const before = this.#valuesOf(name);
    const sums = Object.entries(amounts).map(([field, amount]) => [field, (before[field] ?? 0) + amount]);
    return this.#put(name, { ...before, ...Object.fromEntries(sums) }, endsAtMs);
  }

  async set(name: string, values: Counts, endsAtMs: number): Promise<void> {
    this.#put(name, { ...this.#valuesOf(name), ...values }, endsAtMs);
  }

  async read(name: string): Promise<Counts> {
    return { ...this.#valuesOf(name) };
  }

  async delete(name: string): Promise<void> {
    if (this.#counters.delete(name)) this.#writeSoon();
  }

  async close(): Promise<void> {
    const isPending = this.#cancel !== undefined;
    this.#cancel?.();
    this.#cancel = undefined;
    await this.#writing;
    if (isPending) await this.#write();
  }

  #valuesOf(name: string): Record<string, number> {
    const kept = this.#counters.get(name);
    return kept && this.#clock.now() < kept.endsAt ? kept.values : {};
  }

  #put(name: string, values: Record<string, number>, endsAt: number): Counts {
    this.#counters.set(name, { endsAt, values });
    this.#writeSoon();
    return { ...values };
  }

  #writeSoon(): void {
    this.#cancel ??= this.#clock.after(this.#pauseMs, () => {
      this.#cancel = undefined;
      this.#writing = this.#writing
        .then(() => this.#write())
        .catch((error: unknown) => {
          this.#logger?.error('tallies.not-written', { error });
          this.#writeSoon();
        });
    });
  }

  async #write(): Promise<void> {
    const start = performance.now();
    const now = this.#clock.now();
    for (const [name, { endsAt }] of this.#counters) if (endsAt <= now) this.#counters.delete(name);
    await makePrivateFolder(join(this.#path, '..'));
    const text = JSON.stringify({ version: 1, tallies: Object.fromEntries(this.#counters) });
    await writeFile(`${this.#path}.new`, text, { mode: PRIVATE_FILE_MODE, flush: true });
    await rename(`${this.#path}.new`, this.#path);
    this.#pauseMs = Math.max(WRITE_AFTER_MS, PAUSE_FACTOR * (performance.now() - start));
  }
}

function parsed(text: string): z.output<typeof fileSchema> | null {
  try {
    return fileSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
