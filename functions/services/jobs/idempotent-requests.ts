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
  /** Whether work has begun. */
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

/** Requests that name themselves, so that one that is sent again is not done again. */
export interface IdempotentRequests {
  /**
   * @param scope whose key it is, and of which call
   * @param areThere whether results of jobs are still there, or the jobs are open
   * @throws ApiError "idempotency-conflict" while the first request with the key is being received
   */
  open(
    scope: string,
    key: string,
    areThere: (work: RequestedWork) => Promise<boolean>,
  ): Promise<FirstRequest | RepeatedRequest>;
}

/** As long as results of workers are waited for without a word. A process that is gone holds a key for so long. */
const ALIVE_MS = 60_000;
const RENEW_MS = 20_000;
/** Each time its results are gone, a request with the same key is done anew. More often than this in a day is no client. */
const MOST_ROUNDS = 200;
const MAX_BYTES = 16 * 1024;

/** Keys are kept in the object store for a day, see expiry-rules.ts: there a key is taken by one request alone. */
export function createIdempotentRequests(
  objects: Pick<ObjectStore, 'put' | 'find' | 'delete'>,
  clock: Clock = systemClock,
): IdempotentRequests {
  const read = (name: string): Promise<Entry | null> =>
    fromBackend(async () => {
      const stored = await objects.find(name);
      if (!stored) return null;
      return entrySchema.parse(JSON.parse((await readAll(stored.body, MAX_BYTES)).toString('utf8')));
    });
  const write = (name: string, entry: Entry, ifAbsent: boolean) =>
    fromBackend(() =>
      objects.put(name, new TextEncoder().encode(JSON.stringify(entry)), {
        contentType: 'application/json',
        ifAbsent,
      }),
    );

  /** Holds a key for a request from its first byte on. */
  const hold = (name: string, entry: Entry): FirstRequest => {
    let current = entry;
    let cancel = () => {};
    // One write after the other: a renewal that lands late would undo what was written after it.
    let writing = Promise.resolve();
    const put = (next: Entry) => {
      current = next;
      const written = writing.then(() => write(name, next, false)).then(() => {});
      writing = written.catch(() => {});
      return written;
    };
    const renew = () => {
      // While the store is away the key may be lost to the next request; then the work is done twice, as without a key.
      void put({ ...current, aliveUntil: clock.now() + ALIVE_MS }).catch(() => {});
      cancel = clock.after(RENEW_MS, renew);
    };
    cancel = clock.after(RENEW_MS, renew);
    return {
      isFirst: true,
      get hasBegun() {
        return current.work !== undefined;
      },
      async begin(work) {
        cancel();
        if (current.fingerprint !== undefined && current.fingerprint !== work.fingerprint) throw mismatch();
        await put({ ...current, work });
      },
      async release() {
        cancel();
        await writing;
        // One whose time is up may belong to another request by now.
        if (current.work || clock.now() < current.aliveUntil) await fromBackend(() => objects.delete([name]));
      },
      close: () => cancel(),
    };
  };

  return {
    async open(scope, key, areThere) {
      const id = createHash('sha256').update(`${scope}\n${key}`).digest('base64url');
      let fingerprint: string | undefined;
      for (let round = 0; round < MOST_ROUNDS; round += 1) {
        const name = `idempotency/${id}.${round}`;
        const made: Entry = {
          version: 1,
          owner: randomUUID(),
          aliveUntil: clock.now() + ALIVE_MS,
          ...(fingerprint === undefined ? {} : { fingerprint }),
        };
        const found = await read(name);
        if (!found && (await write(name, made, true)).created) return hold(name, made);
        // Another request may have been faster; when an answer to a write was lost, the entry is our own.
        const entry = found ?? (await read(name));
        if (entry?.owner === made.owner) return hold(name, made);
        if (!entry) throw conflict(1);
        fingerprint = entry.work?.fingerprint ?? entry.fingerprint ?? fingerprint;
        if (entry.work && (await areThere(entry.work))) return { isFirst: false, work: entry.work };
        const leftMs = entry.aliveUntil - clock.now();
        if (!entry.work && leftMs > 0) throw conflict(Math.ceil(Math.min(leftMs, RENEW_MS) / 1_000));
      }
      throw new ApiError('invalid-request', {
        message: 'This Idempotency-Key was used too often. Please take a new one.',
      });
    },
  };
}

/** @param retryAfterSeconds when the first request with the key may have ended */
export function conflict(retryAfterSeconds: number): ApiError {
  return new ApiError('idempotency-conflict', { retryAfterSeconds });
}

export function mismatch(): ApiError {
  return new ApiError('idempotency-mismatch');
}
