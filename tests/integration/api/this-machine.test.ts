import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWebhookSecret } from '#platform/webhook-secrets.ts';
import { rawRequests } from '#tests/fixtures/raw-requests.ts';
import { jpegFile } from '#tests/fixtures/upload-files.ts';
import { startWebServer, type RunningServer } from '#tests/fixtures/web-server.ts';

const FOREIGN = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' };
let server: RunningServer;
beforeAll(async () => {
  server = await startWebServer({ WEBHOOK_SECRET: createWebhookSecret() });
});
afterAll(() => server.close());

/** Asks over a connection of its own, with headers that `fetch` keeps to itself. @returns the whole answer */
function ask(line: string, headers: Readonly<Record<string, string>>, body: string | Uint8Array = '') {
  const { host } = new URL(server.url);
  const all = { Host: host, Connection: 'close', ...headers, 'Content-Length': Buffer.byteLength(body) };
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return rawRequests(server.url, [[`${line} HTTP/1.1`, ...head, '', ''].join('\r\n'), body]);
}

describe('a page of another site on a server of this machine', () => {
  it('is limited like a stranger, and the owner is not', async () => {
    const lines = 'POST /api/compress';
    expect(await ask(lines, FOREIGN)).toMatch(/^ratelimit-policy: "files";q=60;w=60/im);
    expect(await ask(lines, { Origin: server.url })).not.toMatch(/^ratelimit/im);
    expect(await ask(lines, {})).not.toMatch(/^ratelimit/im);
  });

  it('parks no more than a stranger may have open', async () => {
    const upload = { 'Tus-Resumable': '1.0.0', 'Upload-Length': String(200 * 1024 * 1024) };
    const statuses = [];
    for (let count = 0; count < 7; count += 1)
      statuses.push((await ask('POST /api/resumable', { ...upload, ...FOREIGN })).slice(9, 12));
    expect(statuses).toEqual(['201', '201', '201', '201', '201', '429', '429']);
    expect(await ask('POST /api/resumable', upload)).toMatch(/^HTTP\/1.1 201/);
  });

  it('has nothing sent from the address of its visitor', async () => {
    const photo = await jpegFile();
    const send = (headers: Record<string, string>) =>
      ask(
        'POST /api/compress?webhook=https%3A%2F%2Fexample.org%2F',
        { 'Content-Type': 'image/jpeg', Prefer: 'respond-async', ...headers },
        photo,
      );
    expect(await send(FOREIGN)).toMatch(/^HTTP\/1.1 401[^]*is for clients with an account/);
    expect(await send({})).toMatch(/^HTTP\/1.1 202/);
  });

  it('is not let in from the public internet, where an operator lets others in it is', async () => {
    const preflight = { ...FOREIGN, 'Access-Control-Request-Private-Network': 'true' };
    const allowed = /^access-control-allow-private-network: true/im;
    expect(await ask('OPTIONS /api/compress', preflight)).not.toMatch(allowed);
    const open = await startWebServer({ PUBLIC_URL: 'https://files.example' });
    try {
      const answer = await fetch(`${open.url}/api/compress`, { method: 'OPTIONS', headers: preflight });
      expect(answer.headers.get('access-control-allow-private-network')).toBe('true');
    } finally {
      await open.close();
    }
  });
});

it('refuses a request with two names', async () => {
  const lines = [
    'GET /healthz HTTP/1.1',
    'Host: localhost',
    'Host: files.example',
    'Connection: close',
    '',
    '',
  ];
  expect(await rawRequests(server.url, [lines.join('\r\n')])).toMatch(
    /^HTTP\/1.1 400[^]*more than one Host header/,
  );
});
