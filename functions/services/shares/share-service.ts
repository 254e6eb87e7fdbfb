import { systemClock, type Clock } from '#platform/clock.ts';
import type { ResultKind } from '#engine/index.ts';
import { jobIdSchema, publicJobIdSchema, resultKindOf, type JobRecord } from '#platform/contracts/job.ts';
import { OPERATING_LIMITS } from '#platform/contracts/operating-limits.ts';
import { findJobByPublicId } from '#platform/delivery-records.ts';
import type { Logger } from '#platform/logger.ts';
import type { ObjectStore, StoredObject } from '#platform/ports/object-store.ts';
import type { ExpiringCounters } from '#platform/ports/expiring-counters.ts';
import { abandon } from '#platform/read-stream.ts';
import { ApiError, fromBackend } from '../api-error.ts';
import type { ClientHoldings, JobClient, NewHolding } from '../holdings/client-holdings.ts';
import { noSuchJob } from '../holdings/job-access.ts';
import type { JobService } from '../jobs/job-service.ts';
import { resultFileName } from '../uploads/file-name.ts';
import { readShareRequest, shareIdOf } from './share-request.ts';
import { ShareRecords, type SharedBytes, type ShareRecord } from './share-records.ts';
import { zipEntries, zippedResults, ZIP_NAME, type PlacedJob } from './zipped-results.ts';

/** A share as its owner sees it. */
interface OwnShare {
  readonly id: string;
  readonly fileName: string;
  readonly kind: ResultKind;
  /** How many results it holds. */
  readonly files: number;
  readonly bytes: number;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly downloads: number;
  /** Name that those see who open it; left out where the person did not give it. */
  readonly sharedBy?: string | undefined;
}

/** A share as those see it who have its address. */
interface SharedFile extends Pick<OwnShare, 'id' | 'fileName' | 'kind' | 'files' | 'expiresAt' | 'sharedBy'> {
  /** Null for one of an earlier version. */
  readonly bytes: number | null;
  /** The files of a zip; none where it is a single file, or of an earlier version. */
  readonly contents: readonly SharedEntry[];
}

/** A file in a shared zip. */
interface SharedEntry {
  readonly name: string;
  readonly bytes: number;
}

/** A share and when it ends. */
interface ShareTerm {
  readonly id: string;
  readonly expiresAt: string;
}

interface ShareServiceDependencies {
  readonly objects: ObjectStore;
  readonly jobs: Pick<JobService, 'find' | 'openResult'>;
  /** [clients are not limited] */
  readonly holdings?: Pick<ClientHoldings, 'admit' | 'hold' | 'release'> | undefined;
  readonly expiringCounters: Pick<ExpiringCounters, 'add' | 'read' | 'delete'>;
  readonly logger: Pick<Logger, 'warn'>;
  /** How long a share lasts unless another time is asked for, and at most. */
  readonly shareTtlSeconds: number;
  readonly shareMaxSeconds: number;
  /** How long a job has its result, and can be shared. */
  readonly resultTtlSeconds: number;
  /** Makes the ids of shares unguessable. */
  readonly secret: string;
  readonly clock?: Clock;
}

/** Longer than a call takes that makes a share: it copies up to two hundred results. */
const MAKING_MS = 300_000;

/** Keeps results longer than their jobs, under unguessable addresses. */
export class ShareService {
  private readonly dependencies: ShareServiceDependencies;
  private readonly records: ShareRecords;
  private readonly clock: Clock;
  /** The last call that makes, changes or ends a share, of each: the next one waits for it, and finds what it has left. */
  private readonly underWay = new Map<string, Promise<unknown>>();

  constructor(dependencies: ShareServiceDependencies) {
    this.dependencies = dependencies;
    this.records = new ShareRecords(dependencies.objects);
    this.clock = dependencies.clock ?? systemClock;
  }

  /**
   * Copies the results of jobs that are the account's, or no account's; several into one zip. An account that shares the same
   * jobs in the same folders again gets the same share, as long as it lasts, with the time and the name that it asks for.
   * When it throws, nothing is left.
   * @param request  `jobId`, or `jobIds` with their `folders`, `expiresInSeconds` where it shall not be the usual time, and `showName`
   * @param client   holds the bytes of the share for as long as it lasts [no client, without a limit]
   * @param name     of the person, which is kept where `showName` asks for it [none]
   * @throws ApiError "invalid-request", "limit-reached" when the account has as many as it may, "expired" when the job
   *         has no result (any more), "rate-limited" when the client keeps as much as it may, "storage-full"
   */
  async create(request: unknown, accountId: string, client?: JobClient, name?: string): Promise<ShareTerm> {
    const { shareMaxSeconds, secret } = this.dependencies;
    const { jobIds, folders = {}, ...how } = readShareRequest(request, shareMaxSeconds);
    const jobs: PlacedJob[] = [];
    for (const jobId of jobIds)
      jobs.push({ job: await this.completedJob(jobId, accountId), folder: folders[jobId] ?? '' });
    const id = shareIdOf(secret, jobs, accountId);
    return this.inTurn(id, () => this.make(id, jobs, { ...how, accountId, client, name }));
  }

  /**
   * The shared file and its name, or null when there is none or it has expired.
   * @param from where the body of the file begins [0]
   */
  async open(
    id: string,
    signal?: AbortSignal,
    from = 0,
  ): Promise<{ file: StoredObject; fileName: string } | null> {
    if (!jobIdSchema.safeParse(id).success) return null;
    const share = await this.findRecord(id);
    if (!share) return null;
    const file = await this.records.openFile(id, signal, from);
    return file && { file, fileName: share.fileName };
  }

  /** What a page says of a share; null when there is none or it has expired. */
  async describe(id: string): Promise<SharedFile | null> {
    if (!jobIdSchema.safeParse(id).success) return null;
    const share = await this.findRecord(id);
    if (!share) return null;
    const { fileName, kind, bytes = null, expiresAt, sharedBy, contents = [] } = share;
    return { id, fileName, kind, files: filesOf(share), bytes, contents, expiresAt, sharedBy };
  }

  /** Counts a download of a share. The download does not wait for it. */
  countDownload(id: string): void {
    const { expiringCounters, shareMaxSeconds } = this.dependencies;
    const endsAt = this.clock.now() + shareMaxSeconds * 1_000;
    expiringCounters.add(counterOf(id), { downloads: 1 }, endsAt).catch((error: unknown) => this.warn(error));
  }

  /** Shares of an account that have not expired, newest first. */
  async ofAccount(accountId: string): Promise<OwnShare[]> {
    const ids = new Set((await this.records.marksOfAccount(accountId)).map(({ id }) => id));
    const shares = await Promise.all([...ids].map((id) => this.ownShare(id, accountId)));
    return shares
      .filter((share) => share !== null)
      .sort((one, other) => other.createdAt.localeCompare(one.createdAt));
  }

  /** Deletes a share. @returns false when there is none, or it is another account's */
  async end(id: string, accountId: string): Promise<boolean> {
    if (!jobIdSchema.safeParse(id).success) return false;
    return this.inTurn(id, async () => {
      const share = await this.findRecord(id);
      if (share?.accountId !== accountId) return false;
      await this.remove(id, share);
      return true;
    });
  }

  /** Deletes the shares that an account has made of a job; those of others are theirs. @returns how many there were */
  async endAllOf(jobId: string, accountId: string | undefined): Promise<number> {
    if (accountId === undefined || !jobIdSchema.safeParse(jobId).success) return 0;
    let ended = 0;
    for (const id of await this.records.idsOfJob(jobId)) {
      const isEnded = await this.inTurn(id, async () => {
        const share = await this.records.find(id);
        if (share && share.accountId !== accountId) return false;
        await this.remove(id, share);
        await this.records.deleteJobMark(jobId, id);
        return true;
      });
      if (isEnded) ended += 1;
    }
    return ended;
  }

  /**
   * Deletes every share whose time is over and that no call can be making anew at the moment. @returns how many there were
   */
  async endExpired(): Promise<number> {
    const now = this.clock.now();
    const marks = await this.records.marksOfAccount();
    let ended = 0;
    for (const mark of marks.filter(({ endsAt }) => endsAt <= now)) {
      const record = await this.records.find(mark.id);
      const isOver = !record || Date.parse(record.expiresAt) <= now;
      if (isOver && now < this.settledAt(record, mark.endsAt)) continue;
      if (isOver) await this.remove(mark.id, record);
      // Its time may have been changed meanwhile: then only this mark is old.
      await this.records.deleteAccountMark(mark);
      if (isOver) ended += 1;
    }
    return ended;
  }

  /** Takes the holdings of all shares again, after a start that has forgotten them. */
  async holdAgain(): Promise<void> {
    for await (const id of this.records.ids()) {
      const record = await this.records.find(id).catch(() => null);
      if (record?.client === undefined) continue;
      const holding = this.holdingOf(id, record);
      if (holding.holdSeconds > 0) await this.dependencies.holdings?.hold({ key: record.client }, holding);
    }
  }

  /** @throws ApiError "expired" where it is another account's, or has no result */
  private async completedJob(named: string, accountId: string): Promise<JobRecord> {
    const { objects, jobs } = this.dependencies;
    const isPublic = publicJobIdSchema.safeParse(named).success;
    const jobId = isPublic ? await fromBackend(() => findJobByPublicId(objects, named)) : named;
    const job = jobId === null ? null : await jobs.find(jobId);
    if (job?.accountId !== undefined && job.accountId !== accountId) throw noSuchJob();
    if (job?.status !== 'completed') throw new ApiError('expired');
    return job;
  }

  private async inTurn<T>(id: string, work: () => Promise<T>): Promise<T> {
    const before = this.underWay.get(id)?.catch(() => {});
    const done = Promise.resolve(before).then(work);
    this.underWay.set(id, done);
    try {
      return await done;
    } finally {
      if (this.underWay.get(id) === done) this.underWay.delete(id);
    }
  }

  private async make(id: string, jobs: readonly PlacedJob[], wanted: WantedShare): Promise<ShareTerm> {
    const { accountId, client, expiresInSeconds, showName, name } = wanted;
    const existing = await this.findRecord(id);
    const lastsMs = (expiresInSeconds ?? this.dependencies.shareTtlSeconds) * 1_000;
    const isKept = existing !== null && expiresInSeconds === undefined;
    const expiresAt = isKept ? existing.expiresAt : new Date(this.clock.now() + lastsMs).toISOString();
    const sharedBy = showName === undefined ? existing?.sharedBy : showName ? name : undefined;
    if (!existing) await this.copyResults(id, jobs, { accountId, client, expiresAt, sharedBy });
    else if (expiresAt !== existing.expiresAt || sharedBy !== existing.sharedBy) {
      await this.change(id, { ...existing, expiresAt, sharedBy }, client);
      if (!(await this.records.hasFile(id))) {
        // Another process has ended it meanwhile.
        await this.remove(id, existing);
        return this.make(id, jobs, wanted);
      }
    }
    return { id, expiresAt };
  }

  private async change(id: string, record: ShareRecord, client: JobClient | undefined): Promise<void> {
    await this.records.change(id, record);
    if (client) await this.dependencies.holdings?.hold(client, this.holdingOf(id, record));
  }

  private async copyResults(
    id: string,
    jobs: readonly PlacedJob[],
    { client, ...share }: NewShare,
  ): Promise<void> {
    const { sharesOfAccount } = OPERATING_LIMITS;
    await this.checkCount(share.accountId, sharesOfAccount - 1);
    const { result, ...what } = await this.resultOf(jobs);
    const record: ShareRecord = {
      version: 1,
      ...share,
      ...what,
      ...(client ? { client: client.key } : {}),
      bytes: result.bytes,
      createdAt: new Date(this.clock.now()).toISOString(),
    };
    try {
      if (client) await this.dependencies.holdings?.admit(client, this.holdingOf(id, record));
    } catch (error) {
      await abandon(result.body);
      throw error;
    }
    try {
      await this.records.create(id, result, record);
    } catch (error) {
      await this.dependencies.holdings?.release(id);
      throw error;
    }
    try {
      // Others may have been made at the same moment: the last of them finds all.
      await this.checkCount(share.accountId, sharesOfAccount);
      // Who deletes a job deletes its shares after it: one that was there by then, or this call.
      for (const { job } of jobs) await this.completedJob(job.id, share.accountId);
    } catch (error) {
      await this.remove(id, record);
      throw error;
    }
  }

  /** The result of one job, or a zip of several, and what a record says of it. */
  private async resultOf(jobs: readonly PlacedJob[]): Promise<SharedWhat & { readonly result: SharedBytes }> {
    const [only, ...others] = jobs;
    const open = (jobId: string) => this.dependencies.jobs.openResult(jobId);
    if (only === undefined || others.length > 0) {
      const entries = zipEntries(jobs);
      const contents = entries.map(({ name, bytes }) => ({ name, bytes }));
      return {
        ...{ jobIds: jobs.map(({ job }) => job.id), fileName: ZIP_NAME, kind: 'zip', contents },
        result: zippedResults(entries, open),
      };
    }
    const { job } = only;
    const kind = resultKindOf(job);
    return {
      ...{ jobId: job.id, fileName: resultFileName(job.fileName, kind), kind },
      result: await open(job.id),
    };
  }

  /** @throws ApiError "limit-reached" where an account has more shares than so many */
  private async checkCount(accountId: string, most: number): Promise<void> {
    const marks = await this.records.marksOfAccount(accountId);
    if (marks.filter(({ endsAt }) => this.clock.now() < endsAt).length <= most) return;
    throw new ApiError('limit-reached', {
      message: `You have ${OPERATING_LIMITS.sharesOfAccount} links, as many as an account may have. Revoke one first.`,
    });
  }

  /** The record of a share that has not expired. */
  private async findRecord(id: string): Promise<ShareRecord | null> {
    const share = await this.records.find(id);
    return share && this.clock.now() < Date.parse(share.expiresAt) ? share : null;
  }

  /**
   * From when on nothing is made or changed under the id of a share, in ms since 1970: its jobs have no results any more. A mark
   * without a record may be that of a share in the making.
   */
  private settledAt(record: ShareRecord | null, endsAt: number): number {
    if (!record) return endsAt + MAKING_MS;
    const { createdAt } = record;
    return createdAt === undefined
      ? endsAt
      : Date.parse(createdAt) + this.dependencies.resultTtlSeconds * 1_000 + MAKING_MS;
  }

  private async remove(id: string, record: ShareRecord | null): Promise<void> {
    await this.records.delete(id, record);
    await this.dependencies.expiringCounters
      .delete(counterOf(id))
      .catch((error: unknown) => this.warn(error));
    await this.dependencies.holdings?.release(id);
  }

  private async ownShare(id: string, accountId: string): Promise<OwnShare | null> {
    const record = await this.findRecord(id);
    if (!record || record.accountId !== accountId) return null;
    const { fileName, kind, expiresAt, bytes = 0, createdAt = expiresAt, sharedBy } = record;
    const files = filesOf(record);
    const downloads = await this.downloadsOf(id);
    return { id, fileName, kind, files, bytes, createdAt, expiresAt, downloads, sharedBy };
  }

  private async downloadsOf(id: string): Promise<number> {
    try {
      return (await this.dependencies.expiringCounters.read(counterOf(id))).downloads ?? 0;
    } catch (error) {
      this.warn(error);
      return 0;
    }
  }

  private holdingOf(id: string, { bytes = 0, expiresAt }: ShareRecord): NewHolding {
    const leftSeconds = (Date.parse(expiresAt) - this.clock.now()) / 1_000;
    const holdSeconds = Math.min(leftSeconds, this.dependencies.shareMaxSeconds);
    return { id, state: 'kept', bytes, workSeconds: 0, holdSeconds };
  }

  private warn(error: unknown): void {
    this.dependencies.logger.warn('tallies.unavailable', { error });
  }
}

/** What is shared, as a record says it. */
type SharedWhat = Pick<ShareRecord, 'jobId' | 'jobIds' | 'fileName' | 'kind' | 'contents'>;

/** What a call asks for, and who makes it. */
interface WantedShare extends Pick<NewShare, 'accountId' | 'client'> {
  readonly expiresInSeconds?: number | undefined;
  readonly showName?: boolean | undefined;
  /** Of the person. */
  readonly name: string | undefined;
}

interface NewShare {
  readonly accountId: string;
  readonly client: JobClient | undefined;
  readonly expiresAt: string;
  readonly sharedBy: string | undefined;
}

function filesOf({ jobIds }: ShareRecord): number {
  return jobIds?.length ?? 1;
}

function counterOf(id: string): string {
  return `share:${id}`;
}
