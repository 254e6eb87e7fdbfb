import { systemClock, type Clock } from '#platform/clock.ts';
import { jobKeys, type JobRecord } from '#platform/contracts/job.ts';
import type { Logger } from '#platform/logger.ts';
import type { Holding, HoldingLimits, Holdings, TakenHolding } from '#platform/ports/holdings.ts';
import type { ObjectStore } from '#platform/ports/object-store.ts';
import { noRoom, type ApiError } from '../api-error.ts';
import { openLimitReached, storedLimitReached } from './holding-errors.ts';
import { isSettled, sumOf } from './holding-times.ts';
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

/** A holding to be taken for bytes that come now. */
export interface NewHolding extends Holding {
  /** Whether `bytes` are what will come, or only the most that may [true]. */
  readonly isCertain?: boolean;
  /** After which the holding ends by itself. */
  readonly holdSeconds: number;
}

interface ClientHoldingsDependencies {
  readonly holdings: Holdings;
  readonly objects: Pick<ObjectStore, 'head' | 'delete'>;
  /** [nothing bounds all clients together] */
  readonly room?: StorageRoom | undefined;
  readonly logger: Pick<Logger, 'warn' | 'info'>;
  readonly onRefused?: (() => void) | undefined;
  readonly clock?: Clock;
}

/** The record of a job is written shortly after its holding was taken. */
const RECORD_AFTER_SECONDS = 60;
/** How often the holdings of a client that is refused are looked through. */
const LOOK_EVERY_SECONDS = 30;
/** How many fetched results are looked at when all clients together are short of room. */
const MOST_FETCHED = 1_000;
/** The share of all room that one client may hold, so that it leaves room for the others. */
const CLIENT_SHARE = 1 / 3;
/** Bytes of a file on the disk while it is worked on, as a multiple of its own: its upload, its source, its output. */
const WORK_SHARE = 3;
const NOTHING_ELSE: TakenHolding = { jobs: 0, smallWorkSeconds: 0 };
const UNBOUNDED: Room = { totalBytes: Infinity, leftBytes: Infinity, freeBytes: Infinity };

/**
 * Holds clients to their limits, and all of them to the room of the installation. Where either is short, results that their
 * owners have downloaded end first. While the store of holdings is away no client is refused: the limits of a minute still hold.
 */
export class ClientHoldings {
  private readonly holdings: Holdings;
  private readonly objects: ClientHoldingsDependencies['objects'];
  private readonly room: StorageRoom | undefined;
  private readonly logger: ClientHoldingsDependencies['logger'];
  private readonly onRefused: () => void;
  private readonly clock: Clock;
  private readonly lookedAt = new Map<string, number>();

  constructor(dependencies: ClientHoldingsDependencies) {
    this.holdings = dependencies.holdings;
    this.objects = dependencies.objects;
    this.room = dependencies.room;
    this.logger = dependencies.logger;
    this.onRefused = dependencies.onRefused ?? (() => {});
    this.clock = dependencies.clock ?? systemClock;
  }

  /**
   * Before a file is taken in.
   * @throws ApiError "rate-limited" when the client has as many jobs open as it may, "storage-full" when there is no room at all
   */
  async check({ key, limits }: JobClient): Promise<void> {
    if (limits) {
      const hasPlace = async () => (await this.holdings.of(key, { isOpen: true })).length < limits.jobs;
      const admitted = await this.unlessAway(
        async () => (await hasPlace()) || ((await this.releaseEnded(key)) && (await hasPlace())),
        true,
      );
      if (!admitted) this.refuse(openLimitReached(limits, limits.jobs));
    }
    await this.checkRoom(1);
  }

  /** Whether so many bytes may still come. @throws ApiError "storage-full" */
  async checkRoom(bytes: number): Promise<void> {
    if (!(await this.unlessAway(() => this.makeRoom(bytes), true))) throw noRoom();
  }

  /** Takes a holding for bytes before they come. @throws ApiError "rate-limited" or "storage-full"; nothing is held then */
  async admit(client: JobClient, holding: NewHolding): Promise<void> {
    const nothing: TakenWithin = NOTHING_ELSE;
    const taken = await this.unlessAway(() => this.takeWithinLimits(client, holding), nothing);
    if (taken.refusedBy === 'open' && client.limits) this.refuse(openLimitReached(client.limits, taken.jobs));
    if (taken.refusedBy === 'stored') {
      const others = await this.unlessAway(() => this.holdings.of(client.key), []);
      const excess = sumOf(others) + holding.bytes - (taken.storedBytes ?? 0);
      this.refuse(storedLimitReached(others, excess, this.clock.now()));
    }
    try {
      await this.checkRoom(holding.isCertain === false ? 1 : holding.bytes);
    } catch (error) {
      await this.release(holding.id);
      throw error;
    }
  }

  /**
   * Takes the holding of a file that was admitted anew, in its new state.
   * @returns what else its client has open
   */
  hold(
    { key }: Pick<JobClient, 'key'>,
    { holdSeconds, isCertain: _, ...holding }: NewHolding,
  ): Promise<TakenHolding> {
    const take = () => this.holdings.take(key, holding, { limits: null, holdSeconds });
    return this.unlessAway<TakenHolding>(take, NOTHING_ELSE);
  }

  /** Notes that the owner of a result has downloaded it whole. @param leftSeconds until it expires */
  async noteFetched(
    { id, client, deliver, outputBytes: bytes = 0 }: JobRecord,
    leftSeconds: number,
  ): Promise<void> {
    // A result that is still to be delivered is needed for as long as that may take.
    if (client === undefined || deliver !== undefined || leftSeconds <= 0) return;
    await this.hold(
      { key: client },
      { id, state: 'fetched', bytes, workSeconds: 0, holdSeconds: leftSeconds },
    );
  }

  async release(id: string): Promise<void> {
    await this.unlessAway(() => this.holdings.release(id), undefined);
  }

  private async takeWithinLimits(client: JobClient, wanted: NewHolding): Promise<TakenWithin> {
    const { holdSeconds, isCertain: _, ...holding } = wanted;
    const limits = client.limits && {
      ...client.limits,
      storedBytes: Math.min(client.limits.storedBytes, CLIENT_SHARE * (await this.readRoom()).totalBytes),
    };
    const take = () => this.holdings.take(client.key, holding, { limits, holdSeconds });
    const { refusedBy, ...first } = await take();
    if (!limits || refusedBy === undefined) return first;
    const { storedBytes } = limits;
    const hasMadeRoom =
      refusedBy === 'open'
        ? await this.releaseEnded(client.key)
        : await this.makeRoomOf(client.key, holding, storedBytes);
    return { ...(hasMadeRoom ? await take() : { refusedBy, ...first }), storedBytes };
  }

  /** Releases the holdings of jobs whose records are gone. @returns whether there were any */
  private async releaseEnded(client: string): Promise<boolean> {
    const elapsed = this.clock.elapsed();
    for (const [each, at] of this.lookedAt)
      if (elapsed - at >= LOOK_EVERY_SECONDS * 1000) this.lookedAt.delete(each);
    if (this.lookedAt.has(client)) return false;
    this.lookedAt.set(client, elapsed);
    const old = (await this.holdings.of(client, { isOpen: true })).filter(
      ({ state, ageSeconds }) => state === 'open' && ageSeconds > RECORD_AFTER_SECONDS,
    );
    const hasEnded = await Promise.all(
      old.map(async ({ id }) => (await this.objects.head(jobKeys.record(id))) === null),
    );
    const gone = old.filter((_, at) => hasEnded[at]);
    if (gone.length === 0) return false;
    // One that has ended meanwhile holds its result: a worker takes that place before the record goes.
    const open = new Set((await this.holdings.of(client, { isOpen: true })).map(({ id }) => id));
    for (const { id } of gone) if (open.has(id)) await this.holdings.release(id);
    return true;
  }

  /** Ends what a client has fetched, if that is enough for so many bytes. @returns whether it was */
  private async makeRoomOf(client: string, wanted: Holding, mostBytes: number): Promise<boolean> {
    const others = (await this.holdings.of(client)).filter(({ id }) => id !== wanted.id);
    let excess = sumOf(others) + wanted.bytes - mostBytes;
    const fetched = others
      .filter((holding) => holding.state === 'fetched' && isSettled(holding))
      .sort((a, b) => b.ageSeconds - a.ageSeconds);
    if (sumOf(fetched) < excess) return false;
    for (const { id, bytes } of fetched) {
      if (excess <= 0) break;
      await this.endFetched(id);
      excess -= bytes;
    }
    return true;
  }

  /** Ends fetched results of all clients until there is room for so many bytes. @returns whether there is */
  private async makeRoom(bytes: number): Promise<boolean> {
    const hasRoom = ({ leftBytes, freeBytes }: Room) => leftBytes >= bytes && freeBytes >= WORK_SHARE * bytes;
    if (hasRoom(await this.readRoom())) return true;
    for (const { id } of (await this.holdings.fetched(MOST_FETCHED)).filter(isSettled)) {
      await this.endFetched(id);
      if (hasRoom(await this.readRoom())) return true;
    }
    return false;
  }

  /** Ends a result before its time. Its record stays, and says so. */
  private async endFetched(id: string): Promise<void> {
    await this.objects.delete([jobKeys.result(id)]);
    await this.holdings.release(id);
    this.logger.info('result.ended-early', { jobId: id });
  }

  private async readRoom(): Promise<Room> {
    const { room } = this;
    return room ? this.unlessAway(() => room.read(), UNBOUNDED) : UNBOUNDED;
  }

  private unlessAway<T>(call: () => Promise<T>, otherwise: T): Promise<T> {
    return call().catch((error: unknown) => {
      this.logger.warn('places.unavailable', { error });
      return otherwise;
    });
  }

  private refuse(error: ApiError): never {
    this.onRefused();
    throw error;
  }
}

/** What came of taking a holding, and the bytes that its client may store where they decided. */
type TakenWithin = TakenHolding & { readonly storedBytes?: number };
