import { createHash } from 'node:crypto';

/** 128 bits. */
const ID_BYTES = 16;

/**
 * What stands for an account in the store: its keys, its links and its counts are kept under it, its name is not.
 * Not keyed with the session secret, which is changed now and then: accounts find what is theirs afterwards as well.
 * @param provider who vouches for the subject: people of the demo provider can call themselves anything
 * @returns 22 URL-safe characters
 */
export function accountIdOf(provider: 'google' | 'demo' | 'key', subject: string): string {
  const hash = createHash('sha256').update(`account ${provider} ${subject}`);
  return hash.digest().subarray(0, ID_BYTES).toString('base64url');
}
