import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { FILE_KINDS, type FileKind } from '#engine/index.ts';
import { systemClock, type Clock } from '#platform/clock.ts';
import { shareRequestSchema } from '#platform/contracts/api/requests.ts';
import { clientKeySchema, jobIdSchema, publicJobIdSchema } from '#platform/contracts/job.ts';
import { OPERATING_LIMITS } from '#platform/contracts/operating-limits.ts';
import { findJobByPublicId } from '#platform/delivery-records.ts';
import type { Logger } from '#platform/logger.ts';
import type { ObjectStore, StoredObject } from '#platform/ports/object-store.ts';
import type { Tallies } from '#platform/ports/tallies.ts';
import { abandon, readAll } from '#platform/read-stream.ts';
import { ApiError, fromBackend } from '../api-error.ts';
import { resultFileName } from '../uploads/file-name.ts';
import { noSuchJob } from '../jobs/job-access.ts';
import type { JobClient, JobPlaces, NewPlace } from '../jobs/job-places.ts';
import type { JobService } from '../jobs/job-service.ts';

const shareSchema = z.looseObject({
  version: z.literal(1),
  /** All but the last three are missing in shares of the version before. */
  jobId: jobIdSchema.optional(),
  accountId: z.string().optional(),
  /** Key of the client that holds its bytes. */
  client: clientKeySchema.optional(),
  bytes: z.number().optional(),
  createdAt: z.iso.datetime().optional(),
  fileName: z.string(),
  kind: z.enum(FILE_KINDS),
  expiresAt: z.iso.datetime(),
});
type ShareRecord = z.infer<typeof shareSchema>;
const MAX_RECORD_BYTES = 64 * 1024;

/** All objects expire by the rule of their prefix at the latest. */
const BY_ACCOUNT = 'shares/by/';
const shareKeys = {
  file: (id: string) => `shares/${id}`,
  record: (id: string) => `shares/${id}.json`,
  /** Empty objects that name the shares of a job. */
  ofJob: (jobId: string) => `shares/of/${jobId}/`,
  ofAccount: (accountId: string) => `${BY_ACCOUNT}${accountId}/`,
  /** All marks of a share; that of its account says when it ends, so that what has ended is found in one listing. */
  marks: (id: string, { jobId, accountId, expiresAt }: ShareRecord) => [
    ...(jobId === undefined ? [] : [`${shareKeys.ofJob(jobId)}${id}`]),
    ...(accountId === undefined ? [] : [`${shareKeys.ofAccount(accountId)}${Date.parse(expiresAt)}-${id}`]),
  ],
};
const ACCOUNT_MARK = /^(?:[^/]+\/)?(\d+)-([A-Za-z0-9_-]{22})$/;

/** A share as its owner sees it. */
export interface OwnShare {
  readonly id: string;
  readonly fileName: string;
  readonly kind: FileKind;
  readonly bytes: number;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly downloads: number;
}

/** Keeps results longer than their jobs, under unguessable addresses. */
export interface ShareService {
  /**
   * Copies the result of a job of the account or of nobody. An account that shares the same job again gets the same share,
   * as long as it lasts, with the time that it asks for. When it throws, nothing is left.
   * @param request  `jobId`, and `expiresInSeconds` where it shall not be the usual time
   * @param client   holds the bytes of the share for as long as it lasts [nobody, without a limit]
   * @throws ApiError "invalid-request", "limit-reached" when the account has as many as it may, "expired" when the job
   *         has no result (any more), "rate-limited" when the client keeps as much as it may, "storage-full"
   */
  create(request: unknown, accountId: string, client?: JobClient): Promise<{ id: string; expiresAt: string }>;
  /**
   * The shared file and its name, or null when there is none or it has expired (it is then deleted).
   * @param from where the body of the file begins [0]
   */
  open(
    id: string,
    signal?: AbortSignal,
    from?: number,
  ): Promise<{ file: StoredObject; fileName: string } | null>;
  /** Counts a download of a share, without waiting and without holding anybody up. */
  countDownload(id: string): void;
  /** Shares of an account that have not expired, newest first. */
  ofAccount(accountId: string): Promise<OwnShare[]>;
  /** Deletes a share. @returns false when there is none, or it is another account's */
  end(id: string, accountId: string): Promise<boolean>;
  /** Deletes the shares that an account has made of a job; those of others are theirs. @returns how many there were */
  endAllOf(jobId: string, accountId: string | undefined): Promise<number>;
  /** Deletes every share whose time is over. @returns how many there were */
  endExpired(): Promise<number>;
  /** Holds the places of all shares again, after a start that has forgotten them. */
  holdAgain(): Promise<void>;
}

export interface ShareServiceDependencies {
  readonly objects: ObjectStore;
  readonly jobs: Pick<JobService, 'find' | 'openResult'>;
  /** [clients are not limited] */
  readonly places?: Pick<JobPlaces, 'admit' | 'hold' | 'release'> | undefined;
  readonly tallies: Pick<Tallies, 'add' | 'read' | 'delete'>;
  readonly logger: Pick<Logger, 'warn'>;
  /** How long a share lasts unless another time is asked for, and at most. */
  readonly shareTtlSeconds: number;
  readonly shareMaxSeconds: number;
  /** Makes the ids of shares unguessable. */
  readonly secret: string;
  readonly clock?: Clock;
}

export function createShareService(dependencies: ShareServiceDependencies): ShareService {
  const { objects, jobs, places, tallies, logger, secret, clock = systemClock } = dependencies;
  const warn = (error: unknown) => void logger.warn('tallies.unavailable', { error });
  const tallyOf = (id: string) => `share:${id}`;

  const remove = async (id: string, record: ShareRecord | null) => {
    const marks = record ? [...shareKeys.marks(id, record), ...(await accountMarks(id, record))] : [];
    await fromBackend(() => objects.delete([shareKeys.file(id), shareKeys.record(id), ...marks]));
    await tallies.delete(tallyOf(id)).catch(warn);
    await places?.release(id);
  };

  const placeOf = (
    id: string,
    { bytes = 0, expiresAt }: Pick<ShareRecord, 'bytes' | 'expiresAt'>,
  ): NewPlace => ({
    id,
    state: 'kept',
    bytes,
    workSeconds: 0,
    holdSeconds: Math.min((Date.parse(expiresAt) - clock.now()) / 1_000, dependencies.shareMaxSeconds),
  });

  const readRecord = (id: string): Promise<ShareRecord | null> =>
    fromBackend(async () => {
      const stored = await objects.find(shareKeys.record(id));
      if (!stored) return null;
      return shareSchema.parse(JSON.parse((await readAll(stored.body, MAX_RECORD_BYTES)).toString('utf8')));
    });

  /** The record of a share that has not expired. One that has is deleted. */
  const findRecord = async (id: string): Promise<ShareRecord | null> => {
    const share = await readRecord(id);
    if (!share || clock.now() < Date.parse(share.expiresAt)) return share;
    await remove(id, share);
    return null;
  };

  const put = (key: string, body: Uint8Array | StoredObject['body'], contentType: string) =>
    fromBackend(() => objects.put(key, body, { contentType }));

  const putRecord = async (id: string, record: ShareRecord) => {
    for (const mark of shareKeys.marks(id, record)) await put(mark, new Uint8Array(), 'text/plain');
    await put(shareKeys.record(id), new TextEncoder().encode(JSON.stringify(record)), 'application/json');
  };

  /** The record is written last: a share exists when it has one. */
  const write = async (id: string, file: StoredObject, record: ShareRecord) => {
    try {
      await put(shareKeys.file(id), file.body, file.contentType);
      await putRecord(id, record);
    } catch (error) {
      await remove(id, record);
      throw error;
    } finally {
      await abandon(file.body);
    }
  };

  /** Ids and ends of shares below a prefix of marks. */
  const marked = (prefix: string) =>
    fromBackend(async () => {
      const found: { id: string; endsAt: number; mark: string }[] = [];
      for await (const { key: mark } of objects.list(prefix)) {
        const [, endsAt, id] = ACCOUNT_MARK.exec(mark.slice(prefix.length)) ?? [];
        if (id !== undefined) found.push({ id, endsAt: Number(endsAt), mark });
      }
      return found;
    });

  /** More than one where calls came at the same moment. */
  const accountMarks = async (id: string, { accountId }: ShareRecord): Promise<string[]> => {
    if (accountId === undefined) return [];
    const all = await marked(shareKeys.ofAccount(accountId));
    return all.filter((each) => each.id === id).map(({ mark }) => mark);
  };

  const downloadsOf = async (id: string): Promise<number> => {
    const tally = await tallies.read(tallyOf(id)).catch(warn);
    return tally?.downloads ?? 0;
  };

  return {
    async create(request, accountId, client) {
      const { jobId, expiresInSeconds } = readRequest(request, dependencies);
      const named = publicJobIdSchema.safeParse(jobId).success;
      const found = named ? await fromBackend(() => findJobByPublicId(objects, jobId)) : jobId;
      const job = found === null ? null : await jobs.find(found);
      if (job?.accountId !== undefined && job.accountId !== accountId) throw noSuchJob();
      if (job?.status !== 'completed') throw new ApiError('expired');
      const id = shareIdOf(secret, job.id, accountId);
      const existing = await findRecord(id);
      if (existing && expiresInSeconds === undefined) return { id, expiresAt: existing.expiresAt };

      const seconds = expiresInSeconds ?? dependencies.shareTtlSeconds;
      const expiresAt = new Date(clock.now() + seconds * 1_000).toISOString();
      if (existing) {
        const record = { ...existing, expiresAt };
        await putRecord(id, record);
        if (client) await places?.hold(client, placeOf(id, record));
        const current = shareKeys.marks(id, record);
        const old = (await accountMarks(id, record)).filter((mark) => !current.includes(mark));
        await fromBackend(() => objects.delete(old));
        return { id, expiresAt };
      }
      const { sharesOfAccount } = OPERATING_LIMITS;
      if ((await marked(shareKeys.ofAccount(accountId))).length >= sharesOfAccount)
        throw new ApiError('limit-reached', {
          message: `You have ${sharesOfAccount} links, as many as an account may have. Revoke one first.`,
        });
      const result = await jobs.openResult(job.id);
      const record: ShareRecord = {
        version: 1,
        jobId: job.id,
        accountId,
        ...(client ? { client: client.key } : {}),
        bytes: result.bytes,
        createdAt: new Date(clock.now()).toISOString(),
        fileName: resultFileName(job.fileName, job.kind),
        kind: job.kind,
        expiresAt,
      };
      try {
        if (client) await places?.admit(client, placeOf(id, record));
      } catch (error) {
        await abandon(result.body);
        throw error;
      }
      await write(id, result, record);
      return { id, expiresAt };
    },
    async open(id, signal, from = 0) {
      if (!jobIdSchema.safeParse(id).success) return null;
      const share = await findRecord(id);
      if (!share) return null;
      const options = { from, ...(signal ? { signal } : {}) };
      const file = await fromBackend(() => objects.find(shareKeys.file(id), options));
      return file && { file, fileName: share.fileName };
    },
    countDownload(id) {
      const endsAt = clock.now() + dependencies.shareMaxSeconds * 1_000;
      tallies.add(tallyOf(id), { downloads: 1 }, endsAt).catch(warn);
    },
    async ofAccount(accountId) {
      const ids = (await marked(shareKeys.ofAccount(accountId))).map(({ id }) => id);
      const shares = await Promise.all(
        [...new Set(ids)].map(async (id): Promise<OwnShare | null> => {
          const record = await findRecord(id);
          if (!record || record.accountId !== accountId) return null;
          const { fileName, kind, expiresAt, bytes = 0, createdAt = expiresAt } = record;
          return { id, fileName, kind, bytes, createdAt, expiresAt, downloads: await downloadsOf(id) };
        }),
      );
      return shares
        .filter((share) => share !== null)
        .sort((one, other) => other.createdAt.localeCompare(one.createdAt));
    },
    async end(id, accountId) {
      if (!jobIdSchema.safeParse(id).success) return false;
      const share = await findRecord(id);
      if (share?.accountId !== accountId) return false;
      await remove(id, share);
      return true;
    },
    async endAllOf(jobId, accountId) {
      if (accountId === undefined || !jobIdSchema.safeParse(jobId).success) return 0;
      const prefix = shareKeys.ofJob(jobId);
      const ids: string[] = [];
      await fromBackend(async () => {
        for await (const { key } of objects.list(prefix)) ids.push(key.slice(prefix.length));
      });
      let ended = 0;
      for (const id of ids) {
        const share = await readRecord(id);
        if (share && share.accountId !== accountId) continue;
        await remove(id, share);
        await fromBackend(() => objects.delete([prefix + id]));
        ended += 1;
      }
      return ended;
    },
    async endExpired() {
      const ended = (await marked(BY_ACCOUNT)).filter(({ endsAt }) => endsAt <= clock.now());
      for (const { id, mark } of ended) {
        // Its time may have been changed meanwhile: then only this mark is old.
        if (!(await findRecord(id))) await remove(id, null);
        await fromBackend(() => objects.delete([mark]));
      }
      return ended.length;
    },
    async holdAgain() {
      for await (const { key } of objects.list('shares/')) {
        const id = /^shares\/([\w-]+)\.json$/.exec(key)?.[1];
        const record = id === undefined ? null : await readRecord(id).catch(() => null);
        if (id === undefined || record?.client === undefined) continue;
        const place = placeOf(id, record);
        if (place.holdSeconds > 0) await places?.hold({ key: record.client }, place);
      }
    },
  };
}

/** @throws ApiError "invalid-request" */
function readRequest(
  request: unknown,
  { shareMaxSeconds }: Pick<ShareServiceDependencies, 'shareMaxSeconds'>,
): { jobId: string; expiresInSeconds?: number | undefined } {
  const parsed = shareRequestSchema.safeParse(request);
  const wrong = parsed.error?.issues[0]?.path[0];
  if (wrong === 'expiresInSeconds' || (parsed.data?.expiresInSeconds ?? 0) > shareMaxSeconds)
    throw new ApiError('invalid-request', {
      message: `Expected "expiresInSeconds" as a whole number from 60 to ${shareMaxSeconds}.`,
    });
  if (!parsed.success)
    throw new ApiError('invalid-request', { message: 'Send the id of the job as "jobId".' });
  return parsed.data;
}

/** 128 bits like a job id, the same for the same job and person. */
function shareIdOf(secret: string, jobId: string, accountId: string): string {
  const mac = createHmac('sha256', secret).update(`share ${jobId} ${accountId}`);
  return mac.digest().subarray(0, 16).toString('base64url');
}
