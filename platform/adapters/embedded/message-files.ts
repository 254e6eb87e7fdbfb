import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Logger } from '../../logger.ts';
import { closeFolderToOthers, PRIVATE_FILE_MODE } from './private-files.ts';

/** What must survive of a message when its process dies. */
export interface KeptMessage {
  readonly id: string;
  /** As sent; checked when it is received. */
  readonly body: unknown;
  readonly receiveCount: number;
  /** Milliseconds since 1970 before which a delayed message is not received. */
  readonly notBefore: number;
  readonly sentAt: number;
  readonly dead: boolean;
}

const keptSchema = z.object({
  body: z.unknown(),
  receiveCount: z.number().int().nonnegative(),
  notBefore: z.number(),
  sentAt: z.number(),
  dead: z.boolean(),
});

/**
 * One small file for each message, replaced by rename: a killed process leaves either the old or the new state.
 * A file that cannot be read (written by hand, disk fault) comes back with an unknown body, so that it shows up as a
 * null message instead of disappearing.
 */
export class MessageFiles {
  readonly #folder: string;
  readonly #logger: Logger | undefined;

  /** @param logger told of entries that are no messages [none] */
  constructor(dataDir: string, logger?: Logger) {
    this.#folder = join(dataDir, 'queue');
    this.#logger = logger;
  }

  /** All messages, oldest first. Removes writes that a killed process did not finish. */
  async load(): Promise<KeptMessage[]> {
    await closeFolderToOthers(this.#folder);
    const entries = await readdir(this.#folder, { withFileTypes: true });
    for (const entry of entries.filter((entry) => !entry.isFile()))
      this.#logger?.warn('queue.entry-ignored', { entry: join('queue', entry.name) });
    const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
    await Promise.all(
      names
        .filter((name) => name.endsWith('.new'))
        .map((name) => rm(join(this.#folder, name), { force: true })),
    );
    const messages = await Promise.all(
      names
        .filter((name) => name.endsWith('.json'))
        .map((name) => this.#read(name.slice(0, -'.json'.length))),
    );
    return messages.sort((a, b) => a.sentAt - b.sentAt);
  }

  async save(message: KeptMessage): Promise<void> {
    const file = this.#file(message.id);
    const { body, receiveCount, notBefore, sentAt, dead } = message;
    const text = JSON.stringify({ body, receiveCount, notBefore, sentAt, dead });
    await writeFile(`${file}.new`, text, { mode: PRIVATE_FILE_MODE });
    await rename(`${file}.new`, file);
  }

  async remove(id: string): Promise<void> {
    await rm(this.#file(id), { force: true });
  }

  async #read(id: string): Promise<KeptMessage> {
    try {
      const text = await readFile(this.#file(id), 'utf8');
      const kept = keptSchema.parse(JSON.parse(text));
      return { id, ...kept, body: kept.body };
    } catch {
      const sentAt = (await stat(this.#file(id))).mtimeMs;
      return { id, body: undefined, receiveCount: 0, notBefore: 0, sentAt, dead: false };
    }
  }

  #file(id: string): string {
    return join(this.#folder, `${id}.json`);
  }
}
