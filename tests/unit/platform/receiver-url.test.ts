import { describe, expect, it } from 'vitest';
import { createAddressPolicy } from '#platform/public-addresses.ts';
import { hostOf, MAX_RECEIVER_LENGTH, parseReceiver, ReceiverError } from '#platform/receiver-url.ts';

const RULES = { http: false, addresses: createAddressPolicy() };

describe('parseReceiver', () => {
  it.each([
    ['https://example.org/hooks?token=1#part', 'example.org'],
    ['https://example.org.:8443/', 'example.org'],
    ['https://8.8.8.8/', '8.8.8.8'],
    ['https://[2606:4700::1111]/', '2606:4700::1111'],
    ['https://bücher.example/', 'xn--bcher-kva.example'],
    ['HTTPS://EXAMPLE.ORG/', 'example.org'],
  ])('takes %s', (text, host) => {
    expect(hostOf(parseReceiver(text, RULES))).toBe(host);
  });

  it.each([
    ['no TLS', 'http://example.org/'],
    ['another protocol', 'ftp://example.org/'],
    ['a file', 'file:///etc/passwd'],
    ['gopher', 'gopher://127.0.0.1:6379/_INFO'],
    ['no protocol', 'example.org/hooks'],
    ['a name and password', 'https://user:pass@example.org/'],
    ['a name that looks like the host', 'https://example.org@127.0.0.1/'],
    ['a line break', 'https://example.org/\r\nHost: other'],
    ['a tab in the name', 'https://exam\tple.org/'],
    ['a backslash', 'https:\\\\example.org\\'],
    ['a backslash after the host', 'https://example.org\\@127.0.0.1/'],
    ['a blank', ' https://example.org/'],
    ['the port of mail', 'https://example.org:25/'],
    ['the port of remote shells', 'https://example.org:22/'],
    ['the port of HTTP', 'https://example.org:80/'],
    ['loopback', 'https://127.0.0.1/'],
    ['loopback, short', 'https://127.1/'],
    ['loopback in one number', 'https://2130706433/'],
    ['loopback in octal', 'https://0177.0.0.1/'],
    ['loopback in hexadecimal', 'https://0x7f.0.0.1/'],
    ['loopback with a dot at its end', 'https://127.0.0.1./'],
    ['loopback in wide digits', 'https://１２７.０.０.１/'],
    ['loopback in circled digits', 'https://①②⑦.⓪.⓪.①/'],
    ['loopback with another full stop', 'https://127。0。0。1/'],
    ['loopback, percent-encoded', 'https://%31%32%37.0.0.1/'],
    ['zero', 'https://0/'],
    ['IPv6 loopback', 'https://[::1]/'],
    ['IPv4 in IPv6', 'https://[::ffff:169.254.169.254]/'],
    ['a zone', 'https://[fe80::1%25eth0]/'],
    ['metadata of clouds', 'https://169.254.169.254/latest/meta-data/'],
    ['too much', `https://example.org/${'a'.repeat(MAX_RECEIVER_LENGTH)}`],
    ['nothing', ''],
  ])('refuses %s', (_what, text) => {
    expect(() => parseReceiver(text, RULES)).toThrow(ReceiverError);
  });

  it('takes HTTP and ranges where the operator allows them', () => {
    const rules = { http: true, addresses: createAddressPolicy(['127.0.0.0/8']) };
    for (const text of ['http://127.0.0.1:4000/', 'http://example.org:80/', 'http://localhost:3000/'])
      expect(parseReceiver(text, rules).href).toContain('http:');
    expect(() => parseReceiver('http://10.0.0.1/', rules)).toThrow('on the public internet');
    expect(() => parseReceiver('http://127.0.0.1:25/', rules)).toThrow('from 1024 to 65535');
  });
});
