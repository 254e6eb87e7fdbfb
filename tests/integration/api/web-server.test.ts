import { connect } from 'node:net';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { OPERATING_LIMITS } from '#platform/contracts/operating-limits.ts';
import { jpegFile } from '#tests/fixtures/upload-files.ts';
import { startWebServer, type RunningServer } from '#tests/fixtures/web-server.ts';

let server: RunningServer;
beforeAll(async () => {
  server = await startWebServer({ METRICS_TOKEN: 'a-token-of-some-length' });
});
afterAll(() => server.close());

const get = (path: string, init?: RequestInit) => fetch(server.url + path, { redirect: 'manual', ...init });

describe('web server', () => {
  it('says that it is alive and names the state of each dependency', async () => {
    expect((await get('/healthz')).status).toBe(200);
    const ready = await get('/readyz');
    expect(ready.status).toBe(200);
    const body = (await ready.json()) as { dependencies: { name: string; state: string }[] };
    expect(body.dependencies.map(({ name, state }) => `${name} ${state}`)).toEqual([
      'objectStore up',
      'jobQueue up',
      'eventBus up',
      'counter up',
    ]);
  });

  it('keeps an idle connection for longer than a load balancer in front, which must be the one to close it', async () => {
    const kept = (await get('/healthz')).headers.get('keep-alive');
    expect(Number(/timeout=(\d+)/.exec(kept ?? '')?.[1])).toBeGreaterThan(
      OPERATING_LIMITS.idleConnectionSeconds,
    );
  });

  it.each([
    ['/index.html', '/'],
    ['/compressor.html', '/compress'],
    ['/compressor.html?from=old&n=1', '/compress?from=old&n=1'],
  ])('redirects %s for good to %s', async (from, to) => {
    const answer = await get(from);
    expect([answer.status, answer.headers.get('location')]).toEqual([301, to]);
  });

  it('protects every answer with headers and a nonce of its own', async () => {
    const [first, second] = [await get('/healthz'), await get('/healthz')];
    const policy = first.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(
      /script-src 'self' 'nonce-[A-Za-z0-9+/=]{24}' 'sha256-EHvl3VyIyXmtK\+zNGvld\/MzChARcIn3tSiAXWaXkHdI=';/,
    );
    expect(policy).not.toContain('google');
    expect(policy).not.toBe(second.headers.get('content-security-policy'));
    expect(first.headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups');
    expect(first.headers.get('x-content-type-options')).toBe('nosniff');
    expect(first.headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
    expect(first.headers.get('strict-transport-security')).toBeNull();
    expect(first.headers.get('x-powered-by')).toBeNull();
    expect(first.headers.get('x-request-id')).not.toBe(second.headers.get('x-request-id'));
  });

  it('isolates the compress page, where engines share memory, and no other: above all not the login', async () => {
    const openerAndEmbedder = async (path: string) => {
      const { headers } = await get(path);
      return [headers.get('cross-origin-opener-policy'), headers.get('cross-origin-embedder-policy')];
    };
    expect(await openerAndEmbedder('/compress')).toEqual(['same-origin', 'require-corp']);
    for (const path of ['/login', '/', '/dashboard', '/compress-pdf-online', '/healthz'])
      expect(await openerAndEmbedder(path)).toEqual(['same-origin-allow-popups', null]);
  });

  it('answers 405 to what is sent to a page, without a line of error', async () => {
    const sent = await get('/about', { method: 'POST', body: 'x=1' });
    expect([sent.status, sent.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    expect(await sent.json()).toMatchObject({ code: 'method-not-allowed' });
    expect(server.log()).not.toContain('"level":"error"');
  });

  it('logs no address that leads to a file', async () => {
    for (const path of [
      '/api/jobs/SECRETSECRETSECRETSECR/result',
      '/api/jobs/SECRETSECRETSECRETSECR',
      '/s/SECRETSECRETSECRETSECR',
    ])
      await (await get(path, { headers: { Accept: 'application/json' } })).text();
    await expect.poll(() => server.log()).toContain('"/api/jobs/…/result"');
    expect(server.log()).not.toContain('SECRET');
  });

  it('answers 503 to the count while its store is away', async () => {
    const { counter } = server.platform;
    const { read } = counter;
    counter.read = () => Promise.reject(new Error('away'));
    const answer = await get('/api/stats');
    counter.read = read;
    expect([answer.status, await answer.json()]).toMatchObject([503, { code: 'unavailable' }]);
  });

  it('answers 400 to an address that cannot be decoded', async () => {
    const answer = await get('/%E0%A4%A');
    expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'invalid-request' }]);
  });

  it('answers unknown API paths and methods in JSON', async () => {
    const missing = await get('/api/nothing');
    expect(missing.status).toBe(404);
    expect(await missing.json()).toMatchObject({
      code: 'not-found',
      requestId: missing.headers.get('x-request-id'),
    });
    const wrong = await get('/api/stats', { method: 'DELETE' });
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
    expect(await wrong.json()).toMatchObject({ code: 'method-not-allowed' });
  });

  it('opens the API, and only the API, to other origins', async () => {
    const preflight = await get('/api/compress', {
      method: 'OPTIONS',
      headers: { Origin: 'https://elsewhere.example', 'Access-Control-Request-Method': 'POST' },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
    expect(preflight.headers.get('access-control-allow-credentials')).toBeNull();
    const stats = await get('/api/stats', { headers: { Origin: 'https://elsewhere.example' } });
    expect(stats.headers.get('access-control-expose-headers')).toContain('Content-Disposition');
    expect((await get('/healthz')).headers.get('access-control-allow-origin')).toBeNull();
  });

  it('shows metrics to the machine itself and to the holder of the token', async () => {
    expect(await (await get('/metrics')).text()).toContain('featherpress_http_request_duration_seconds');
    const proxied = { 'X-Forwarded-For': '203.0.113.9' };
    for (const name of ['X-Forwarded-For', 'X-Real-IP', 'Forwarded', 'Via'])
      expect((await get('/metrics', { headers: { [name]: '203.0.113.9' } })).status).toBe(404);
    const withToken = { ...proxied, Authorization: 'Bearer a-token-of-some-length' };
    expect((await get('/metrics', { headers: withToken })).status).toBe(200);
    const wrongToken = { ...proxied, Authorization: 'Bearer a-token-of-same-length' };
    expect((await get('/metrics', { headers: wrongToken })).status).toBe(404);
  });
});

it.each([
  ['TRUSTED_PROXIES', '1'],
  ['PUBLIC_URL', 'https://files.example'],
])(
  'shows metrics to nobody without a token when %s says that a proxy stands in front',
  async (name, value) => {
    const behindProxy = await startWebServer({ [name]: value });
    onTestFinished(() => behindProxy.close());
    expect((await fetch(`${behindProxy.url}/metrics`)).status).toBe(404);
  },
);

it('shows metrics to no client that asks for another host or speaks HTTP/1.0', async () => {
  const ask = (start: string) => firstLine(`GET /metrics ${start}\r\nConnection: close\r\n\r\n`);
  expect(await ask('HTTP/1.1\r\nHost: localhost')).toContain(' 200 ');
  expect(await ask('HTTP/1.1\r\nHost: files.example')).toContain(' 404 ');
  expect(await ask('HTTP/1.0\r\nHost: localhost')).toContain(' 404 ');
});

/** Says something to the server and hears how its answer begins. */
async function firstLine(request: string): Promise<string> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  socket.write(request);
  let text = '';
  for await (const chunk of socket) text += String(chunk);
  return text.split('\r\n', 1)[0] ?? '';
}

describe('stats', () => {
  it('refuses polling and foreign origins', async () => {
    expect((await get('/socket.io/?EIO=4&transport=polling')).status).toBe(400);
    const foreign = io(server.url, {
      transports: ['websocket'],
      reconnection: false,
      extraHeaders: { Origin: 'https://elsewhere.example' },
    });
    await new Promise<void>((resolve) => foreign.once('connect_error', () => resolve()));
    foreign.close();
  });

  it.each([
    ['evil.example', 'http://evil.example'],
    ['evil.example', undefined],
    ['localhost.evil.example', 'http://localhost.evil.example'],
  ])('refuses a page whose name %s was pointed at this machine', async (Host, Origin) => {
    const headers = { Host, ...(Origin === undefined ? {} : { Origin }) };
    const socket = io(server.url, { transports: ['websocket'], reconnection: false, extraHeaders: headers });
    const outcome = await new Promise((resolve) => {
      socket.once('connect', () => resolve('connected'));
      socket.once('connect_error', () => resolve('refused'));
    });
    socket.close();
    expect(outcome).toBe('refused');
  });

  it('refuses more sockets than one address may hold, and takes others again when they close', async () => {
    const proxied = await startWebServer({ TRUSTED_PROXIES: '1' });
    onTestFinished(() => proxied.close());
    const open = (address: string) =>
      new Promise<Socket | null>((resolve) => {
        const socket = io(proxied.url, {
          transports: ['websocket'],
          reconnection: false,
          forceNew: true,
          extraHeaders: { 'X-Forwarded-For': address },
        });
        socket.once('connect', () => resolve(socket));
        socket.once('connect_error', () => resolve(null));
      });

    const most = OPERATING_LIMITS.maxStatsSocketsPerAddress;
    const held = await Promise.all(Array.from({ length: most }, () => open('203.0.113.9')));
    expect(held.filter(Boolean)).toHaveLength(most);
    expect(await open('203.0.113.9')).toBeNull();
    const other = await open('203.0.113.10');
    expect(other).not.toBeNull();

    held[0]!.close();
    let again: Socket | null = null;
    await expect.poll(async () => (again ??= await open('203.0.113.9'))).not.toBeNull();
    for (const socket of [...held, other, again]) socket?.close();
  });

  it('pushes a growing number, coalesced, and agrees with the stats call', async () => {
    const socket = io(server.url, { transports: ['websocket'], reconnection: false });
    const seen: number[] = [];
    socket.on('statsUpdate', (count: number) => seen.push(count));
    await expect.poll(() => seen.length).toBe(1);

    for (let index = 0; index < 200; index += 1) {
      const { count } = await server.platform.counter.addOnce(`job-${index}`);
      await server.platform.events.publish('stats', { type: 'stats.updated', compressedCount: count });
    }
    // A late event must not turn the number back.
    await server.platform.events.publish('stats', { type: 'stats.updated', compressedCount: 3 });
    await expect.poll(() => seen.at(-1)).toBe(200);
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    expect(seen.length).toBeLessThan(100);
    expect(await (await get('/api/stats')).json()).toEqual({ compressedCount: 200 });
    socket.close();
  });
});

describe('closing', () => {
  // Idle connections last 70 s.
  it('lets a running request finish and does not wait for idle connections', async () => {
    const closing = await startWebServer({ DRAIN_SECONDS: '300' }, { worker: true });
    await fetch(`${closing.url}/healthz`);
    const body = new FormData();
    body.append('file', new Blob([new Uint8Array(await jpegFile())], { type: 'image/jpeg' }), 'a.jpg');
    const answer = fetch(`${closing.url}/api/compress`, { method: 'POST', body });
    await expect.poll(async () => (await closing.keys('jobs/')).length).toBeGreaterThan(0);
    const closed = closing.close();
    expect((await answer).status).toBe(200);
    await closed;
  });
});
