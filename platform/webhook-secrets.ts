import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
/** Standard Webhooks, "Signature scheme". */
const [MIN_BYTES, MAX_BYTES] = [24, 64];

/** A new secret of an installation. */
export function createWebhookSecret(): string {
  return PREFIX + randomBytes(32).toString('base64');
}

/** Whether a text is a secret of the Standard Webhooks form. */
export function isWebhookSecret(text: string): boolean {
  if (!/^whsec_[A-Za-z0-9+/]+={0,2}$/.test(text)) return false;
  const { length } = webhookKey(text);
  return length >= MIN_BYTES && length <= MAX_BYTES;
}

/** The bytes that sign. */
export function webhookKey(secret: string): Buffer {
  return Buffer.from(secret.slice(PREFIX.length), 'base64');
}

/**
 * The secrets that sign what one client receives. Each account has secrets of its own, so that no receiver can sign for
 * another one; they follow from those of the installation and are kept nowhere.
 * @param installation secrets of the operator, the newest first
 * @param signer       id of an account; undefined for clients without one: those of the installation itself
 * @param numbers      which secrets of the account, see webhook-secret-changes.ts [the first]
 */
export function webhookSecretsOf(
  installation: readonly string[],
  signer: string | undefined,
  numbers: readonly number[] = [0],
): string[] {
  if (signer === undefined) return [...installation];
  return numbers.flatMap((number) => {
    const name = number === 0 ? signer : `${signer} ${number}`;
    return installation.map((secret) => {
      const own = createHmac('sha256', webhookKey(secret)).update(`webhook secret of ${name}`).digest();
      return PREFIX + own.toString('base64');
    });
  });
}
