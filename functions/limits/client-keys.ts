import { createHmac } from 'node:crypto';

/** 128 bits. */
const KEY_BYTES = 16;

/**
 * Keys under which jobs of clients are told apart in queues and stores. Keyed with a secret, because the addresses of the
 * world are few enough to be tried one by one.
 * @returns the key of an address (see addressKey), of an account or of a session within either, 22 URL-safe characters
 */
export function createClientKeys(
  secret: string,
): (whose: 'address' | 'user' | 'session', name: string) => string {
  return (whose, name) => {
    const mac = createHmac('sha256', secret).update(`client ${whose} ${name}`);
    return mac.digest().subarray(0, KEY_BYTES).toString('base64url');
  };
}
