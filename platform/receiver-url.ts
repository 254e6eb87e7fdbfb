import { isIP } from 'node:net';
import type { AddressPolicy } from './public-addresses.ts';

/** Where deliveries may go, as the operator configured it. */
export interface ReceiverRules {
  /** Whether addresses without TLS are taken. */
  readonly http: boolean;
  readonly addresses: AddressPolicy;
}

/** An address that nothing is delivered to; its message is for people. */
export class ReceiverError extends Error {
  override readonly name = 'ReceiverError';
}

/** Presigned addresses with a session token have up to 2.5 KB. */
export const MAX_RECEIVER_LENGTH = 4_096;

/** Below lie mail, remote shells and other services that do not expect HTTP. */
const FIRST_FREE_PORT = 1_024;

/**
 * The address of a receiver, as far as it can be judged without asking for its name: an address in numbers is judged
 * here, in every way that it can be written; a name when it is connected to.
 * @throws ReceiverError that says what is expected
 */
export function parseReceiver(text: string, rules: ReceiverRules): URL {
  const protocols = rules.http ? ['https:', 'http:'] : ['https:'];
  const expected = `an address that starts with ${protocols.map((name) => `${name}//`).join(' or ')}`;
  // A parser of addresses drops line breaks and takes backslashes for slashes: what was checked would not be what was written.
  if (text.length > MAX_RECEIVER_LENGTH || !/^[^\s\\\p{Cc}]+$/u.test(text) || !URL.canParse(text))
    throw new ReceiverError(`Expected ${expected}, of at most ${MAX_RECEIVER_LENGTH} characters.`);
  const url = new URL(text);
  if (!protocols.includes(url.protocol)) throw new ReceiverError(`Expected ${expected}.`);
  if (url.username !== '' || url.password !== '')
    throw new ReceiverError('Expected an address without a user name or a password.');
  if (!isPortAllowed(url))
    throw new ReceiverError(`Expected the usual port, or one from ${FIRST_FREE_PORT} to 65535.`);
  const host = hostOf(url);
  if (isIP(host) !== 0 && !rules.addresses.allows(host)) throw privateAddress();
  return url;
}

/** The name or address to connect to; IPv6 without its brackets, a name without the dot at its end. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}

/** The refusal of an address that is not public. */
function privateAddress(): ReceiverError {
  return new ReceiverError('Expected an address on the public internet, not one of a private network.');
}

function isPortAllowed({ protocol, port }: URL): boolean {
  if (port === '') return true;
  // The default port of its own protocol is dropped by the parser; that of the other one is no mistake worth allowing.
  return Number(port) >= FIRST_FREE_PORT || (protocol === 'http:' && port === '80');
}
