import { createHash, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { systemClock, type Clock } from '#platform/clock.ts';
import { jobIdSchema } from '#platform/contracts/job.ts';
import type { ObjectStore } from '#platform/ports/object-store.ts';
import { readAll } from '#platform/read-stream.ts';
import { ApiError, fromBackend } from '../api-error.ts';

/** What a request has led to. */
const workSchema = z.object({
  fingerprint: z.string(),
  /** In the order of the form. */
  jobIds: z.array(jobIdSchema),
  /** Where there is one. */
  batchId: jobIdSchema.optional(),
});
export type RequestedWork = z.infer<typeof workSchema>;

const entrySchema = z.object({
  version: z.number().int().positive(),
  /** Random mark of the request. */
  owner: z.string(),
  /** Until then the request is alive, in ms since 1970; it says so again and again, until work has begun. */
  aliveUntil: z.number(),
  work: workSchema.optional(),
  /** Of an earlier request with the same key, whose results are gone: what is sent again must be the same. */
  fingerprint: z.string().optional(),
});
type Entry = z.infer<typeof entrySchema>;

/** The first request with a key. */
export interface FirstRequest {
  readonly isFirst: true;
  /** Whether work has begun that the key leads to. */
  readonly hasBegun: boolean;
  /**
   * Work begins: from now on the same key leads to it.
   * @throws ApiError "idempotency-mismatch" when an earlier request with the key asked for something else
   */
  begin(work: RequestedWork): Promise<void>;
  /** Gives the key back, so that the next request with it is a first one. */
  release(): Promise<void>;
  /** Ends what keeps the request alive; call it in any case. */
  close(): void;
}

/** A request with a key that has been used. */
export interface RepeatedRequest {
  readonly isFirst: false;
  readonly work: RequestedWork;
}

/** As long as results of workers are waited for without a word. A process that is gone holds a key for so long. */
const ALIVE_MS = 60_000;
const RENEW_MS = 20_000;
/** Each time its results are gone, a request with the same key is done anew. More often than this in a day is no client. */
const MOST_ROUNDS = 200;
const MAX_BYTES = 16 * 1024;

/**
 * Requests that name themselves by a key, so that one that is sent again is not done again. Keys are kept in the object
 * store for a day, see expiry-rules.ts: there a key is taken by one request alone.
 */
export class IdempotentRequests {
  private readonly objects: EntryObjects;
  private readonly clock: Clock;

  constructor(objects: EntryObjects, clock: Clock = systemClock) {
    this.objects = objects;
    this.clock = clock;
  }

  /**
   * @param scope whose key it is, and of which call
   * @param areThere whether results of jobs are still there, or the jobs are open
   * @throws ApiError "idempotency-conflict" while the first request with the key is being received
   */
  async open(
    scope: string,
    key: string,
    areThere: (work: RequestedWork) => Promise<boolean>,
  ): Promise<FirstRequest | RepeatedRequest> {
    const id = createHash('sha256').update(`${scope}\n${key}`).digest('base64url');
    let fingerprint: string | undefined;
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      const name = `idempotency/${id}.${round}`;
      const made = this.newEntry(fingerprint);
      const entry = await this.takeOrFind(name, made);
      if (entry.owner === made.owner) return new HeldKey(name, made, this.objects, this.clock);
      fingerprint = entry.work?.fingerprint ?? entry.fingerprint ?? fingerprint;
      if (entry.work && (await areThere(entry.work))) return { isFirst: false, work: entry.work };
      this.checkNotAlive(entry);
    }
    throw new ApiError('invalid-request', {
      message: 'This Idempotency-Key was used too often. Please use a new one.',
    });
  }

  private newEntry(fingerprint: string | undefined): Entry {
    return {
      version: 1,
      owner: randomUUID(),
      aliveUntil: this.clock.now() + ALIVE_MS,
      ...(fingerprint === undefined ? {} : { fingerprint }),
    };
  }

  /** The entry that has the name: `made`, or that of another request that was faster. */
  private async takeOrFind(name: string, made: Entry): Promise<Entry> {
    const found = await readEntry(this.objects, name);
    if (found) return found;
    if ((await writeEntry(this.objects, name, made, true)).created) return made;
    // When an answer to a write was lost, the entry is our own.
    const other = await readEntry(this.objects, name);
    if (!other) throw conflict(1);
    return other;
  }

  /** @throws ApiError "idempotency-conflict" while the request of an entry is being received */
  private checkNotAlive({ work, aliveUntil }: Entry): void {
    const leftMs = aliveUntil - this.clock.now();
    if (!work && leftMs > 0) throw conflict(Math.ceil(Math.min(leftMs, RENEW_MS) / 1_000));
  }
}

/** A key that its first request holds, from that request's first byte on. */
class HeldKey implements FirstRequest {
  readonly isFirst = true;
  private readonly name: string;
  private readonly objects: EntryObjects;
  private readonly clock: Clock;
  private entry: Entry;
  private cancel: () => void;
  /** One write after the other: a renewal that lands late would undo what was written after it. */
  private writing = Promise.resolve();

  constructor(name: string, entry: Entry, objects: EntryObjects, clock: Clock) {
    this.name = name;
    this.entry = entry;
    this.objects = objects;
    this.clock = clock;
    this.cancel = clock.after(RENEW_MS, () => this.renew());
  }

  get hasBegun(): boolean {
    return this.entry.work !== undefined;
  }

  async begin(work: RequestedWork): Promise<void> {
    this.cancel();
    const { fingerprint } = this.entry;
    if (fingerprint !== undefined && fingerprint !== work.fingerprint) throw mismatch();
    await this.put({ ...this.entry, work });
  }

  async release(): Promise<void> {
    this.cancel();
    await this.writing;
    const { work, ...rest } = this.entry;
    this.entry = rest;
    // One whose time is up may belong to another request by now.
    if (work || this.clock.now() < rest.aliveUntil) await fromBackend(() => this.objects.delete([this.name]));
  }

  close(): void {
    this.cancel();
  }

  private put(next: Entry): Promise<void> {
    const written = this.writing.then(async () => {
      await writeEntry(this.objects, this.name, next, false);
      this.entry = next;
    });
    this.writing = written.catch(() => {});
    return written;
  }

  private renew(): void {
    // While the store is away the key may be lost to the next request; then the work is done twice, as without a key.
    this.put({ ...this.entry, aliveUntil: this.clock.now() + ALIVE_MS }).catch(() => {});
    this.cancel = this.clock.after(RENEW_MS, () => this.renew());
  }
}

type EntryObjects = Pick<ObjectStore, 'put' | 'find' | 'delete'>;

function readEntry(objects: EntryObjects, name: string): Promise<Entry | null> {
  return fromBackend(async () => {
    const stored = await objects.find(name);
    if (!stored) return null;
    return entrySchema.parse(JSON.parse((await readAll(stored.body, MAX_BYTES)).toString('utf8')));
  });
}

function writeEntry(objects: EntryObjects, name: string, entry: Entry, ifAbsent: boolean) {
  const text = new TextEncoder().encode(JSON.stringify(entry));
  return fromBackend(() => objects.put(name, text, { contentType: 'application/json', ifAbsent }));
}

/** @param retryAfterSeconds when the first request with the key may have ended */
function conflict(retryAfterSeconds: number): ApiError {
  return new ApiError('idempotency-conflict', { retryAfterSeconds });
}

/** For a request whose work was ended while it was answered: the next one with the key is a first one. */
export function workEnded(): ApiError {
  return new ApiError('idempotency-conflict', {
    message: 'The work of the first request was ended meanwhile. Please send the request again.',
    retryAfterSeconds: 1,
  });
}

export function mismatch(): ApiError {
  return new ApiError('idempotency-mismatch');
}
