import { once } from 'node:events';
import { createServer as createTlsServer } from 'node:https';
import { createServer, type AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createAddressPolicy } from '#platform/public-addresses.ts';
import { startDnsServer, type DnsAnswers } from '#tests/fixtures/dns-server.ts';
import { startReceiver } from '#tests/fixtures/receiver.ts';
import { TEST_CERTIFICATE } from '#tests/fixtures/test-certificate.ts';
import { RequestFailure } from '#platform/request-failure.ts';
import type { RequestGuard } from '#platform/guarded-connection.ts';
import { sendGuarded, type GuardedRequest } from '#workers/deliveries/guarded-request.ts';

const never = new AbortController().signal;
const LOOPBACK = createAddressPolicy(['127.0.0.0/8']);
const STRICT = createAddressPolicy();

/** Sends a small webhook; HTTP and loopback are allowed unless said otherwise. */
const send = (url: string, changes: Partial<GuardedRequest> = {}, guard: Partial<RequestGuard> = {}) =>
  sendGuarded(
    { url, method: 'POST', headers: {}, body: '{}', limitMs: 10_000, signal: never, ...changes },
    { http: true, addresses: LOOPBACK, ...guard },
  );
const failing = (sending: Promise<unknown>) =>
  sending.then(
    (answer) => `answered ${JSON.stringify(answer)}`,
    (error: unknown) => (error instanceof RequestFailure ? error.code : error),
  );

/** Names that lead to where the test says. */
async function names(answers: DnsAnswers): Promise<Pick<RequestGuard, 'nameServers'>> {
  return { nameServers: [(await startDnsServer(answers)).address] };
}

/** A raw server on a free port. */
async function rawServer(
  onData: (
    write: (text: string) => boolean,
    end: () => void,
    onDrain: (listener: () => void) => void,
  ) => void,
): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () =>
      onData(
        (text) => socket.write(text),
        () => socket.destroy(),
        (listener) => socket.on('drain', listener),
      ),
    );
    onTestFinished(() => {
      socket.destroy();
    });
  }).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.close();
  });
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

describe('where a request may go', () => {
  it.each([
    ['a name of this machine', 'localhost', () => []],
    ['a private address behind a public name', 'evil.test', () => ['10.0.0.1']],
    ['the metadata of a cloud', 'evil.test', () => ['169.254.169.254']],
    ['an IPv6 loopback', 'evil.test', (_: string, family: number) => (family === 6 ? ['::1'] : [])],
    [
      'an IPv4 address in IPv6',
      'evil.test',
      (_: string, family: number) => (family === 6 ? ['::ffff:a00:1'] : []),
    ],
    ['a public address beside a private one', 'evil.test', () => ['8.8.8.8', '127.0.0.1']],
    [
      'a public IPv4 and a private IPv6',
      'evil.test',
      (_: string, family: number) => (family === 6 ? ['fd00::1'] : ['8.8.8.8']),
    ],
  ] as [string, string, DnsAnswers][])('refuses %s, and connects to none', async (_what, host, answers) => {
    const receiver = await startReceiver();
    const guard = { addresses: STRICT, ...(await names(answers)) };
    expect(await failing(send(`http://${host}:${receiver.port}/`, {}, guard))).toBe('not-allowed');
    expect(receiver.requests).toEqual([]);
  });

  it('looks a name up once: a second answer that leads elsewhere is never asked for', async () => {
    const receiver = await startReceiver();
    const dns = await startDnsServer((_name, family, time) => {
      if (family === 6) return [];
      return time === 0 ? ['127.0.0.1'] : ['127.0.0.2'];
    });
    const guard = { addresses: createAddressPolicy(['127.0.0.1/32']), nameServers: [dns.address] };
    const url = `http://rebind.test:${receiver.port}/`;
    expect(await send(url, {}, guard)).toMatchObject({ status: 200 });
    expect(dns.asked).toEqual(['rebind.test', 'rebind.test']); // IPv4 and IPv6.
    // And what the name leads to at the next attempt is judged anew.
    expect(await failing(send(url, {}, guard))).toBe('not-allowed');
    expect(receiver.requests).toHaveLength(1);
  });

  it('sends the name as host', async () => {
    const receiver = await startReceiver();
    const guard = await names((_name, family) => (family === 4 ? ['127.0.0.1'] : []));
    await send(`http://hooks.test.:${receiver.port}/a?b=c#d`, {}, guard);
    expect(receiver.requests[0]).toMatchObject({
      path: '/a?b=c',
      headers: { host: `hooks.test:${receiver.port}`, connection: 'close' },
    });
  });

  it.each(['http://127.0.0.1:1/', 'https://[::1]:8443/', 'http://0x7f.1:8080/', 'ftp://127.0.0.1/'])(
    'refuses %s',
    async (url) => {
      expect(await failing(send(url, {}, { addresses: STRICT }))).toBe('not-allowed');
    },
  );

  it('refuses HTTP where the operator does not allow it', async () => {
    const receiver = await startReceiver();
    expect(await failing(send(receiver.url, {}, { http: false }))).toBe('not-allowed');
  });

  it.each([301, 302, 303, 307, 308])('does not follow a redirect %i', async (status) => {
    const inside = await startReceiver();
    const receiver = await startReceiver((response) =>
      response.writeHead(status, { location: inside.url }).end(),
    );
    expect(await send(receiver.url)).toMatchObject({ status });
    expect(inside.requests).toEqual([]);
  });

  it('says that a name is not known', async () => {
    const guard = await names(() => []);
    expect(await failing(send('http://nobody.test:8080/', {}, guard))).toBe('not-resolved');
  });

  it('gives up on a name server that does not answer when its time is over', async () => {
    const guard = { nameServers: ['127.0.0.1:9'] };
    const sending = send('http://nobody.test:8080/', { limitMs: 200 }, guard);
    expect(['timed-out', 'not-resolved']).toContain(await failing(sending));
  });
});

describe('TLS', () => {
  async function tlsReceiver() {
    const hosts: string[] = [];
    const server = createTlsServer(TEST_CERTIFICATE, (request, response) => {
      hosts.push(request.headers.host ?? '');
      response.end();
    }).listen(0, '127.0.0.1');
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    await once(server, 'listening');
    return { port: (server.address() as AddressInfo).port, hosts };
  }
  const toLoopback: DnsAnswers = (_name, family) => (family === 4 ? ['127.0.0.1'] : []);

  it('verifies the certificate against the name', async () => {
    const { port, hosts } = await tlsReceiver();
    const guard = { ca: TEST_CERTIFICATE.cert, http: false, ...(await names(toLoopback)) };
    expect(await send(`https://hooks.test:${port}/`, {}, guard)).toMatchObject({ status: 200 });
    expect(await failing(send(`https://other.test:${port}/`, {}, guard))).toBe('not-trusted');
    expect(hosts).toEqual([`hooks.test:${port}`]);
  });

  it('refuses a certificate that nobody vouches for, and what is no TLS', async () => {
    const { port, hosts } = await tlsReceiver();
    const guard = await names(toLoopback);
    expect(await failing(send(`https://hooks.test:${port}/`, {}, guard))).toBe('not-trusted');
    const plain = await startReceiver();
    expect(await failing(send(`https://hooks.test:${plain.port}/`, {}, guard))).toBe('not-trusted');
    expect(hosts).toEqual([]);
  });
});

describe('receivers that misbehave', () => {
  it('ends with one that hangs', async () => {
    const receiver = await startReceiver(() => {});
    expect(await failing(send(receiver.url, { limitMs: 200 }))).toBe('timed-out');
  });

  it('ends with one that sends its headers without end', async () => {
    const url = await rawServer((write) => {
      write('HTTP/1.1 200 OK\r\n');
      const line = `X-Filler: ${'a'.repeat(1_000)}\r\n`;
      for (let count = 0; count < 100; count += 1) write(line);
    });
    expect(await failing(send(url))).toBe('broken-off');
  });

  it.each([100, 102, 103])(
    'ends with one that sends %i without end, and takes a few of them',
    async (status) => {
      const interim = `HTTP/1.1 ${status} Wait\r\n\r\n`;
      let written = 0;
      const url = await rawServer((write, _end, onDrain) => {
        const more = () => {
          while (written < 1e6 && write(interim.repeat(100))) written += 100;
        };
        onDrain(more);
        more();
      });
      expect(await failing(send(url))).toBe('broken-off');
      expect(written).toBeLessThan(1e6);
      const few = await rawServer((write) => write(`${interim.repeat(3)}HTTP/1.1 204 Done\r\n\r\n`));
      expect(await send(few)).toMatchObject({ status: 204 });
    },
  );

  it('takes the status of one whose body never ends, and lets go of it', async () => {
    let sent = 0;
    let closed = false;
    const receiver = await startReceiver((response) => {
      const chunk = Buffer.alloc(64 * 1024);
      const more = () => {
        while (!closed && sent < 1024 ** 3 && response.write(chunk)) sent += chunk.length;
      };
      response.on('drain', more).on('close', () => (closed = true));
      more();
    });
    expect(await send(receiver.url)).toMatchObject({ status: 200 });
    await expect.poll(() => closed).toBe(true);
    expect(sent).toBeLessThan(16 * 1024 ** 2);
  });

  it('takes the status of one that dribbles', async () => {
    const receiver = await startReceiver((response) => response.writeHead(202).write('.'));
    expect(await send(receiver.url)).toMatchObject({ status: 202 });
  });

  it.each([
    ['closes at once', (_write: unknown, end: () => void) => end()],
    ['speaks no HTTP', (write: (text: string) => boolean) => write('SSH-2.0-OpenSSH_9.2\r\n')],
  ] as const)('notes one that %s', async (_what, onData) => {
    expect(await failing(send(await rawServer(onData)))).toBe('broken-off');
  });

  it('notes one that is not there', async () => {
    expect(await failing(send('http://127.0.0.1:1025/'))).toBe('not-connected');
  });
});

describe('what is sent', () => {
  it('streams a body of known length', async () => {
    const receiver = await startReceiver();
    const chunks = Array.from({ length: 64 }, (_, index) => Buffer.alloc(64 * 1024, index));
    const body = (async function* () {
      yield* chunks;
    })();
    const length = String(64 * 64 * 1024);
    const headers = { 'Content-Type': 'image/png', 'Content-Length': length };
    await send(receiver.url, { method: 'PUT', body, headers });
    expect(receiver.requests[0]).toMatchObject({
      method: 'PUT',
      headers: { 'content-type': 'image/png', 'content-length': length },
    });
    expect(receiver.requests[0]!.body.equals(Buffer.concat(chunks))).toBe(true);
  });

  it('takes an answer that comes before the body was read', async () => {
    const url = await rawServer((write) => write('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n'));
    const body = (async function* () {
      for (let count = 0; count < 1_000; count += 1) yield Buffer.alloc(64 * 1024);
    })();
    expect(await send(url, { method: 'PUT', body })).toMatchObject({ status: 403 });
  });

  it('does not blame the receiver for a body that cannot be read', async () => {
    const receiver = await startReceiver();
    const broken = new Error('The store is away');
    const body = (async function* () {
      yield Buffer.alloc(10);
      throw broken;
    })();
    const headers = { 'Content-Length': '20' };
    await expect(send(receiver.url, { method: 'PUT', body, headers })).rejects.toBe(broken);
  });

  it('ends with the reason of its signal when this process stops', async () => {
    const receiver = await startReceiver(() => stop.abort(reason));
    const stop = new AbortController();
    const reason = new Error('The worker stops');
    await expect(send(receiver.url, { signal: stop.signal })).rejects.toBe(reason);
  });
});
