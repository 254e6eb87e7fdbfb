import { randomUUID } from 'node:crypto';
import { access, link, readdir, rename, rm, stat, statfs, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock, type Clock } from '../../clock.ts';
import type { ExpiryRules } from '../../contracts/expiry-rules.ts';
import { OverdueFinder, type Overdue } from '../../contracts/overdue.ts';
import { checkObjectKey, checkObjectPrefix } from '../../contracts/object-key.ts';
import { endWith } from '../abortable.ts';
import type { Logger } from '../../logger.ts';
import { isOutOfRoom, machineFailure } from '../../machine-failure.ts';
import type { ListedObject, ObjectInfo, ObjectStore, StoredObject } from '../../ports/object-store.ts';
import { openObjectFile, sealObjectFile, writeObjectFile } from './object-file.ts';
import { closeFolderToOthers, makePrivateFolder, PRIVATE_FILE_MODE } from './private-files.ts';

/** No key holds it, so neither a flattened key nor the folder of keys without a slash can meet another one. */
const FLAT_SLASH = '~';

/** Enough to need blocks of its own, little enough to be written at every check. */
const SPACE_PROBE_BYTES = 64 * 1024;
const SPACE_PROBE = 'space-probe';

/** Objects as files below a folder: one folder for the first segment of a key, one file for the rest. */
export class FileObjectStore implements ObjectStore {
  readonly #root: string;
  readonly #temporary: string;
  readonly #clock: Clock;
  readonly #logger: Logger | undefined;

  constructor(dataDir: string, options: { clock?: Clock; logger?: Logger | undefined } = {}) {
    this.#root = join(dataDir, 'objects');
    this.#temporary = join(dataDir, 'incoming');
    this.#clock = options.clock ?? systemClock;
    this.#logger = options.logger;
  }

  async put(
    key: string,
    body: Uint8Array | AsyncIterable<Uint8Array>,
    options: { contentType: string; signal?: AbortSignal; ifAbsent?: boolean },
  ): Promise<{ bytes: number; created: boolean }> {
    const { folder, file } = this.#place(key);
    await makePrivateFolder(this.#temporary);
    const temporary = join(this.#temporary, randomUUID());
    try {
      const lastModified = new Date(this.#clock.now());
      const bytes = await writeObjectFile(temporary, body, { ...options, lastModified });
      await makePrivateFolder(folder);
      if (!options.ifAbsent) {
        await rename(temporary, file);
        return { bytes, created: true };
      }
      return { bytes, created: await this.#linkIfAbsent(temporary, file) };
    } finally {
      await rm(temporary, { force: true });
    }
  }

  async find(
    key: string,
    { from = 0, ...options }: { signal?: AbortSignal; from?: number } = {},
  ): Promise<StoredObject | null> {
    options.signal?.throwIfAborted();
    const opened = await openObjectFile(this.#place(key).file);
    if (!opened) return null;
    const start = opened.bodyStart + from;
    const body = opened.handle.createReadStream({ start, highWaterMark: 256 * 1024 });
    endWith(options.signal, body);
    return { key, ...opened.header, lastModified: opened.lastModified, body };
  }

  async head(key: string): Promise<ObjectInfo | null> {
    return this.#factsOf(key, this.#place(key).file);
  }

  async delete(keys: readonly string[]): Promise<void> {
    const files = keys.map((key) => this.#place(key).file);
    await Promise.all(files.map((file) => rm(file, { force: true })));
  }

  async *list(prefix: string): AsyncIterable<ListedObject> {
    checkObjectPrefix(prefix);
    for (const folder of await foldersIn(this.#root)) {
      const above = folder === FLAT_SLASH ? '' : `${folder}/`;
      // Others may hold very many.
      if (!above.startsWith(prefix) && !prefix.startsWith(above)) continue;
      for (const name of await namesIn(join(this.#root, folder))) {
        const key = above + name.replaceAll(FLAT_SLASH, '/');
        const facts = key.startsWith(prefix)
          ? await this.#factsOf(key, join(this.#root, folder, name)).catch((error: unknown) => {
              // Not ours, or spoilt: one entry that cannot be read hides no other.
              this.#logger?.warn('objects.entry-unreadable', { entry: join('objects', folder, name), error });
              return null;
            })
          : null;
        if (facts) yield { key, bytes: facts.bytes, lastModified: facts.lastModified };
      }
    }
  }

  /**
   * Makes an object of a file that is laid out as one, by moving it here.
   * @returns whether there was such a file
   */
  async adopt(key: string, source: string, contentType: string): Promise<boolean> {
    const { folder, file } = this.#place(key);
    const lastModified = new Date(this.#clock.now());
    if ((await sealObjectFile(source, { contentType, lastModified })) === null) return false;
    await makePrivateFolder(folder);
    return rename(source, file).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return false;
        throw error;
      },
    );
  }

  /** Deletes the unfinished puts of a process that was killed. Only at start: the folder has one owner, and it puts nothing yet. */
  async clearUnfinished(): Promise<void> {
    await rm(this.#temporary, { recursive: true, force: true });
    await closeFolderToOthers(this.#root);
  }

  /** Clients of the embedded server upload through it. */
  async presignPut(): Promise<null> {
    return null;
  }

  /**
   * Deletes what has expired by the rules.
   * @param isNeeded keys that must stay although they have expired
   * @returns what could not be deleted, after everything else was, and which of it is overdue
   */
  async sweep(
    rules: ExpiryRules,
    isNeeded: (key: string) => boolean = () => false,
  ): Promise<{ failures: unknown[]; overdue: Overdue[] }> {
    const failures: unknown[] = [];
    const finder = new OverdueFinder();
    for (const [prefix, seconds] of Object.entries(rules)) {
      const folder = join(this.#root, prefix.replace(/\/$/, ''));
      const keyOf = (name: string) => prefix + name.replaceAll(FLAT_SLASH, '/');
      const onFailure = (error: unknown, secondsLate: number) => {
        failures.push(error);
        finder.left(prefix, secondsLate);
      };
      await this.#removeOlder(folder, seconds, (name) => isNeeded(keyOf(name)), onFailure);
    }
    return { failures, overdue: finder.found };
  }

  async check(): Promise<void> {
    await makePrivateFolder(this.#root);
    await access(this.#root, 6);
    await this.#probeSpace();
  }

  async space(): Promise<{ freeBytes: number; sizeBytes: number }> {
    await makePrivateFolder(this.#root);
    const { bavail, blocks, bsize } = await statfs(this.#root);
    return { freeBytes: bavail * bsize, sizeBytes: blocks * bsize };
  }

  async close(): Promise<void> {}

  /** A full disk can be read, and a quota shows only in a write. */
  async #probeSpace(): Promise<void> {
    await makePrivateFolder(this.#temporary);
    const probe = join(this.#temporary, SPACE_PROBE);
    try {
      await writeFile(probe, new Uint8Array(SPACE_PROBE_BYTES), { mode: PRIVATE_FILE_MODE });
    } catch (error) {
      if (!isOutOfRoom(error)) throw error;
      throw machineFailure('storage-full', 'Expected room for more objects but there is none', {
        cause: error,
      });
    } finally {
      await rm(probe, { force: true });
    }
  }

  async #linkIfAbsent(temporary: string, file: string): Promise<boolean> {
    try {
      await link(temporary, file);
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
      throw error;
    }
  }

  async #factsOf(key: string, file: string): Promise<ObjectInfo | null> {
    const opened = await openObjectFile(file);
    if (!opened) return null;
    await opened.handle.close();
    return { key, ...opened.header, lastModified: opened.lastModified };
  }

  /** @param onFailure gets what was past its time by how many seconds and could not be deleted */
  async #removeOlder(
    folder: string,
    seconds: number,
    isNeeded: (name: string) => boolean,
    onFailure: (error: unknown, secondsLate: number) => void,
  ): Promise<void> {
    const now = this.#clock.now();
    const limit = now - seconds * 1000;
    for (const name of await namesIn(folder)) {
      const file = join(folder, name);
      // Deleted by another call meanwhile: the same outcome.
      const facts = await stat(file).catch(() => null);
      // Written by a clock that was ahead, and set right since: it stays no longer than what is written now.
      if (facts && facts.mtimeMs > now) await utimes(file, now / 1000, now / 1000).catch(() => {});
      if (!facts || facts.mtimeMs >= limit || isNeeded(name)) continue;
      const secondsLate = (limit - facts.mtimeMs) / 1000;
      await rm(file, { force: true }).catch((error: unknown) => onFailure(error, secondsLate));
    }
  }

  #place(key: string): { folder: string; file: string } {
    checkObjectKey(key);
    const slash = key.indexOf('/');
    const folder = join(this.#root, slash < 0 ? FLAT_SLASH : key.slice(0, slash));
    return { folder, file: join(folder, key.slice(slash + 1).replaceAll('/', FLAT_SLASH)) };
  }
}

/** What lies beside them was put there by others. */
async function foldersIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(ignoreMissing);
  return (entries ?? []).filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

async function namesIn(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(ignoreMissing)) ?? [];
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
