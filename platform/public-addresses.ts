import ipaddr from 'ipaddr.js';

type Address = ReturnType<typeof ipaddr.process>;
type Range = ReturnType<typeof ipaddr.parseCIDR>;

/** Which addresses this server may connect to on behalf of a client. */
export interface AddressPolicy {
  /** @param address IPv4 or IPv6 in text; anything else is not allowed */
  allows(address: string): boolean;
}

/** The part of IPv6 that is given out (RFC 4291, 2.4). Translated and site-local addresses lie outside. */
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3');

/**
 * Public addresses only: none of a private or shared network, of this machine, of a link, of a multicast group, for
 * documentation or reserved, and none that carries another address within (IPv4-mapped, 6to4, Teredo, NAT64).
 * @param allowed ranges of the operator's own networks that are allowed all the same, as `10.0.0.0/8`
 * @throws Error when one of them is no range
 * Source: the special-purpose registries of IANA (RFC 6890), as ipaddr.js has them.
 */
export function createAddressPolicy(allowed: readonly string[] = []): AddressPolicy {
  const ranges = allowed.map((range) => ipaddr.parseCIDR(range));
  return {
    allows(text) {
      const address = parseAddress(text);
      if (address === null) return false;
      return isGlobal(address) || ranges.some((range) => isWithin(address, range));
    },
  };
}

/** Whether a text is a range of addresses, as `10.0.0.0/8` or `fd00::/8`. */
export function isAddressRange(text: string): boolean {
  return ipaddr.isValidCIDR(text);
}

/** Strict: no octal, hexadecimal or short forms, and no zone, which names a link of this machine. */
function parseAddress(text: string): Address | null {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
  if (text.includes('%') || !ipaddr.IPv6.isValid(text)) return null;
  return ipaddr.IPv6.parse(text);
}

function isGlobal(address: Address): boolean {
  if (address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' || isWithin(address, GLOBAL_IPV6);
}

function isWithin(address: Address, [base, bits]: Range): boolean {
  if (address instanceof ipaddr.IPv4) return base instanceof ipaddr.IPv4 && address.match(base, bits);
  return base instanceof ipaddr.IPv6 && address.match(base, bits);
}
