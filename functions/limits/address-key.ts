import { isIPv6 } from 'node:net';

/**
 * What a client is counted by: its IPv4 address, or the first 64 bits of its IPv6 address, since a household
 * has all the addresses behind them (RFC 6177). Some proxies tell the port of the connection as well, as those of Azure do:
 * with it every connection would be a client of its own.
 */
export function addressKey(address: string | undefined): string {
  if (!address) return 'unknown';
  const portless = address.replace(/^\[(.*)\](:\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1');
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(portless)?.[1];
  if (mapped) return mapped;
  const bare = portless.replace(/%.*$/, '');
  if (!isIPv6(bare)) return bare;
  const [before = '', after] = bare.split('::');
  const head = before === '' ? [] : before.split(':');
  const tail = after === undefined || after === '' ? [] : after.split(':');
  const zeros = after === undefined ? 0 : 8 - head.length - tail.length;
  const groups = [...head, ...Array<string>(Math.max(0, zeros)).fill('0'), ...tail];
  const prefix = groups.slice(0, 4).map((group) => parseInt(group, 16).toString(16));
  return `${prefix.join(':')}::/64`;
}
