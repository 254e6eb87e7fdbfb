import { timingSafeEqual } from 'node:crypto';
import { systemClock, type Clock } from '#platform/clock.ts';
import type { ApiScope } from '#platform/contracts/api/scopes.ts';
import { OPERATING_LIMITS } from '#platform/contracts/operating-limits.ts';
import type { ObjectStore } from '#platform/ports/object-store.ts';
import { accountIdOf } from '../account-id.ts';
import { ApiError } from '../../api-error.ts';
import { createShortMemory } from '../../short-memory.ts';
import { createApiKeyRecords, type ApiKeyRecord } from './key-records.ts';
import { createKeyText, hashOfKey, keyIdOf } from './key-text.ts';

/** What a new key is to be. */
export interface NewApiKey {
  /** For people, at most 60 characters. */
  readonly name: string;
  readonly scopes: readonly ApiScope[];
  readonly tier: string;
  readonly filesPerDay?: number | undefined;
  readonly expiresAt?: string | undefined;
}

export interface ApiKeys {
  /**
   * @param accountId whose key it is [an account of the key alone: one of the operator's]
   * @returns the record, and the key itself, which is shown this once
   * @throws  ApiError "limit-reached" when the account has as many as it may
   */
  create(wanted: NewApiKey, accountId?: string): Promise<{ record: ApiKeyRecord; text: string }>;
  ofAccount(accountId: string): Promise<ApiKeyRecord[]>;
  all(): Promise<ApiKeyRecord[]>;
  /**
   * From now on the key is refused here, and in every other process within {@link KEY_MEMORY_MS}.
   * @param accountId only a key of this account [of any]
   * @returns false when there is no such key, or it is another account's
   */
  revoke(id: string, accountId?: string): Promise<boolean>;
  /**
   * The record of a key that is good.
   * @param beforeLookup called before the store is asked, and awaited: the place for a limit
   * @throws ApiError "invalid-key", or what `beforeLookup` throws
   */
  verify(text: string, beforeLookup?: () => Promise<void>): Promise<ApiKeyRecord>;
}

/** How long a process goes by what it read of a key: the longest time for which a revoked key is still taken. */
export const KEY_MEMORY_MS = 2_000;

interface ApiKeysDependencies {
  readonly objects: ObjectStore;
  readonly clock?: Clock;
}

export function createApiKeys({ objects, clock = systemClock }: ApiKeysDependencies): ApiKeys {
  const records = createApiKeyRecords(objects);
  const memory = createShortMemory<ApiKeyRecord | null>({ forMs: KEY_MEMORY_MS, clock });

  /** @throws ApiError "limit-reached" where an account has more keys than so many */
  const checkCount = async (accountId: string, most: number) => {
    if ((await records.ofAccount(accountId)).length <= most) return;
    throw new ApiError('limit-reached', {
      message: `You have ${OPERATING_LIMITS.keysOfAccount} keys, as many as an account may have. Revoke one first.`,
    });
  };

  return {
    async create(wanted, accountId) {
      const { keysOfAccount } = OPERATING_LIMITS;
      if (accountId !== undefined) await checkCount(accountId, keysOfAccount - 1);
      const { id, text } = createKeyText();
      const record: ApiKeyRecord = {
        version: 1,
        id,
        hash: hashOfKey(text).toString('hex'),
        ...wanted,
        scopes: [...wanted.scopes],
        accountId: accountId ?? accountIdOf('key', id),
        madeBy: accountId === undefined ? 'operator' : 'account',
        createdAt: new Date(clock.now()).toISOString(),
      };
      if (!(await records.create(record))) throw new ApiError('internal');
      // Others may have been made at the same moment: the last of them finds all.
      if (accountId !== undefined)
        await checkCount(accountId, keysOfAccount).catch(async (error: unknown) => {
          await records.delete(record);
          throw error;
        });
      return { record, text };
    },
    ofAccount: (accountId) => records.ofAccount(accountId),
    all: () => records.all(),
    async revoke(id, accountId) {
      const record = await records.find(id);
      if (!record || (accountId !== undefined && record.accountId !== accountId)) return false;
      await records.delete(record);
      memory.forget(id);
      return true;
    },
    async verify(text, beforeLookup = () => Promise.resolve()) {
      const id = keyIdOf(text);
      if (id === null)
        throw new ApiError('invalid-key', {
          message:
            'This is no key of this service: it is cut off or mistyped. Copy it again, or make a new one.',
        });
      const record = await memory.recall(id, async () => {
        await beforeLookup();
        return records.find(id);
      });
      if (!record || !timingSafeEqual(Buffer.from(record.hash, 'hex'), hashOfKey(text)))
        throw new ApiError('invalid-key');
      if (record.expiresAt !== undefined && clock.now() >= Date.parse(record.expiresAt))
        throw new ApiError('invalid-key', { message: 'This key has expired. Please make a new one.' });
      return record;
    },
  };
}
