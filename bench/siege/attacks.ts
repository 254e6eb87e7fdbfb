import { Agent, request, type RequestOptions } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** Load that a server has not asked for, from `203.0.113.0/24`. */
export interface Attack {
  readonly name: string;
  /** Begins, and resolves when the load is there. @returns what ends it */
  readonly begin: (url: string, count: number, file: Blob) => Promise<() => void>;
  /** How many of it the long form has. */
  readonly count: number;
}

/** Ten addresses, as one has a limit of its own for each kind of load. */
const ADDRESSES = 10;
const addressOf = (at: number) => `203.0.113.${(at % ADDRESSES) + 1}`;

export const ATTACKS: readonly Attack[] = [
  { name: 'idle sockets', count: 1_000, begin: (url, count) => sockets(url, count, () => '') },
  { name: 'slow heads', count: 1_000, begin: (url, count) => sockets(url, count, headOf(false)) },
  { name: 'slow bodies', count: 300, begin: (url, count) => sockets(url, count, headOf(true)) },
  { name: 'requests to every limiter', count: 20_000, begin: requests },
  { name: 'uploads at once', count: 200, begin: uploads },
  { name: 'streams of events never read', count: 200, begin: unreadStreams },
];

async function sockets(url: string, count: number, first: (at: number) => string): Promise<() => void> {
  const { port, hostname } = new URL(url);
  const open: Socket[] = [];
  for (let at = 0; at < count; at += 1) {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => {});
    socket.write(first(at));
    open.push(socket);
    if (at % 50 === 49) await pause(20);
  }
  return () => open.forEach((socket) => socket.destroy());
}

const headOf = (isWhole: boolean) => (at: number) =>
  `POST /api/compress HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${addressOf(at)}\r\n` +
  `Content-Type: image/jpeg\r\nContent-Length: 1000000\r\n${isWhole ? '\r\nx' : ''}`;

/** Calls that are limited by files, requests, looks and keys, by turns, as fast as they are answered. */
const LIMITED: readonly (readonly [path: string, init: RequestOptions & { readonly body?: string }])[] = [
  ['/api/compress', { method: 'POST' }],
  ['/api/auth/google', { method: 'POST', body: '{}', headers: { 'Content-Type': 'application/json' } }],
  ['/api/jobs/AAAAAAAAAAAAAAAAAAAAAA', {}],
  ['/api/jobs/AAAAAAAAAAAAAAAAAAAAAA', { headers: { 'X-API-Key': `fp_${'a'.repeat(43)}` } }],
  ['/api/stats', { method: 'POST', body: '{"files":1}', headers: { 'Content-Type': 'application/json' } }],
];
const AT_ONCE = 50;

async function requests(url: string, count: number): Promise<() => void> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  let sent = 0;
  const lane = async (): Promise<void> => {
    while (sent < count) {
      const at = sent++;
      const [path, { headers, body = '', ...init }] = LIMITED[at % LIMITED.length]!;
      await new Promise<void>((resolve) => {
        const from = { ...headers, 'X-Forwarded-For': addressOf(at >> 3) };
        request(url + path, { ...init, agent, headers: from }, (answer) =>
          answer.resume().on('close', resolve),
        )
          .on('error', () => resolve())
          .end(body);
      });
    }
  };
  // Under way, and ends by itself.
  await Promise.race([Promise.all(Array.from({ length: AT_ONCE }, lane)), pause(500)]);
  return () => {
    sent = count;
    agent.destroy();
  };
}

async function uploads(url: string, count: number, file: Blob): Promise<() => void> {
  const agent = new Agent({ maxSockets: Infinity });
  const body = Buffer.from(await file.arrayBuffer());
  for (let at = 0; at < count; at += 1) {
    const headers = {
      'X-Forwarded-For': addressOf(at),
      Prefer: 'respond-async',
      'Content-Type': 'image/png',
    };
    request(`${url}/api/compress`, { method: 'POST', agent, headers }, (answer) => answer.resume())
      .on('error', () => {})
      .end(body);
  }
  await pause(500);
  return () => agent.destroy();
}

/** Of one job that waits; the reader never takes a byte off its socket. */
async function unreadStreams(url: string, count: number, file: Blob): Promise<() => void> {
  const headers = { 'X-Forwarded-For': addressOf(0), Prefer: 'respond-async', 'Content-Type': 'image/png' };
  const answer = await fetch(`${url}/api/compress`, { method: 'POST', body: file, headers });
  const job = answer.headers.get('location') ?? '/api/jobs/none';
  return sockets(
    url,
    count,
    (at) => `GET ${job}/events HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${addressOf(at)}\r\n\r\n`,
  );
}
