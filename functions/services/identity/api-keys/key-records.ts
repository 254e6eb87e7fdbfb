import { z } from 'zod';
import { API_SCOPES } from '#platform/contracts/api/scopes.ts';
import type { ObjectStore } from '#platform/ports/object-store.ts';
import { readAll } from '#platform/read-stream.ts';
import { fromBackend } from '../../api-error.ts';
import { API_KEY_ID } from './key-text.ts';

/** What is kept of a key: never the key. Written once and never changed, so that nothing can bring a revoked one back. */
const keyRecordSchema = z.looseObject({
  version: z.number().int().positive(),
  id: z.string().regex(API_KEY_ID),
  /** SHA-256 of the key, in hexadecimal digits. */
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  name: z.string(),
  /** Who made it: an account, or for a key of the operator an account of the key alone. */
  accountId: z.string(),
  madeBy: z.enum(['account', 'operator']),
  scopes: z.array(z.enum(API_SCOPES)),
  tier: z.string(),
  /** A quota of its own beside that of its tier. */
  filesPerDay: z.number().int().positive().optional(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime().optional(),
});
export type ApiKeyRecord = z.output<typeof keyRecordSchema>;

const MAX_RECORD_BYTES = 16 * 1024;
const PREFIX = 'keys/';
const places = {
  record: (id: string) => `${PREFIX}${id}.json`,
  ofAccount: (accountId: string) => `${PREFIX}of/${accountId}/`,
  /** An empty object that names a key of an account. */
  mark: ({ accountId, id }: Pick<ApiKeyRecord, 'accountId' | 'id'>) => `${PREFIX}of/${accountId}/${id}`,
};

/** The records of keys in the object store. All calls throw ApiError "unavailable" when it is away. */
interface ApiKeyRecords {
  /** @returns false when there is a key with this id */
  create(record: ApiKeyRecord): Promise<boolean>;
  find(id: string): Promise<ApiKeyRecord | null>;
  delete(record: Pick<ApiKeyRecord, 'accountId' | 'id'>): Promise<void>;
  /** Keys of an account, oldest first. */
  ofAccount(accountId: string): Promise<ApiKeyRecord[]>;
  /** Every key, oldest first; for the operator. */
  all(): Promise<ApiKeyRecord[]>;
}

export function createApiKeyRecords(
  objects: Pick<ObjectStore, 'put' | 'find' | 'delete' | 'list'>,
): ApiKeyRecords {
  const find = (id: string): Promise<ApiKeyRecord | null> =>
    fromBackend(async () => {
      if (!API_KEY_ID.test(id)) return null;
      const stored = await objects.find(places.record(id));
      if (!stored) return null;
      return keyRecordSchema.parse(
        JSON.parse((await readAll(stored.body, MAX_RECORD_BYTES)).toString('utf8')),
      );
    });

  const found = async (ids: readonly string[]): Promise<ApiKeyRecord[]> => {
    const records = await Promise.all(ids.map(find));
    return records
      .filter((record) => record !== null)
      .sort((one, other) => one.createdAt.localeCompare(other.createdAt));
  };

  const idsBelow = (prefix: string, pattern: RegExp) =>
    fromBackend(async () => {
      const ids: string[] = [];
      for await (const { key } of objects.list(prefix)) {
        const id = pattern.exec(key.slice(prefix.length))?.[1];
        if (id !== undefined) ids.push(id);
      }
      return ids;
    });

  return {
    find,
    /** The mark first: a key without one could not be found to be revoked. */
    create: (record) =>
      fromBackend(async () => {
        await objects.put(places.mark(record), new Uint8Array(), { contentType: 'text/plain' });
        const text = new TextEncoder().encode(JSON.stringify(record));
        const { created } = await objects.put(places.record(record.id), text, {
          contentType: 'application/json',
          ifAbsent: true,
        });
        return created;
      }),
    delete: (record) => fromBackend(() => objects.delete([places.record(record.id), places.mark(record)])),
    ofAccount: async (accountId) => found(await idsBelow(places.ofAccount(accountId), /^([0-9A-Za-z]+)$/)),
    all: async () => found(await idsBelow(PREFIX, /^([0-9A-Za-z]+)\.json$/)),
  };
}
