import { describe, expect, it } from 'vitest';
import { createAddressPolicy, isAddressRange } from '#platform/public-addresses.ts';

const PUBLIC = ['8.8.8.8', '1.1.1.1', '93.184.216.34', '172.15.0.1', '2606:4700::1111', '2a00:1450::1'];

/** Every special range of IANA's registries that has a use, and every way in which an address carries another one. */
const NOT_PUBLIC = [
  ['this network', '0.0.0.0'],
  ['this network', '0.1.2.3'],
  ['private', '10.0.0.1'],
  ['private', '172.16.0.1'],
  ['private', '172.31.255.255'],
  ['private', '192.168.1.1'],
  ['shared by a provider (CGNAT)', '100.64.0.1'],
  ['loopback', '127.0.0.1'],
  ['loopback', '127.255.255.254'],
  ['link-local, metadata of clouds', '169.254.169.254'],
  ['protocol assignments', '192.0.0.192'],
  ['documentation', '192.0.2.1'],
  ['documentation', '198.51.100.1'],
  ['documentation', '203.0.113.1'],
  ['6to4 relay', '192.88.99.1'],
  ['benchmarking', '198.18.0.1'],
  ['benchmarking', '198.19.255.255'],
  ['multicast', '224.0.0.1'],
  ['multicast', '239.255.255.255'],
  ['reserved', '240.0.0.1'],
  ['broadcast', '255.255.255.255'],
  ['unspecified', '::'],
  ['loopback', '::1'],
  ['IPv4-compatible', '::7f00:1'],
  ['IPv4-compatible', '::127.0.0.1'],
  ['IPv4-mapped', '::ffff:127.0.0.1'],
  ['IPv4-mapped, public too', '::ffff:8.8.8.8'],
  ['IPv4-mapped in groups', '::ffff:a9fe:a9fe'],
  ['IPv4-translated', '::ffff:0:127.0.0.1'],
  ['NAT64', '64:ff9b::a00:1'],
  ['local NAT64', '64:ff9b:1::a00:1'],
  ['discarded', '100::1'],
  ['Teredo', '2001:0:a00:1::'],
  ['benchmarking', '2001:2::1'],
  ['ORCHID', '2001:20::1'],
  ['documentation', '2001:db8::1'],
  ['6to4', '2002:7f00:1::'],
  ['documentation', '3fff::1'],
  ['segment routing', '5f00::1'],
  ['unique local', 'fc00::1'],
  ['unique local, metadata of clouds', 'fd00:ec2::254'],
  ['link-local', 'fe80::1'],
  ['link-local with a zone', 'fe80::1%eth0'],
  ['public with a zone', '2606:4700::1111%eth0'],
  ['site-local', 'fec0::1'],
  ['multicast', 'ff02::1'],
  ['never given out', '4000::1'],
  ['short form', '127.1'],
  ['octal', '0177.0.0.1'],
  ['hexadecimal', '0x7f000001'],
  ['one number', '2130706433'],
  ['leading zeros', '08.8.8.8'],
  ['a name', 'localhost'],
  ['nothing', ''],
] as const;

describe('createAddressPolicy', () => {
  it.each(PUBLIC)('allows %s', (address) => {
    expect(createAddressPolicy().allows(address)).toBe(true);
  });

  it.each(NOT_PUBLIC)('refuses %s: %s', (_what, address) => {
    expect(createAddressPolicy().allows(address)).toBe(false);
  });

  it('allows what the operator allows, and nothing beside it', () => {
    const { allows } = createAddressPolicy(['10.1.0.0/16', 'fd00:1::/32']);
    const tried = ['10.1.2.3', '10.2.0.1', 'fd00:1::5', 'fd00:2::5', '8.8.8.8', '::ffff:10.1.2.3'];
    expect(tried.filter((address) => allows(address))).toEqual(['10.1.2.3', 'fd00:1::5', '8.8.8.8']);
  });
});

it.each([
  ['10.0.0.0/8', true],
  ['::/0', true],
  ['10.0.0.0', false],
  ['10.0.0.0/33', false],
  ['example.org/8', false],
])('tells whether %s is a range', (text, is) => {
  expect(isAddressRange(text)).toBe(is);
});
