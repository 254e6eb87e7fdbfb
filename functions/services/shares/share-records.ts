import { z } from 'zod';
import { RESULT_KINDS } from '#engine/index.ts';
import { clientKeySchema, jobIdSchema } from '#platform/contracts/job.ts';
import type { ObjectStore, StoredObject } from '#platform/ports/object-store.ts';
import { abandon, readAll } from '#platform/read-stream.ts';
import { fromBackend } from '../api-error.ts';

const shareSchema = z.looseObject({
  version: z.literal(1),
  /** Of a share of several results `jobIds`; all up to `createdAt` are missing in shares of the version before. */
  jobId: jobIdSchema.optional(),
  jobIds: z.array(jobIdSchema).optional(),
  accountId: z.string().optional(),
  /** Key of the client that holds its bytes. */
  client: clientKeySchema.optional(),
  bytes: z.number().optional(),
  createdAt: z.iso.datetime().optional(),
  /** Name of the person, for those who open it. */
  sharedBy: z.string().optional(),
  fileName: z.string(),
  kind: z.enum(RESULT_KINDS),
  /** What a zip holds; missing where there is none, and in shares of the version before. */
  contents: z.array(z.object({ name: z.string(), bytes: z.number() })).optional(),
  expiresAt: z.iso.datetime(),
});
export type ShareRecord = z.infer<typeof shareSchema>;
/** Two hundred files have names of up to a kilobyte. */
const MAX_RECORD_BYTES = 256 * 1024;

/** All objects expire by the rule of their prefix at the latest. */
const SHARES = 'shares/';
const BY_ACCOUNT = `${SHARES}by/`;
const RECORD = /^shares\/([\w-]+)\.json$/;
const ACCOUNT_MARK = /^(?:[^/]+\/)?(\d+)-([A-Za-z0-9_-]{22})$/;
const shareKeys = {
  file: (id: string) => `${SHARES}${id}`,
  record: (id: string) => `${SHARES}${id}.json`,
  ofJob: (jobId: string) => `${SHARES}of/${jobId}/`,
  ofAccount: (accountId: string) => `${BY_ACCOUNT}${accountId}/`,
};

/** What becomes the file of a share. */
export type SharedBytes = Pick<StoredObject, 'body' | 'bytes' | 'contentType'>;

/** An empty object that names a share of an account and says when the share ends. */
interface AccountMark {
  readonly id: string;
  readonly endsAt: number;
  readonly key: string;
}

/**
 * The objects of shares: the file, its record, and empty objects as marks. The marks name the shares of a job and of an
 * account, so that one listing finds them.
 */
export class ShareRecords {
  private readonly objects: ObjectStore;

  constructor(objects: ObjectStore) {
    this.objects = objects;
  }

  find(id: string): Promise<ShareRecord | null> {
    return fromBackend(async () => {
      const stored = await this.objects.find(shareKeys.record(id));
      if (!stored) return null;
      return shareSchema.parse(JSON.parse((await readAll(stored.body, MAX_RECORD_BYTES)).toString('utf8')));
    });
  }

  /** @param from where the body of the file begins */
  openFile(id: string, signal: AbortSignal | undefined, from: number): Promise<StoredObject | null> {
    const options = { from, ...(signal ? { signal } : {}) };
    return fromBackend(() => this.objects.find(shareKeys.file(id), options));
  }

  async hasFile(id: string): Promise<boolean> {
    return (await fromBackend(() => this.objects.head(shareKeys.file(id)))) !== null;
  }

  /** Writes a share: its file, its marks, then its record. A share exists when it has a record. When it throws, nothing is left. */
  async create(id: string, file: SharedBytes, record: ShareRecord): Promise<void> {
    try {
      const { bytes } = await this.put(shareKeys.file(id), file.body, file.contentType);
      await this.putRecord(id, { ...record, bytes });
    } catch (error) {
      // Another process may have made the same share at the same moment.
      if (!(await this.find(id).catch(() => null))) await this.delete(id, record);
      throw error;
    } finally {
      await abandon(file.body);
    }
  }

  /** Gives a share another end. */
  async change(id: string, record: ShareRecord): Promise<void> {
    await this.putRecord(id, record);
    const current = marksOf(id, record);
    const old = (await this.accountMarksOf(id, record)).filter((key) => !current.includes(key));
    await fromBackend(() => this.objects.delete(old));
  }

  /** @param record null where it is gone: its marks stay then */
  async delete(id: string, record: ShareRecord | null): Promise<void> {
    const marks = record ? [...marksOf(id, record), ...(await this.accountMarksOf(id, record))] : [];
    await fromBackend(() => this.objects.delete([shareKeys.file(id), shareKeys.record(id), ...marks]));
  }

  /** @param accountId [of all accounts] */
  marksOfAccount(accountId?: string): Promise<AccountMark[]> {
    const prefix = accountId === undefined ? BY_ACCOUNT : shareKeys.ofAccount(accountId);
    return fromBackend(async () => {
      const found: AccountMark[] = [];
      for await (const { key } of this.objects.list(prefix)) {
        const [, endsAt, id] = ACCOUNT_MARK.exec(key.slice(prefix.length)) ?? [];
        if (id !== undefined) found.push({ id, endsAt: Number(endsAt), key });
      }
      return found;
    });
  }

  /** Ids of shares of a job. */
  idsOfJob(jobId: string): Promise<string[]> {
    const prefix = shareKeys.ofJob(jobId);
    return fromBackend(async () => {
      const ids: string[] = [];
      for await (const { key } of this.objects.list(prefix)) ids.push(key.slice(prefix.length));
      return ids;
    });
  }

  /** Ids of all shares that have a record. */
  async *ids(): AsyncGenerator<string> {
    for await (const { key } of this.objects.list(SHARES)) {
      const id = RECORD.exec(key)?.[1];
      if (id !== undefined) yield id;
    }
  }

  async deleteAccountMark({ key }: AccountMark): Promise<void> {
    await fromBackend(() => this.objects.delete([key]));
  }

  async deleteJobMark(jobId: string, id: string): Promise<void> {
    await fromBackend(() => this.objects.delete([shareKeys.ofJob(jobId) + id]));
  }

  /** More than one where calls came at the same moment. */
  private async accountMarksOf(id: string, { accountId }: ShareRecord): Promise<string[]> {
    if (accountId === undefined) return [];
    const all = await this.marksOfAccount(accountId);
    return all.filter((each) => each.id === id).map(({ key }) => key);
  }

  private async putRecord(id: string, record: ShareRecord): Promise<void> {
    for (const mark of marksOf(id, record)) await this.put(mark, new Uint8Array(), 'text/plain');
    const text = new TextEncoder().encode(JSON.stringify(record));
    await this.put(shareKeys.record(id), text, 'application/json');
  }

  private put(key: string, body: Uint8Array | StoredObject['body'], contentType: string) {
    return fromBackend(() => this.objects.put(key, body, { contentType }));
  }
}

/** Keys of the marks of a share. */
function marksOf(id: string, { jobId, jobIds = [], accountId, expiresAt }: ShareRecord): string[] {
  const ofJobs = jobId === undefined ? jobIds : [jobId];
  return [
    ...ofJobs.map((each) => `${shareKeys.ofJob(each)}${id}`),
    ...(accountId === undefined ? [] : [`${shareKeys.ofAccount(accountId)}${Date.parse(expiresAt)}-${id}`]),
  ];
}
