import { z } from 'zod';

/** What a client of a tier may do. */
export interface TierLimits {
  readonly filesPerMinute: number;
  readonly uploadsAtOnce: number;
  /** Jobs open at the same time, and their bytes together. */
  readonly openJobs: number;
  readonly openBytes: number;
  /** Bytes of uploads, results and shares at the same time. */
  readonly storedBytes: number;
  /** Files in a day of UTC; null means any number. */
  readonly filesPerDay: number | null;
}

/** Tiers that are always there: clients without sign-in, people who are signed in, keys that name no tier. */
type UsualTier = 'anonymous' | 'signed-in' | 'key';
export type LimitTiers = Readonly<Record<string, TierLimits>> & Readonly<Record<UsualTier, TierLimits>>;

const atLeastOne = z.number().int().min(1).max(1_000_000);
const bytes = z
  .number()
  .int()
  .min(1_024)
  .max(2 ** 50);
const tierSchema = z
  .strictObject({
    filesPerMinute: atLeastOne,
    uploadsAtOnce: atLeastOne.max(10_000),
    openJobs: atLeastOne,
    openBytes: bytes,
    storedBytes: bytes,
    filesPerDay: z.number().int().min(1).nullable(),
  })
  .partial();
const TIER_NAME = /^[a-z][a-z0-9-]{0,31}$/;

/** `LIMIT_TIERS`: a JSON object with what differs, by name of the tier. */
export const limitTiersSchema = z
  .string()
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue({
        code: 'custom',
        message: 'expected JSON such as {"key":{"filesPerDay":5000}} but received something else',
      });
      return z.NEVER;
    }
  })
  .pipe(z.record(z.string().regex(TIER_NAME, 'expected a name such as partner or key-2'), tierSchema));
type LimitTierChanges = z.output<typeof limitTiersSchema>;

/** Limits of people who are signed in and of keys, as a multiple of those of an address. */
const SIGNED_IN_FACTOR = 5;

/**
 * All tiers. A tier that says nothing of a limit has that of `key`, which has that of `signed-in`: five times what an
 * address may. There is no quota unless it is set.
 */
export function limitTiers(address: Omit<TierLimits, 'filesPerDay'>, changes: LimitTierChanges): LimitTiers {
  const given = (tier: string) =>
    Object.fromEntries(
      Object.entries(changes[tier] ?? {}).filter(([, value]) => value !== undefined),
    ) as Partial<TierLimits>;
  const usual: TierLimits = {
    filesPerMinute: address.filesPerMinute * SIGNED_IN_FACTOR,
    uploadsAtOnce: address.uploadsAtOnce * SIGNED_IN_FACTOR,
    openJobs: address.openJobs * SIGNED_IN_FACTOR,
    openBytes: address.openBytes * SIGNED_IN_FACTOR,
    storedBytes: address.storedBytes * SIGNED_IN_FACTOR,
    filesPerDay: null,
  };
  const anonymous = { ...address, filesPerDay: null, ...given('anonymous') };
  const signedIn = { ...usual, ...given('signed-in') };
  const key = { ...signedIn, ...given('key') };
  const others = Object.keys(changes).map((tier) => [tier, { ...key, ...given(tier) }] as const);
  return { ...Object.fromEntries(others), anonymous, 'signed-in': signedIn, key };
}
