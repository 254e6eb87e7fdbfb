import JSZip from 'jszip';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { request as httpRequest } from 'node:http';
import { withFaults, type Fault } from '#tests/fixtures/faulty-ports.ts';
import { until } from '#tests/fixtures/until.ts';
import { jpegFile } from '#tests/fixtures/upload-files.ts';
import { startWebServer, type RunningServer } from '#tests/fixtures/web-server.ts';

let server: RunningServer;
let photo: Uint8Array<ArrayBuffer>;
let other: Uint8Array<ArrayBuffer>;
beforeAll(async () => {
  server = await startWebServer(
    { FILES_PER_MINUTE: '1000', UPLOADS_AT_ONCE: '9', TRUSTED_PROXIES: '1' },
    { worker: true },
  );
  photo = new Uint8Array(await jpegFile());
  other = new Uint8Array(await jpegFile(200, 100));
});
afterAll(() => server.close());

interface Sent {
  readonly key?: string;
  readonly files?: readonly Uint8Array<ArrayBuffer>[];
  readonly query?: string;
  readonly headers?: Record<string, string>;
  readonly signal?: AbortSignal;
  /** Another server [that of all]. */
  readonly to?: string;
}
let keys = 0;
const newKey = () => `key-${++keys}`;

async function send(
  path: string,
  { key, files = [photo], query = '', headers = {}, signal, to = server.url }: Sent,
): Promise<Response> {
  const body = new FormData();
  const field = path.endsWith('batch') ? 'files' : 'file';
  files.forEach((bytes, index) => body.append(field, new Blob([bytes]), `${index}.jpg`));
  const named = key === undefined ? {} : { 'Idempotency-Key': key };
  return fetch(to + path + query, {
    method: 'POST',
    body,
    headers: { ...named, ...headers },
    ...(signal ? { signal } : {}),
  });
}
const one = (sent: Sent) => send('/api/compress', sent);
const batch = (sent: Sent) => send('/api/compress/batch', sent);
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());
const errorOf = async (answer: Response) => [answer.status, ((await answer.json()) as { code: string }).code];

describe('a file that is sent twice with one key', () => {
  it('is compressed once, and answered twice in the same way', async () => {
    const key = newKey();
    const first = await one({ key });
    const again = await one({ key });
    expect([first.status, again.status]).toEqual([200, 200]);
    expect([first.headers.get('idempotent-replayed'), again.headers.get('idempotent-replayed')]).toEqual([
      null,
      'true',
    ]);
    expect(again.headers.get('x-job-id')).toBe(first.headers.get('x-job-id'));
    expect((await bytesOf(again)).equals(await bytesOf(first))).toBe(true);
  });

  it('is refused with another file, name or option', async () => {
    const key = newKey();
    await (await one({ key })).arrayBuffer();
    const mismatch = [422, 'idempotency-mismatch'];
    expect(await errorOf(await one({ key, files: [other] }))).toEqual(mismatch);
    expect(await errorOf(await one({ key, query: '?preset=small' }))).toEqual(mismatch);
    expect((await one({ key, query: '?preset=balanced' })).status).toBe(200);
    expect(await server.keys('uploads/')).toEqual([]);
  });

  it('is another one of another client, or at another call', async () => {
    const key = newKey();
    const first = await one({ key });
    const headers = { 'X-Forwarded-For': '203.0.113.7' };
    const theirs = await one({ key, headers });
    expect(theirs.headers.get('x-job-id')).not.toBe(first.headers.get('x-job-id'));
    expect((await batch({ key, files: [other] })).status).toBe(200);
  });

  it('gives the same job to a client that takes one', async () => {
    const key = newKey();
    const headers = { Prefer: 'respond-async' };
    const [first, again] = [await one({ key, headers }), await one({ key, headers })];
    expect([first.status, again.status]).toEqual([202, 202]);
    expect(again.headers.get('location')).toBe(first.headers.get('location'));
  });

  it('is answered 409 while the first is being received, and when it was not', async () => {
    const key = newKey();
    const slow = httpRequest(`${server.url}/api/compress`, {
      method: 'POST',
      headers: { 'Content-Type': 'image/jpeg', 'Content-Length': photo.length, 'Idempotency-Key': key },
    });
    slow.on('error', () => {});
    slow.write(photo.subarray(0, 1_000));
    await until(
      'the key',
      async () => (await server.keys('idempotency/')).length > 0 && (await one({ key })).status === 409,
    );
    const refused = await one({ key });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await errorOf(refused)).toEqual([409, 'idempotency-conflict']);
    slow.destroy();
    await until('a free key', async () => (await one({ key })).status === 200);
  });

  it.each(['/api/compress', '/api/compress/batch'])(
    'goes on when its client leaves, which asks once more by the same key (%s)',
    async (path) => {
      const key = newKey();
      const files = [new Uint8Array(await jpegFile(1_500, 1_500))];
      const before = (await server.keys('jobs/')).length;
      const leaving = new AbortController();
      const lost = send(path, { key, files, signal: leaving.signal });
      await until('the job', async () => (await server.keys('jobs/')).length > before);
      leaving.abort();
      await expect(lost).rejects.toThrow('aborted');
      const again = await send(path, { key, files });
      expect(again.status).toBe(200);
      expect((await bytesOf(again)).length).toBeGreaterThan(0);
      expect(again.headers.get('idempotent-replayed')).toBe('true');
    },
  );

  it('is told of a job that goes on where the client takes one', async () => {
    const key = newKey();
    const files = [new Uint8Array(await jpegFile(1_500, 1_500))];
    const first = await one({ key, files, headers: { Prefer: 'respond-async' } });
    const again = await one({ key, files, headers: { Prefer: 'respond-async, wait=300' } });
    expect(again.status).toBe(200);
    expect(first.headers.get('location')).toContain(again.headers.get('x-job-id'));
  });

  it('fails twice in the same way when the file is at fault', async () => {
    const key = newKey();
    const files = [photo.slice(0, 60)];
    const [first, again] = [await one({ key, files }), await one({ key, files })];
    expect(await errorOf(first)).toEqual([422, 'damaged']);
    expect(await errorOf(again)).toEqual([422, 'damaged']);
    expect(again.headers.get('idempotent-replayed')).toBeNull();
  });

  it('is compressed anew when its result is gone, and still refused with another file', async () => {
    const key = newKey();
    const first = await one({ key });
    const bytes = await bytesOf(first);
    await fetch(`${server.url}/api/jobs/${first.headers.get('x-job-id')}`, { method: 'DELETE' });
    expect(await errorOf(await one({ key, files: [other] }))).toEqual([422, 'idempotency-mismatch']);
    const again = await one({ key });
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, null]);
    expect((await bytesOf(again)).equals(bytes)).toBe(true);
  });

  it('is to be sent again, and is a first one then, when its job is ended while it is answered', async () => {
    const faults: Fault[] = [];
    const idle = await startWebServer({}, { change: (platform) => withFaults(platform, faults) });
    onTestFinished(() => idle.close());
    const ask = (headers: Record<string, string> = {}) => one({ key: 'key', headers, to: idle.url });
    const first = (await (await ask({ Prefer: 'respond-async' })).json()) as { id: string };
    // Its key is looked up, and then its job.
    for (const wait of [
      async () => {},
      async () => void (await fetch(`${idle.url}/api/jobs/${first.id}`, { method: 'DELETE' })),
    ])
      faults.push({ call: 'objects.find', about: 'outcomes/', wait });
    const answer = await ask();
    expect(answer.headers.get('retry-after')).toBe('1');
    expect(await errorOf(answer)).toEqual([409, 'idempotency-conflict']);
    const again = await ask({ Prefer: 'respond-async' });
    expect([again.status, ((await again.json()) as { id: string }).id === first.id]).toEqual([202, false]);
  });

  it('is a first one again after a request that was refused', async () => {
    const key = newKey();
    expect((await one({ key, query: '?preset=no' })).status).toBe(400);
    expect((await one({ key })).status).toBe(200);
  });

  it('is compressed once however many come at once', async () => {
    const key = newKey();
    const answers = await Promise.all(Array.from({ length: 6 }, () => one({ key })));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200 || status === 409)).toHaveLength(6);
    const jobs = new Set(answers.flatMap(({ headers }) => headers.get('x-job-id') ?? []));
    expect(jobs.size).toBe(1);
  });

  it.each([
    ['"8e03978e-40d5-43dd"', '8e03978e-40d5-43dd'],
    ['a, b', '"a, b"'],
  ])('takes the key %s for %s', async (key, same) => {
    await (await one({ key })).arrayBuffer();
    expect((await one({ key: same })).headers.get('idempotent-replayed')).toBe('true');
  });

  it.each(['', '""', 'x'.repeat(256), 'a"b', 'caf\u00e9'])('is refused with the key %j', async (key) => {
    expect(await errorOf(await one({ key }))).toEqual([400, 'invalid-request']);
  });

  it('is refused with two keys', async () => {
    const refused = httpRequest(`${server.url}/api/compress`, {
      method: 'POST',
      headers: { 'Content-Type': 'image/jpeg', 'Idempotency-Key': ['one', 'two'] },
    });
    const answered = new Promise<number | undefined>((resolve) =>
      refused.once('response', ({ statusCode }) => resolve(statusCode)),
    );
    refused.end(photo);
    expect(await answered).toBe(400);
  });

  it('keeps its key when it is sent again and breaks off, or at the same call with a slash', async () => {
    const key = newKey();
    await (await one({ key })).arrayBuffer();
    const broken = httpRequest(`${server.url}/api/compress?name=0.jpg`, {
      method: 'POST',
      headers: { 'Content-Type': 'image/jpeg', 'Content-Length': photo.length, 'Idempotency-Key': key },
    });
    broken.on('error', () => {});
    await new Promise<void>((resolve) => broken.write(photo.subarray(0, 1_000), () => resolve()));
    broken.destroy();
    const again = await send('/api/compress/', { key });
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
  });

  it('can be asked from another origin', async () => {
    const answer = await fetch(`${server.url}/api/compress`, { method: 'OPTIONS' });
    expect(answer.headers.get('access-control-allow-headers')).toContain('Idempotency-Key');
    expect(answer.headers.get('access-control-expose-headers')).toContain('Idempotent-Replayed');
  });
});

describe('a batch that is sent twice with one key', () => {
  it('is compressed once, and its zip holds the same files with the same report', async () => {
    const key = newKey();
    const files = [photo, photo.slice(0, 60), other];
    const first = await batch({ key, files });
    const zip = await JSZip.loadAsync(await bytesOf(first));
    const again = await batch({ key, files });
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.headers.get('link')).toBe(first.headers.get('link'));
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.headers.get('x-failed-count')).toBe('1');
    const same = await JSZip.loadAsync(await bytesOf(again));
    expect(Object.keys(same.files).sort()).toEqual(Object.keys(zip.files).sort());
    for (const name of Object.keys(zip.files))
      expect(await same.file(name)!.async('string')).toBe(await zip.file(name)!.async('string'));
    const swapped = await batch({ key, files: [other, photo.slice(0, 60), photo] });
    expect(await errorOf(swapped)).toEqual([422, 'idempotency-mismatch']);
  });

  it('is the same batch of a client that takes jobs', async () => {
    const key = newKey();
    const headers = { Prefer: 'respond-async' };
    const [first, again] = [await batch({ key, headers }), await batch({ key, headers })];
    expect([first.status, again.status]).toEqual([202, 202]);
    expect(again.headers.get('location')).toBe(first.headers.get('location'));
  });
});
