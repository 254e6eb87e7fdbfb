import { randomUUID } from 'node:crypto';
import { open, readdir, rm, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock, type Clock } from '../../clock.ts';
import { checkObjectKey } from '../../contracts/object-key.ts';
import type { PartialObject, PartialObjects } from '../../ports/partial-objects.ts';
import { chunksUntilAborted } from '../abortable.ts';
import { noPartialObject, wrongOffset } from '../partial-object-errors.ts';
import type { FileObjectStore } from './file-object-store.ts';
import { OBJECT_HEADER_BYTES, writeFully } from './object-file.ts';
import { makePrivateFolder, PRIVATE_FILE_MODE } from './private-files.ts';

const TICKET = /^[\da-f-]{36}$/;

/**
 * Objects that arrive in pieces as files of a folder, each laid out as the object that it will be, so that finishing one
 * copies nothing. One process at a time.
 */
export class FilePartialObjects implements PartialObjects {
  readonly #folder: string;
  readonly #objects: Pick<FileObjectStore, 'adopt'>;
  readonly #clock: Clock;

  /** @param objects where finished objects go, in the same data folder */
  constructor(
    dataDir: string,
    objects: Pick<FileObjectStore, 'adopt'>,
    { clock = systemClock }: { readonly clock?: Clock } = {},
  ) {
    this.#folder = join(dataDir, 'partials');
    this.#objects = objects;
    this.#clock = clock;
  }

  async begin(key: string): Promise<string> {
    checkObjectKey(key);
    await makePrivateFolder(this.#folder);
    const ticket = randomUUID();
    const handle = await open(this.#file(key, ticket), 'wx', PRIVATE_FILE_MODE);
    await this.#touch(handle).finally(() => handle.close());
    return ticket;
  }

  async keptBytes({ key, ticket }: PartialObject): Promise<number | null> {
    const facts = await stat(this.#file(key, ticket)).catch(nullWhenMissing);
    return facts && bytesIn(facts.size);
  }

  async append(
    { key, ticket }: PartialObject,
    offset: number,
    body: AsyncIterable<Uint8Array>,
    signal?: AbortSignal,
  ): Promise<number> {
    const handle = await open(this.#file(key, ticket), 'r+').catch(nullWhenMissing);
    if (!handle) throw noPartialObject(key);
    try {
      let kept = bytesIn((await handle.stat()).size);
      if (kept !== offset) throw wrongOffset(kept, offset);
      for await (const chunk of chunksUntilAborted(body, signal)) {
        await writeFully(handle, chunk, OBJECT_HEADER_BYTES + kept);
        kept += chunk.byteLength;
      }
      return kept;
    } finally {
      await this.#touch(handle).finally(() => handle.close());
    }
  }

  async finish({ key, ticket }: PartialObject): Promise<void> {
    const adopted = await this.#objects.adopt(key, this.#file(key, ticket), 'application/octet-stream');
    if (!adopted) throw noPartialObject(key);
  }

  async abandon({ key, ticket }: Omit<PartialObject, 'totalBytes'>): Promise<void> {
    await rm(this.#file(key, ticket), { force: true });
  }

  async clearAbandoned(
    olderThanSeconds: number,
    isWanted: (key: string) => Promise<boolean>,
  ): Promise<number> {
    const before = this.#clock.now() - olderThanSeconds * 1_000;
    let cleared = 0;
    for (const name of (await readdir(this.#folder).catch(nullWhenMissing)) ?? []) {
      const file = join(this.#folder, name);
      const facts = await stat(file).catch(nullWhenMissing);
      if (!facts || facts.mtimeMs > before || (await isWanted(keyIn(name)))) continue;
      await rm(file, { force: true });
      cleared += 1;
    }
    return cleared;
  }

  async close(): Promise<void> {}

  /** By our clock, as the objects of the store. */
  async #touch(handle: FileHandle): Promise<void> {
    const now = new Date(this.#clock.now());
    await handle.utimes(now, now);
  }

  #file(key: string, ticket: string): string {
    checkObjectKey(key);
    if (!TICKET.test(ticket)) throw noPartialObject(key);
    return join(this.#folder, `${key.replaceAll('/', SLASH)}${SLASH}${ticket}`);
  }
}

/** No key and no ticket holds it. */
const SLASH = '~';

function keyIn(name: string): string {
  return name.slice(0, name.lastIndexOf(SLASH)).replaceAll(SLASH, '/');
}

/** A file without a byte has no room for the header yet. */
function bytesIn(size: number): number {
  return Math.max(0, size - OBJECT_HEADER_BYTES);
}

function nullWhenMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
