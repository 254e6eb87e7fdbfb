import { afterEach, describe, expect, it } from 'vitest';
import { createJobId, createJobRecord } from '#platform/job-records.ts';
import type { Platform } from '#platform/ports/platform.ts';
import { newJobRecord } from '#tests/fixtures/jobs.ts';
import { signIn } from '#tests/fixtures/sign-in.ts';
import { startWebServer, type RunningServer } from '#tests/fixtures/web-server.ts';

let server: RunningServer;
afterEach(() => server.close());

const upload = (headers: Record<string, string> = {}) =>
  fetch(`${server.url}/api/compress`, { method: 'POST', body: new FormData(), headers });

describe('limits of a client', () => {
  it('count files by address and say what is left', async () => {
    server = await startWebServer({ FILES_PER_MINUTE: '2', TRUSTED_PROXIES: '1' });
    const from = (address: string) => upload({ 'X-Forwarded-For': address });
    const first = await from('2001:db8:1:2::5');
    expect(first.status).toBe(400);
    expect(first.headers.get('ratelimit-policy')).toBe('"files";q=2;w=60');
    expect(first.headers.get('ratelimit')).toBe('"files";r=1;t=60');
    expect((await from('2001:db8:1:2:ffff::1')).status).toBe(400);

    const refused = await from('2001:db8:1:2::5');
    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject({ code: 'rate-limited' });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(50);
    expect((await from('2001:db8:1:3::5')).status).toBe(400);
    expect((await from('203.0.113.7')).status).toBe(400);
  });

  it.each(['/api/auth/google', '/dev/identity'])('count requests to %s apart from files', async (path) => {
    server = await startWebServer({ FILES_PER_MINUTE: '2' });
    const ask = async () =>
      fetch(server.url + path, {
        method: 'POST',
        body: '{}',
        headers: { 'Content-Type': 'application/json' },
      });
    expect([(await ask()).status, (await ask()).status]).toEqual([400, 400]);
    const refused = await ask();
    expect([refused.status, refused.headers.get('ratelimit-policy')]).toEqual([429, '"requests";q=2;w=60']);
    expect(await refused.json()).toMatchObject({ error: expect.stringMatching(/^Too many requests/) });
    expect((await upload()).status).toBe(400);
  });

  it('let nobody guess ids, while a job may be asked for again and again', async () => {
    server = await startWebServer({ FILES_PER_MINUTE: '60', TRUSTED_PROXIES: '1' });
    const ask = (path: string, from = '203.0.113.7') =>
      fetch(server.url + path, { headers: { 'X-Forwarded-For': from, Accept: 'application/json' } });
    const { id } = newJobRecord();
    await createJobRecord(server.platform.objects, newJobRecord({ id }));
    for (let look = 0; look < 100; look += 1) expect((await ask(`/api/jobs/${id}`)).status).toBe(200);
    let guesses = 0;
    const paths = ['/api/jobs/ID', '/api/jobs/ID/result', '/s/ID'];
    for (; guesses < 100; guesses += 1) {
      const path = paths[guesses % 3]?.replace('ID', createJobId()) ?? '';
      if ((await ask(path)).status === 429) break;
    }
    expect(guesses).toBeGreaterThan(50);
    expect(guesses).toBeLessThan(62);
    const refused = await ask(`/api/jobs/${id}`);
    expect([refused.status, refused.headers.get('ratelimit-policy')]).toEqual([429, '"lookups";q=1200;w=60']);
    expect((await ask(`/api/jobs/${id}`, '198.51.100.9')).status).toBe(200);
  });

  it('leave clients on the same machine alone unless set', async () => {
    server = await startWebServer();
    const answer = await upload();
    expect([answer.status, answer.headers.get('ratelimit')]).toEqual([400, null]);
  });

  it('give signed-in people five times as much', async () => {
    server = await startWebServer({ FILES_PER_MINUTE: '2' });
    const token = await signIn(server.url);
    const answer = await upload({ Authorization: `Bearer ${token}` });
    expect(answer.headers.get('ratelimit')).toBe('"files";r=9;t=60');
    for (const forged of [`${token}x`, 'forged'])
      expect((await upload({ Authorization: `Bearer ${forged}` })).status).toBe(401);
  });

  it('allow so many uploads at once and no more', async () => {
    server = await startWebServer({ UPLOADS_AT_ONCE: '2' });
    const stop = new AbortController();
    const openEnded = () =>
      fetch(`${server.url}/api/compress`, {
        method: 'POST',
        headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
        body: new ReadableStream({ start: (controller) => controller.enqueue(Buffer.from('--x\r\n')) }),
        signal: stop.signal,
        duplex: 'half',
      } as RequestInit).catch(() => null);
    const running = [openEnded(), openEnded()];
    await expect.poll(async () => (await upload()).status).toBe(429);
    stop.abort();
    await Promise.all(running);
    await expect.poll(async () => (await upload()).status).toBe(400);
  });
});

describe('limits of the service', () => {
  const form = () => {
    const body = new FormData();
    body.append('file', new Blob([Buffer.from([0xff, 0xd8, 0xff, 0xe0])], { type: 'image/jpeg' }), 'a.jpg');
    return fetch(`${server.url}/api/compress`, { method: 'POST', body });
  };

  it('answers 503 and keeps nothing when the queue is away', async () => {
    server = await startWebServer({}, { change: (platform) => withoutQueue(platform) });
    const answer = await form();
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({
      code: 'unavailable',
      error: 'Part of the service is unavailable. Please try again in a moment.',
    });
    await expect.poll(() => server.keys('uploads/')).toEqual([]);
    expect(server.log()).toContain('the queue is away');
  });

  it('says which part is away when it is not ready', async () => {
    server = await startWebServer({}, { change: (platform) => withoutQueue(platform) });
    const answer = await fetch(`${server.url}/readyz`);
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({
      dependencies: expect.arrayContaining([expect.objectContaining({ name: 'jobQueue', state: 'down' })]),
    });
  });
});

/** A platform whose queue takes nothing. */
function withoutQueue(platform: Platform): Platform {
  const away = () => Promise.reject(new Error('the queue is away'));
  const queue = new Proxy(platform.queue, {
    get: (real, name) => {
      if (name === 'send' || name === 'check') return away;
      const value: unknown = Reflect.get(real, name);
      return typeof value === 'function' ? value.bind(real) : value;
    },
  });
  return { ...platform, queue, close: () => platform.close() };
}
