import { z } from 'zod';
import type { ObjectStore } from './ports/object-store.ts';
import { readAll } from './read-stream.ts';

/** Changed secrets of accounts: one small object for each that ever changed its own. Without one it has its first secret. */

const changeSchema = z.looseObject({
  version: z.literal(1),
  /** Number of the secret that stays. */
  current: z.number().int().positive(),
  /** Number of the one before, which signs too until then. */
  before: z.number().int().nonnegative(),
  beforeEndsAt: z.iso.datetime(),
});
type SecretChange = z.output<typeof changeSchema>;

const FIRST = 0;
const MAX_RECORD_BYTES = 4_096;
const keyOf = (accountId: string) => `webhook-secrets/${accountId}.json`;

/** Numbers of the secrets that sign for an account at a time, the one that stays first. */
export async function secretNumbersOf(
  objects: Pick<ObjectStore, 'find'>,
  accountId: string,
  nowMs: number,
): Promise<number[]> {
  const change = await readChange(objects, accountId);
  if (!change) return [FIRST];
  const { current, before, beforeEndsAt } = change;
  return nowMs < Date.parse(beforeEndsAt) ? [current, before] : [current];
}

/**
 * Gives an account a new secret; the one before signs too for a while.
 * @param overlapSeconds how long [0, …]; 0 for one that others have seen
 * @returns the numbers of the secrets that sign from now on
 */
export async function changeSecret(
  objects: Pick<ObjectStore, 'find' | 'put'>,
  accountId: string,
  { overlapSeconds, nowMs }: { readonly overlapSeconds: number; readonly nowMs: number },
): Promise<number[]> {
  const before = (await readChange(objects, accountId))?.current ?? FIRST;
  const beforeEndsAt = new Date(nowMs + overlapSeconds * 1_000).toISOString();
  const change: SecretChange = { version: 1, current: before + 1, before, beforeEndsAt };
  const body = new TextEncoder().encode(JSON.stringify(change));
  await objects.put(keyOf(accountId), body, { contentType: 'application/json' });
  return secretNumbersOf(objects, accountId, nowMs);
}

async function readChange(
  objects: Pick<ObjectStore, 'find'>,
  accountId: string,
): Promise<SecretChange | null> {
  const stored = await objects.find(keyOf(accountId));
  if (!stored) return null;
  return changeSchema.parse(JSON.parse((await readAll(stored.body, MAX_RECORD_BYTES)).toString('utf8')));
}
