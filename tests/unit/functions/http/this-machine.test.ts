import { execFile } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { comesFromThisMachine } from '#functions/http/this-machine.ts';
import { rawRequests } from '#tests/fixtures/raw-requests.ts';

const run = promisify(execFile);

let server: Server;
let url: string;
beforeAll(async () => {
  server = createServer((request, response) => response.end(String(comesFromThisMachine(request))));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

/** What is said of a request. */
async function saidOf(lines: readonly string[], requestLine = 'GET /api/stats HTTP/1.1'): Promise<string> {
  const answer = await rawRequests(url, [[requestLine, ...lines, 'Connection: close', '', ''].join('\r\n')]);
  return /true|false/.exec(answer)![0];
}

describe('comesFromThisMachine', () => {
  it.each<[string, string[]]>([
    ['a program', ['Host: 127.0.0.1:3000']],
    ['a name in capitals', ['Host: LOCALHOST:3000']],
    ['a name with its root', ['Host: localhost.:3000']],
    ['IPv6', ['Host: [::1]:3000']],
    [
      'our own page',
      ['Host: localhost:3000', 'Origin: http://localhost:3000', 'Sec-Fetch-Site: same-origin'],
    ],
    ['an address bar', ['Host: localhost:3000', 'Sec-Fetch-Site: none']],
    [
      'headers of a program',
      [
        'Host: localhost',
        'X-Request-Id: 1',
        'X-Job: 2',
        'User-Agent: curl/8',
        'Traceparent: 0',
        'X-Original-Filename: a.jpg',
      ],
    ],
  ])('takes %s for its owner', async (_, lines) => {
    expect(await saidOf(lines)).toBe('true');
  });

  it.each<[string, string[]]>([
    ['a page of another site', ['Origin: https://evil.example', 'Sec-Fetch-Site: cross-site']],
    ['a page of another port', ['Origin: http://localhost:5173', 'Sec-Fetch-Site: same-site']],
    ['a page without an origin', ['Origin: null']],
    ['a form of another site in an old browser', ['Origin: https://evil.example']],
    ['a picture in a page of another site', ['Sec-Fetch-Site: cross-site']],
    ['an origin that is none', ['Origin: http://']],
    // What tunnels, content delivery networks and load balancers add, by their documentation.
    ...[
      'Forwarded: for=203.0.113.7',
      'Via: 1.1 caddy',
      'X-Forwarded-For: 203.0.113.7',
      'X-Forwarded-Host: files.example',
      'X-Forwarded-Proto: https',
      'X-Forwarded-Server: files',
      'X-Original-Forwarded-For: 203.0.113.7',
      'X-Original-Host: files.example',
      'X-Real-IP: 203.0.113.7',
      'X-Client-IP: 203.0.113.7',
      'X-Cluster-Client-IP: 203.0.113.7',
      'X-ProxyUser-Ip: 203.0.113.7',
      'X-Remote-IP: 203.0.113.7',
      'X-Originating-IP: 203.0.113.7',
      'Client-IP: 203.0.113.7',
      'True-Client-IP: 203.0.113.7',
      'CF-Connecting-IP: 203.0.113.7',
      'CF-Ray: 230b030023ae2822-SJC',
      'CDN-Loop: cloudflare',
      'Fastly-Client-IP: 203.0.113.7',
      'Fly-Client-IP: 203.0.113.7',
      'X-Azure-ClientIP: 203.0.113.7',
      'X-Appengine-User-IP: 203.0.113.7',
      'X-Envoy-External-Address: 203.0.113.7',
      'X-Amzn-Trace-Id: Root=1-67891233',
      'X-Cloud-Trace-Context: 105445aa7843bc8bf206b12000100000',
      'X-Nf-Client-Connection-Ip: 203.0.113.7',
      'X-Vercel-Forwarded-For: 203.0.113.7',
      'Tailscale-User-Login: ada@example.com',
      'Ngrok-Trace-Id: 1',
    ].map((header): [string, string[]] => [header, [header]]),
  ])('takes %s for a stranger', async (_, lines) => {
    expect(await saidOf(['Host: localhost:3000', ...lines])).toBe('false');
  });

  // Only root can start a program of another account.
  it.runIf(process.getuid?.() === 0)('takes another account of the machine for a stranger', async () => {
    const said = async (uid: number) => {
      const { port } = new URL(url);
      const ask = `exec 3<>/dev/tcp/127.0.0.1/${port}; printf 'GET / HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close\\r\\n\\r\\n' >&3; cat <&3`;
      const { stdout } = await run('bash', ['-c', ask], { uid, cwd: '/' });
      return /true|false/.exec(stdout)![0];
    };
    expect([await said(0), await said(65_534)]).toEqual(['true', 'false']);
  });

  it.each([
    ['another name', ['Host: files.example'], undefined],
    ['a name that only begins so', ['Host: localhost.evil.example'], undefined],
    ['two names', ['Host: localhost', 'Host: files.example'], undefined],
    ['a target with an authority', ['Host: localhost'], 'GET http://files.example/api/stats HTTP/1.1'],
    ['HTTP/1.0', ['Host: localhost'], 'GET /api/stats HTTP/1.0'],
  ])('takes a request for %s for a stranger', async (_, lines, requestLine) => {
    expect(await saidOf(lines, requestLine)).toBe('false');
  });
});
