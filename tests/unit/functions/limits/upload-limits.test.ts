import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import type { Request, Response } from 'express';
import { RateLimiterMemory, type RateLimiterAbstract } from 'rate-limiter-flexible';
import { describe, expect, it, onTestFinished } from 'vitest';
import { UploadLimits, type UploadLimitsOptions } from '#functions/limits/upload-limits.ts';
import { limitTiers } from '#platform/limit-tiers.ts';

const ADDRESS = { filesPerMinute: 2, uploadsAtOnce: 1, openJobs: 3, openBytes: 1_000, storedBytes: 9_000 };
const LIMITS = { tiers: limitTiers(ADDRESS, {}), loopbackExempt: false };

function openLimits(options: Partial<UploadLimitsOptions> = {}) {
  let refused = 0;
  const limits = new UploadLimits({
    limits: LIMITS,
    identityOf: (request) => {
      const user = request.get('user');
      const scopes = new Set<never>();
      if (user === undefined)
        return { key: request.ip ?? '', kind: 'address' as const, scopes, tier: 'anonymous' };
      return { key: user, accountId: user, kind: 'session' as const, scopes, tier: 'signed-in' };
    },
    onRefused: () => (refused += 1),
    ...options,
  });
  const headers = new Map<string, string>();
  const response = {
    setHeader: (name: string, value: string) => headers.set(name, value),
  } as unknown as Response;
  const from = (ip: string, user?: string, sent: Record<string, string> = {}, socket?: Socket) => {
    const headers = { host: 'localhost:3000', ...sent };
    return {
      ip,
      url: '/api/compress',
      get: () => user,
      socket: socket ?? { remoteAddress: ip },
      httpVersion: '1.1',
      headers,
      headersDistinct: { host: [headers.host] },
    } as unknown as Request;
  };
  return { limits, response, headers, from, refused: () => refused };
}

/** A connection over loopback, as its server has it. */
async function connection(): Promise<Socket> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  onTestFinished(() => {
    client.destroy();
    server.close();
  });
  const [socket] = (await once(server, 'connection')) as [Socket];
  return socket;
}

describe('upload limits', () => {
  it('count files of an address and say what is left', async () => {
    const { limits, response, headers, from, refused } = openLimits();
    const release = await limits.admit(from('203.0.113.7'), response);
    expect(headers.get('RateLimit-Policy')).toBe('"files";q=2;w=60');
    expect(headers.get('RateLimit')).toBe('"files";r=1;t=60');
    await limits.countFile(from('203.0.113.7'), response);
    await expect(limits.countFile(from('203.0.113.7'), response)).rejects.toMatchObject({
      code: 'rate-limited',
      retryAfterSeconds: 60,
    });
    expect(refused()).toBe(1);
    release();
    await limits.countFile(from('203.0.113.8'), response);
  });

  it('let an address tell as many files of its own device as it may send, apart from those', async () => {
    const { limits, response, headers, from } = openLimits();
    await limits.countDeviceFiles(from('203.0.113.7'), response, 2);
    expect(headers.get('RateLimit')).toBe('"device-files";r=0;t=60');
    await expect(limits.countDeviceFiles(from('203.0.113.7'), response, 1)).rejects.toMatchObject({
      code: 'rate-limited',
    });
    await limits.countFile(from('203.0.113.7'), response);
    await expect(limits.countDeviceFiles(from('203.0.113.8'), response, 3)).rejects.toMatchObject({
      code: 'rate-limited',
    });
  });

  it('hold one slot for each upload until it is released', async () => {
    const { limits, response, from } = openLimits();
    const release = await limits.admit(from('203.0.113.7'), response);
    await expect(limits.admit(from('203.0.113.7'), response)).rejects.toMatchObject({
      code: 'rate-limited',
      retryAfterSeconds: 2,
    });
    release();
    (await limits.admit(from('203.0.113.7'), response))();
  });

  it('release the slot of an upload that is refused for its number', async () => {
    const { limits, response, from } = openLimits();
    const client = from('203.0.113.7');
    for (let file = 0; file < 2; file += 1) (await limits.admit(client, response))();
    for (let attempt = 0; attempt < 2; attempt += 1) {
      await expect(limits.admit(client, response)).rejects.toMatchObject({ retryAfterSeconds: 60 });
    }
  });

  it('count sign-ins and shares apart, in words of their own', async () => {
    const { limits, response, headers, from } = openLimits();
    const client = from('203.0.113.7');
    for (let count = 0; count < 2; count += 1) await limits.countRequest(client, response);
    expect(headers.get('RateLimit-Policy')).toBe('"requests";q=2;w=60');
    await expect(limits.countRequest(client, response)).rejects.toThrow('Too many requests');
    await limits.countFile(client, response);
  });

  it('give a signed-in client five times as much, wherever it comes from', async () => {
    const { limits, response, from } = openLimits();
    for (let file = 0; file < 10; file += 1)
      await limits.countFile(from(`203.0.113.${file}`, 'ada'), response);
    await expect(limits.countFile(from('203.0.113.1', 'ada'), response)).rejects.toMatchObject({
      code: 'rate-limited',
    });
  });

  it('leave clients on the same machine alone where they are exempt', async () => {
    const { limits, response, headers, from } = openLimits({ limits: { ...LIMITS, loopbackExempt: true } });
    const socket = await connection();
    const request = from('127.0.0.1', undefined, {}, socket);
    for (let file = 0; file < 5; file += 1) await limits.admit(request, response);
    await limits.countFile(request, response);
    await limits.countRequest(request, response);
    expect(headers.size).toBe(0);
  });

  it.each([{ 'x-forwarded-for': '203.0.113.7' }, { via: '1.1 tunnel' }, { host: 'files.example' }])(
    'count clients that a proxy on the same machine brings in with %j',
    async (sent) => {
      const { limits, response, from } = openLimits({ limits: { ...LIMITS, loopbackExempt: true } });
      const client = from('127.0.0.1', undefined, sent);
      for (let file = 0; file < 2; file += 1) await limits.countFile(client, response);
      await expect(limits.countFile(client, response)).rejects.toMatchObject({ code: 'rate-limited' });
    },
  );

  it('are unavailable when the store of the counts is away', async () => {
    const createLimiter = (options: { points: number; duration: number }): RateLimiterAbstract =>
      Object.assign(new RateLimiterMemory(options), {
        consume: () => Promise.reject(new Error('away')),
      });
    const { limits, response, from } = openLimits({ createLimiter });
    await expect(limits.admit(from('203.0.113.7'), response)).rejects.toMatchObject({ code: 'unavailable' });
  });
});
