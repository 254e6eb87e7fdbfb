import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { isApiError } from '#functions/services/api-error.ts';
import { createSourceUrls } from '#functions/services/uploads/source-url.ts';
import type { RequestGuard } from '#platform/guarded-connection.ts';
import { createAddressPolicy } from '#platform/public-addresses.ts';
import { startDnsServer } from '#tests/fixtures/dns-server.ts';
import { startReceiver, type ReceivedRequest } from '#tests/fixtures/receiver.ts';

const never = new AbortController().signal;
const LOOPBACK = createAddressPolicy(['127.0.0.0/8']);
const STRICT = createAddressPolicy();
const MOST = 1_000;

function sourcesOf(guard: Partial<RequestGuard> = {}) {
  return createSourceUrls({
    guard: { http: true, addresses: LOOPBACK, ...guard },
    anonymous: 'nobody',
    maxFileBytes: MOST,
  });
}

async function fetched(url: string, guard: Partial<RequestGuard> = {}) {
  try {
    const { bytes, ...facts } = await sourcesOf(guard).open(url, never);
    const chunks: Uint8Array[] = [];
    for await (const chunk of bytes) chunks.push(chunk);
    return { ...facts, text: Buffer.concat(chunks).toString() };
  } catch (error) {
    return isApiError(error) ? `${error.code}: ${error.message}` : error;
  }
}

type Answer = (response: ServerResponse, number: number, request: ReceivedRequest) => void;
const redirect =
  (location: string): Answer =>
  (response) =>
    response.writeHead(302, { Location: location }).end();
const NOT_REACHED = /^source-failed: This address cannot be reached/;

/** Addresses of the table in docs/security.md, with what it says of them. */
const [, told = ''] = readFileSync('docs/security.md', 'utf8').split('## Files by their address');
const ADDRESSES = [...told.matchAll(/^\| (`[^|]*`) +\| ([^|]*?) +\|$/gm)].flatMap(
  ([, named = '', answer = '']) =>
    [...named.matchAll(/`(\w+:[^`]*)`/g)].map(([, url = '']) => [url, answer] as const),
);

/** Headers of the next table, by their names; that of the host is of the address. */
const [, toldOfHeaders = ''] = told.split('| What is sent');
const HEADERS = Object.fromEntries(
  [...toldOfHeaders.matchAll(/^\| ([\w-]+) +\| `([^`]+)` +\|$/gm)].map(([, name = '', value]) => [
    name.toLowerCase(),
    value,
  ]),
);

describe('an address', () => {
  const allowing = createAddressPolicy([
    '10.0.0.0/8',
    '192.168.0.0/16',
    '127.0.0.0/8',
    '169.254.0.0/16',
    '100.64.0.0/10',
    'fc00::/7',
    '::1/128',
  ]);
  const RULES = [
    { http: false, addresses: STRICT },
    { http: true, addresses: STRICT },
    { http: false, addresses: allowing },
  ];
  /** By which of the rules it is taken. */
  const TAKEN_BY: Readonly<Record<string, readonly boolean[]>> = {
    taken: [true, true, true],
    'with `DELIVERY_HTTP=on`': [false, true, false],
    'with `DELIVERY_ALLOW`': [false, false, true],
    '400': [false, false, false],
  };

  it.each(ADDRESSES)('%s is answered as the documentation says: %s', (url, answer) => {
    const client = { accountId: 'a', fromThisMachine: false };
    const isTaken = (rules: (typeof RULES)[number]) => {
      try {
        sourcesOf(rules).check(url, client);
        return true;
      } catch (error) {
        expect(error).toMatchObject({ code: 'invalid-request' });
        return false;
      }
    };
    expect(RULES.map(isTaken)).toEqual(TAKEN_BY[answer]);
  });

  it('has a table there', () => {
    expect(ADDRESSES.length).toBeGreaterThan(15);
  });
});

describe('a file by its address', () => {
  it('comes with the name of the address and without anything of the client', async () => {
    const server = await startReceiver((response) =>
      response.writeHead(200, { 'Content-Type': 'image/jpeg', 'Content-Length': 4 }).end('JPEG'),
    );
    expect(await fetched(`${server.url}/a/caf%C3%A9.jpg?signature=x`)).toEqual({
      fileName: 'café.jpg',
      mimeType: 'image/jpeg',
      declaredBytes: 4,
      text: 'JPEG',
    });
    expect(server.requests[0]).toMatchObject({ method: 'GET', path: '/a/caf%C3%A9.jpg?signature=x' });
    expect(server.requests[0]!.headers).toEqual({ ...HEADERS, host: new URL(server.url).host });
    expect(Object.keys(HEADERS)).toHaveLength(4);
  });

  it('has the name that its server gives', async () => {
    const server = await startReceiver((response) =>
      response.writeHead(200, { 'Content-Disposition': 'attachment; filename="b.png"' }).end('x'),
    );
    expect(await fetched(server.url)).toMatchObject({ fileName: 'b.png', text: 'x' });
  });

  it('is followed over redirects, but not for ever', async () => {
    const target = await startReceiver((response) => response.end('there'));
    const once = await startReceiver(redirect(`${target.url}/b.jpg`));
    expect(await fetched(once.url)).toMatchObject({ fileName: 'b.jpg', text: 'there' });
    const circle = await startReceiver(redirect('/again'));
    expect(await fetched(circle.url)).toMatch(/^source-failed: The address leads from one to another/);
    expect(circle.requests).toHaveLength(6);
  });

  it.each([
    ['a private address', 'http://10.0.0.1/a.jpg'],
    ['the metadata of a cloud', 'http://169.254.169.254/latest/meta-data'],
    ['IPv6 of this machine', 'http://[::1]/'],
    ['IPv4 in IPv6', 'http://[::ffff:127.0.0.2]/'],
    ['an address in one number', 'http://2130706434/'],
    ['another protocol', 'file:///etc/passwd'],
  ])('is not fetched from %s, named or redirected to', async (_what, url) => {
    expect(await fetched(url, { addresses: STRICT })).toMatch(NOT_REACHED);
    const from = await startReceiver(redirect(url));
    const addresses = { allows: (address: string) => address === '127.0.0.1' };
    expect(await fetched(from.url, { addresses })).toMatch(NOT_REACHED);
    expect(from.requests).toHaveLength(1);
  });

  it('is not fetched where a name leads to a private address, at the first look or after a redirect', async () => {
    const nameServers = [(await startDnsServer(() => ['8.8.8.8', '10.0.0.1'])).address];
    expect(await fetched('http://evil.test/', { addresses: STRICT, nameServers })).toMatch(NOT_REACHED);
    const from = await startReceiver(redirect('http://evil.test/'));
    expect(await fetched(from.url, { nameServers })).toMatch(NOT_REACHED);
  });

  it.each<[string, Answer, string]>([
    [
      'declared as too large',
      (response) => response.writeHead(200, { 'Content-Length': MOST + 1 }).end('x'),
      'too-large',
    ],
    ['larger than allowed', (response) => response.end('x'.repeat(MOST + 1)), 'too-large'],
    ['that is not there', (response) => response.writeHead(404).end(), 'source-failed: .* answered 404'],
    [
      'that is packed',
      (response) => response.writeHead(200, { 'Content-Encoding': 'gzip' }).end('x'),
      'source-failed: .*packs',
    ],
    [
      'that breaks off',
      (response) => {
        response.writeHead(200, { 'Content-Length': 10 }).write('x');
        setTimeout(() => response.destroy(), 50);
      },
      'source-failed: .*did not answer, or the connection broke off',
    ],
  ])('is refused: one %s', async (_what, answer, expected) => {
    const server = await startReceiver(answer);
    expect(await fetched(server.url)).toMatch(new RegExp(`^${expected}`));
  });

  it('is refused where no head comes in time', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const server = await startReceiver(() => {});
    const opening = fetched(server.url);
    await expect.poll(() => server.requests.length).toBe(1);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await opening).toMatch(/^source-failed: .*did not answer/);
  });

  it('ends with the request of its client', async () => {
    const server = await startReceiver(() => {});
    const leaving = new AbortController();
    const opening = sourcesOf().open(server.url, leaving.signal);
    await expect.poll(() => server.requests.length).toBe(1);
    leaving.abort(new Error('gone'));
    await expect(opening).rejects.toThrow('gone');
  });

  it('is for clients with an account', () => {
    const { check } = sourcesOf({ addresses: STRICT });
    const client = { accountId: undefined, fromThisMachine: true };
    expect(() => check('https://example.org/', client)).toThrow('is for clients with an account');
    expect(() => check('https://example.org/', { ...client, accountId: 'a' })).not.toThrow();
    expect(() => check('http://127.0.0.1/', { ...client, accountId: 'a' })).toThrow('on the public internet');
  });
});
