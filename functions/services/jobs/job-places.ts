import { systemClock, type Clock } from '#platform/clock.ts';
import { formatBytes } from '#platform/contracts/byte-size.ts';
import { jobKeys, type JobRecord } from '#platform/contracts/job.ts';
import type { Logger } from '#platform/logger.ts';
import type { HeldPlace, Holding, HoldingLimits, Holdings, TakenPlace } from '#platform/ports/holdings.ts';
import type { ObjectStore } from '#platform/ports/object-store.ts';
import { ApiError, noRoom } from '../api-error.ts';
import type { Room, StorageRoom } from './storage-room.ts';

/** Who sends a job. */
export interface JobClient {
  /** See client-identity.ts. */
  readonly key: string;
  /** Whose counts the job adds to; undefined for an address. */
  readonly accountId?: string | undefined;
  /** See client-identity.ts. */
  readonly session?: string | undefined;
  /** What it may hold; null for a client that is not limited. */
  readonly limits: HoldingLimits | null;
}

/** A place to be taken for bytes that come now. */
export interface NewPlace extends Holding {
  /** Whether `bytes` are what will come, or only the most that may [true]. */
  readonly isCertain?: boolean;
  /** After which the place ends by itself. */
  readonly holdSeconds: number;
}

/**
 * Holds clients to what they may hold, and all of them to what there is room for. Where either is short, results that their
 * owners have downloaded end first.
 */
export interface JobPlaces {
  /**
   * Before a file is taken in.
   * @throws ApiError "rate-limited" when the client has as many jobs open as it may, "storage-full" when there is no room at all
   */
  check(client: JobClient): Promise<void>;
  /** Whether so many bytes may still come. @throws ApiError "storage-full" */
  checkRoom(bytes: number): Promise<void>;
  /** Takes a place for bytes before they come. @throws ApiError "rate-limited" or "storage-full"; no place is held then */
  admit(client: JobClient, place: NewPlace): Promise<void>;
  /**
   * Takes the place of a file that was admitted anew, in its new state.
   * @returns what else its client has open
   */
  hold(client: Pick<JobClient, 'key'>, place: NewPlace): Promise<TakenPlace>;
  /** Notes that the owner of a result has downloaded it whole. @param leftSeconds until it expires */
  noteFetched(record: JobRecord, leftSeconds: number): Promise<void>;
  release(id: string): Promise<void>;
}

export interface JobPlacesDependencies {
  readonly holdings: Holdings;
  readonly objects: Pick<ObjectStore, 'head' | 'delete'>;
  /** [nothing bounds all clients together] */
  readonly room?: StorageRoom | undefined;
  readonly logger: Pick<Logger, 'warn' | 'info'>;
  readonly onRefused?: (() => void) | undefined;
  readonly clock?: Clock;
}

const ASK_AGAIN_SECONDS = 10;
/** A place is taken shortly before the record of its job is written. */
const RECORD_AFTER_SECONDS = 60;
/** The places of a client that is refused are looked through so often. */
const LOOK_EVERY_SECONDS = 30;
/** A client whose line broke at the last bytes of a download may ask for them again for so long. */
const FETCHED_KEPT_SECONDS = 60;
/** So many fetched results are looked at when all clients together are short of room. */
const MOST_FETCHED = 1_000;
/** Of what there is room for one client may hold this share, so that no one takes it from all others. */
const CLIENT_SHARE = 1 / 3;
/** Bytes of a file on the disk while it is worked on, as a multiple of its own: its upload, its source, its output. */
const WORK_SHARE = 3;
const NOTHING_ELSE: TakenPlace = { jobs: 0, smallWorkSeconds: 0 };
const UNBOUNDED: Room = { totalBytes: Infinity, leftBytes: Infinity, freeBytes: Infinity };

/** While the holdings are away nobody is refused: what a minute admits is still limited. */
export function createJobPlaces(dependencies: JobPlacesDependencies): JobPlaces {
  const { holdings, objects, room, logger, onRefused = () => {}, clock = systemClock } = dependencies;
  const lookedAt = new Map<string, number>();

  const unlessAway = async <T>(call: () => Promise<T>, otherwise: T): Promise<T> =>
    call().catch((error: unknown) => {
      logger.warn('places.unavailable', { error });
      return otherwise;
    });

  const readRoom = async () => (room ? unlessAway(() => room.read(), UNBOUNDED) : UNBOUNDED);

  /** Releases the places of jobs that have ended without anybody saying so. @returns whether there were any */
  const releaseEnded = async (client: string): Promise<boolean> => {
    const elapsed = clock.elapsed();
    for (const [each, at] of lookedAt) if (elapsed - at >= LOOK_EVERY_SECONDS * 1000) lookedAt.delete(each);
    if (lookedAt.has(client)) return false;
    lookedAt.set(client, elapsed);
    const old = (await holdings.of(client, { isOpen: true })).filter(
      ({ state, ageSeconds }) => state === 'open' && ageSeconds > RECORD_AFTER_SECONDS,
    );
    const hasEnded = await Promise.all(
      old.map(async ({ id }) => (await objects.head(jobKeys.record(id))) === null),
    );
    const ended = old.filter((_, at) => hasEnded[at]);
    for (const { id } of ended) await holdings.release(id);
    return ended.length > 0;
  };

  /** Ends a result before its time. Its record stays, and says so. */
  const endFetched = async (id: string) => {
    await objects.delete([jobKeys.result(id)]);
    await holdings.release(id);
    logger.info('result.ended-early', { jobId: id });
  };

  /** Ends what a client has fetched, if that is enough for so many bytes. @returns whether it was */
  const makeRoomOf = async (client: string, wanted: Holding, mostBytes: number): Promise<boolean> => {
    const others = (await holdings.of(client)).filter(({ id }) => id !== wanted.id);
    let excess = sumOf(others) + wanted.bytes - mostBytes;
    const fetched = others
      .filter((place) => place.state === 'fetched' && isSettled(place))
      .sort((a, b) => b.ageSeconds - a.ageSeconds);
    if (sumOf(fetched) < excess) return false;
    for (const { id, bytes } of fetched) {
      if (excess <= 0) break;
      await endFetched(id);
      excess -= bytes;
    }
    return true;
  };

  /** Ends what anybody has fetched until there is room for so many bytes. @returns whether there is */
  const makeRoom = async (bytes: number): Promise<boolean> => {
    const hasRoom = ({ leftBytes, freeBytes }: Room) => leftBytes >= bytes && freeBytes >= WORK_SHARE * bytes;
    if (hasRoom(await readRoom())) return true;
    for (const { id } of (await holdings.fetched(MOST_FETCHED)).filter(isSettled)) {
      await endFetched(id);
      if (hasRoom(await readRoom())) return true;
    }
    return false;
  };

  const checkRoom = async (bytes: number): Promise<void> => {
    if (!(await unlessAway(() => makeRoom(bytes), true))) throw noRoom();
  };

  const take = async (client: JobClient, place: NewPlace): Promise<TakenPlace & { storedBytes?: number }> => {
    const { holdSeconds, isCertain: _, ...holding } = place;
    const limits = client.limits && {
      ...client.limits,
      storedBytes: Math.min(client.limits.storedBytes, CLIENT_SHARE * (await readRoom()).totalBytes),
    };
    const once = () => holdings.take(client.key, holding, { limits, holdSeconds });
    const { refusedBy, ...first } = await once();
    if (!limits || refusedBy === undefined) return first;
    const isWorthwhile =
      refusedBy === 'open'
        ? await releaseEnded(client.key)
        : await makeRoomOf(client.key, holding, limits.storedBytes);
    const { storedBytes } = limits;
    return { ...(isWorthwhile ? await once() : { refusedBy, ...first }), storedBytes };
  };

  const refuse = (error: ApiError): never => {
    onRefused();
    throw error;
  };

  const tooMuchStored = async ({ key }: JobClient, bytes: number, mostBytes: number): Promise<ApiError> => {
    const others = await unlessAway(() => holdings.of(key), []);
    // What is in work will be fetched, and may be ended then.
    const seconds = others.some(({ state }) => state === 'open')
      ? ASK_AGAIN_SECONDS
      : Math.max(1, Math.ceil(secondsUntilFree(others, sumOf(others) + bytes - mostBytes)));
    const until = new Date(clock.now() + seconds * 1_000).toISOString();
    const day = seconds < 86_400 ? '' : `${until.slice(0, 10)}, `;
    const message = `Your files here take up ${formatBytes(sumOf(others))}, and this one would be too much. Please download and delete some of them, or wait until ${day}${until.slice(11, 16)} UTC.`;
    return new ApiError('rate-limited', { message, retryAfterSeconds: seconds });
  };

  return {
    async check({ key, limits }) {
      if (limits) {
        const hasPlace = async () => (await holdings.of(key, { isOpen: true })).length < limits.jobs;
        const admitted = await unlessAway(
          async () => (await hasPlace()) || ((await releaseEnded(key)) && (await hasPlace())),
          true,
        );
        if (!admitted) refuse(tooMuchOpen(limits, limits.jobs));
      }
      await checkRoom(1);
    },
    checkRoom,
    async admit(client, place) {
      const nothing: Awaited<ReturnType<typeof take>> = NOTHING_ELSE;
      const { refusedBy, jobs, storedBytes = 0 } = await unlessAway(() => take(client, place), nothing);
      if (refusedBy === 'open' && client.limits) refuse(tooMuchOpen(client.limits, jobs));
      if (refusedBy === 'stored') refuse(await tooMuchStored(client, place.bytes, storedBytes));
      try {
        await checkRoom(place.isCertain === false ? 1 : place.bytes);
      } catch (error) {
        await unlessAway(() => holdings.release(place.id), undefined);
        throw error;
      }
    },
    async hold({ key }, { holdSeconds, isCertain: _, ...holding }) {
      const take = () => holdings.take(key, holding, { limits: null, holdSeconds });
      return unlessAway<TakenPlace>(take, NOTHING_ELSE);
    },
    async noteFetched({ id, client, deliver, outputBytes: bytes = 0 }, holdSeconds) {
      // What is still to be delivered is needed for as long as that may take.
      if (client === undefined || deliver !== undefined || holdSeconds <= 0) return;
      const holding = { id, state: 'fetched', bytes, workSeconds: 0 } as const;
      await unlessAway<unknown>(
        () => holdings.take(client, holding, { limits: null, holdSeconds }),
        undefined,
      );
    },
    release: (id) => unlessAway(() => holdings.release(id), undefined),
  };
}

function isSettled({ ageSeconds }: { readonly ageSeconds: number }): boolean {
  return ageSeconds >= FETCHED_KEPT_SECONDS;
}

function sumOf(places: readonly Holding[]): number {
  return places.reduce((total, { bytes }) => total + bytes, 0);
}

/** How long a client waits at most until so much of what it holds has gone by itself. */
function secondsUntilFree(places: readonly HeldPlace[], bytes: number): number {
  const goes = places.map((place) => ({
    bytes: place.bytes,
    seconds:
      place.state === 'fetched'
        ? Math.min(place.endsInSeconds, Math.max(0, FETCHED_KEPT_SECONDS - place.ageSeconds))
        : place.endsInSeconds,
  }));
  let freed = 0;
  let seconds = ASK_AGAIN_SECONDS;
  for (const each of goes.sort((a, b) => a.seconds - b.seconds)) {
    if (freed >= bytes) break;
    freed += each.bytes;
    seconds = each.seconds;
  }
  return seconds;
}

function tooMuchOpen(limits: HoldingLimits, open: number): ApiError {
  const message =
    open >= limits.jobs
      ? `You have ${open} files in work, as many as you may have at the same time. Please wait until some of them are done.`
      : 'The files that you have in work are too large together. Please wait until some of them are done.';
  return new ApiError('rate-limited', { message, retryAfterSeconds: ASK_AGAIN_SECONDS });
}
