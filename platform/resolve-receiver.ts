import { Resolver } from 'node:dns/promises';
import type { LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import type { AddressPolicy } from './public-addresses.ts';
import { RequestFailure } from './request-failure.ts';

interface ResolveOptions {
  readonly addresses: AddressPolicy;
  /** Name servers as `address:port` [those of the system]. */
  readonly nameServers?: readonly string[] | undefined;
  readonly signal: AbortSignal;
}

const TRY_MS = 3_000;
const TRIES = 2;

/**
 * Every address of a host, all of them allowed. Asks name servers only: the system's own resolver would hold one of the
 * four threads that files are read with, for as long as a slow name server likes.
 * @param host a name, or an address without brackets
 * @throws RequestFailure "not-allowed" when one address is not, "not-resolved" when there is none
 */
export async function resolveReceiver(host: string, options: ResolveOptions): Promise<LookupAddress[]> {
  const found = await addressesOf(host, options);
  if (found.length === 0) throw new RequestFailure('not-resolved');
  // One that is not public among others is how a name is made to point elsewhere at the second look.
  if (!found.every(({ address }) => options.addresses.allows(address)))
    throw new RequestFailure('not-allowed');
  return found;
}

async function addressesOf(host: string, options: ResolveOptions): Promise<LookupAddress[]> {
  const family = isIP(host);
  if (family !== 0) return [{ address: host, family }];
  // RFC 6761, 6.3: not a matter of name servers.
  if (/(^|\.)localhost$/i.test(host)) return asFound(4)(['127.0.0.1']);
  return askNameServers(host, options);
}

async function askNameServers(
  host: string,
  { nameServers, signal }: ResolveOptions,
): Promise<LookupAddress[]> {
  const resolver = new Resolver({ timeout: TRY_MS, tries: TRIES });
  if (nameServers) resolver.setServers(nameServers);
  const cancel = () => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    // A name may have addresses of one kind only.
    const answers = await Promise.all([
      resolver.resolve4(host).then(asFound(4), () => []),
      resolver.resolve6(host).then(asFound(6), () => []),
    ]);
    signal.throwIfAborted();
    return answers.flat();
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

function asFound(family: 4 | 6): (addresses: readonly string[]) => LookupAddress[] {
  return (addresses) => addresses.map((address) => ({ address, family }));
}
