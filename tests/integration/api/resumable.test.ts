import { once } from 'node:events';
import { readdir, stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { EmbeddedConfig } from '#platform/config.ts';
import { createJobId } from '#platform/job-records.ts';
import { Upload } from '../../../infra/emulators/tus.ts';
import { withFaults, type Fault } from '#tests/fixtures/faulty-ports.ts';
import { openBreakingLine } from '#tests/fixtures/breaking-line.ts';
import { tusMetadata, tusRequests } from '#tests/fixtures/tus-requests.ts';
import { until } from '#tests/fixtures/until.ts';
import { jpegFile, oleHead, plainZip } from '#tests/fixtures/upload-files.ts';
import { startWebServer, type RunningServer } from '#tests/fixtures/web-server.ts';

const MB = 1024 * 1024;
const OPEN_JOBS = 5;
let server: RunningServer;
let photo: Uint8Array<ArrayBuffer>;
const { ask, create, created, patch, head, offset } = tusRequests(() => server.url);

beforeAll(async () => {
  [server, photo] = await Promise.all([
    startWebServer({
      FILES_PER_MINUTE: '10000',
      OPEN_JOBS: String(OPEN_JOBS),
      MAX_FILE_BYTES: String(40 * MB),
    }),
    jpegFile().then((bytes) => new Uint8Array(bytes)),
  ]);
});
afterAll(() => server.close());
afterEach(async () => {
  for (const key of await server.keys('partials/'))
    await ask('DELETE', `/api/resumable/${/partials\/(.+)\.json/.exec(key)![1]!}`);
  expect(await server.keys('partials/')).toEqual([]);
  expect(await server.keys('uploads/')).toEqual([]);
  const { dataDir } = server.config as EmbeddedConfig;
  expect(await readdir(join(dataDir, 'partials')).catch(() => [])).toEqual([]);
});

const codeOf = async (answer: Response) => [answer.status, ((await answer.json()) as { code: string }).code];
const jobOf = async (path: string) =>
  (await (await fetch(`${server.url}/api/jobs/${path.split('/').at(-1)!}`)).json()) as Record<
    string,
    unknown
  >;

/** A photo with so many bytes after its end, which every decoder passes over. */
function padded(bytes: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.concat([photo, randomBytes(bytes - photo.length)]));
}

describe('a resumable upload', () => {
  it('becomes a job with its options when its last byte has come', async () => {
    const metadata = tusMetadata({ filename: 'Ünï.jpg', filetype: 'image/jpeg', preset: 'small' });
    const answer = await create(photo.length, metadata, '?target=5000');
    expect([answer.status, answer.headers.get('upload-offset')]).toEqual([201, '0']);
    expect(Date.parse(answer.headers.get('upload-expires')!) - Date.now()).toBeGreaterThan(3_500_000);
    const path = answer.headers.get('location')!;
    const half = await patch(path, 0, photo.slice(0, 1_000));
    expect([half.status, half.headers.get('upload-offset'), half.headers.get('x-job-id')]).toEqual([
      204,
      '1000',
      null,
    ]);
    const asked = await head(path);
    expect(asked.headers.get('upload-offset')).toBe('1000');
    expect(asked.headers.get('upload-length')).toBe(String(photo.length));
    expect(asked.headers.get('upload-metadata')).toBe(metadata['Upload-Metadata']);
    expect(asked.headers.get('cache-control')).toBe('no-store');
    const last = await patch(path, 1_000, photo.slice(1_000));
    const id = path.split('/').at(-1)!;
    expect([last.status, last.headers.get('x-job-id')]).toEqual([204, id]);
    expect(last.headers.get('link')).toContain(`</api/jobs/${id}>`);
    const job = await jobOf(path);
    expect(job).toMatchObject({ status: 'queued', kind: 'jpeg', preset: 'small', targetBytes: 5_000 });
    expect(job.sourceBytes).toBe(photo.length);
    const stored = await server.platform.objects.find(`uploads/${id}`);
    const chunks: Uint8Array[] = [];
    for await (const chunk of stored!.body) chunks.push(chunk);
    expect(Buffer.concat(chunks).equals(photo)).toBe(true);
  });

  it('is one job, however often its end is asked for', async () => {
    const { waiting } = await server.platform.queue.depth();
    const path = await created(photo.length);
    await patch(path, 0, photo.slice(0, -1));
    const answers = await Promise.all([
      patch(path, photo.length - 1, photo.slice(-1)),
      patch(path, photo.length - 1, photo.slice(-1)),
      head(path),
      head(path),
    ]);
    for (const { status } of answers) expect([200, 204, 409, 423]).toContain(status);
    expect(await offset(path)).toBe(photo.length);
    const again = await patch(path, photo.length, '');
    expect([again.status, again.headers.get('x-job-id')]).toEqual([204, path.split('/').at(-1)]);
    expect((await server.platform.queue.depth()).waiting).toBe(waiting + 1);
    await ask('DELETE', path);
    expect((await fetch(`${server.url}/api/jobs/${path.split('/').at(-1)!}/result`)).status).toBe(404);
  });

  it('is named in no log', async () => {
    const path = await created(5);
    await head(path);
    await expect.poll(() => server.log()).toContain('"/api/resumable/…"');
    expect(server.log()).not.toContain(path);
  });

  it('takes a small file with its creation', async () => {
    const answer = await ask(
      'POST',
      '/api/resumable',
      { 'Upload-Length': String(photo.length), 'Content-Type': 'application/offset+octet-stream' },
      photo,
    );
    expect([answer.status, answer.headers.get('upload-offset')]).toEqual([201, String(photo.length)]);
    expect(answer.headers.get('x-job-id')).toBe(answer.headers.get('location')!.split('/').at(-1));
  });

  it('can be sent where only POST passes', async () => {
    const path = await created(photo.length);
    const headers = {
      'X-HTTP-Method-Override': 'PATCH',
      'Upload-Offset': '0',
      'Content-Type': 'Application/Offset+Octet-Stream; charset=binary',
    };
    expect((await ask('POST', path, headers, photo)).status).toBe(204);
    expect((await ask('POST', path, { 'X-HTTP-Method-Override': 'DELETE' })).status).toBe(204);
    expect((await ask('POST', path)).status).toBe(405);
  });

  it('arrives through the official client over a line that breaks ten times', async () => {
    const file = padded(24 * MB);
    const cuts = Array.from({ length: 10 }, (_, at) => 1 * MB + at * 150_000);
    const line = await openBreakingLine(server.url, cuts);
    onTestFinished(line.close);
    const path = await new Promise<string>((resolve, reject) => {
      const upload = new Upload(Buffer.from(file), {
        endpoint: `${line.url}/api/resumable`,
        retryDelays: Array.from({ length: 30 }, () => 0),
        metadata: { filename: 'a.jpg', preset: 'small' },
        onSuccess: () => resolve(new URL(upload.url!).pathname),
        onError: reject,
      });
      upload.start();
    });
    expect(line.breaks()).toBe(10);
    expect(line.sentBytes()).toBeLessThan(file.length + 8 * MB);
    expect(await jobOf(path)).toMatchObject({ status: 'queued', kind: 'jpeg', sourceBytes: file.length });
  });

  it('stays whole when a connection stalls and another one goes on', async () => {
    const file = padded(200_000);
    const path = await created(file.length);
    const { host, hostname, port } = new URL(server.url);
    const stalled = connect(Number(port), hostname);
    stalled.write(
      `PATCH ${path} HTTP/1.1\r\nHost: ${host}\r\nTus-Resumable: 1.0.0\r\nUpload-Offset: 0\r\n` +
        `Content-Type: application/offset+octet-stream\r\nContent-Length: ${file.length}\r\n\r\n`,
    );
    stalled.write(file.subarray(0, 70_000));
    await once(stalled, 'drain').catch(() => {});
    const answered = once(stalled, 'data');
    await until('the first bytes', async () => (await offset(path)) > 0);
    expect(String((await answered)[0])).toContain('HTTP/1.1 423');
    const kept = await offset(path);
    expect((await patch(path, kept, file.slice(kept))).status).toBe(204);
    expect(await jobOf(path)).toMatchObject({ status: 'queued', sourceBytes: file.length });
    stalled.destroy();
  });
});

describe('refuses', () => {
  it.each([
    ['without a length', {}, [400, 'invalid-request']],
    ['deferred', { 'Upload-Defer-Length': '1' }, [400, 'invalid-request']],
    ['of a negative length', { 'Upload-Length': '-1' }, [400, 'invalid-request']],
    ['of a length in words', { 'Upload-Length': 'ten' }, [400, 'invalid-request']],
    ['of a length past all numbers', { 'Upload-Length': '9'.repeat(30) }, [400, 'invalid-request']],
    ['that is too large', { 'Upload-Length': String(40 * MB + 1) }, [413, 'too-large']],
    ['that is empty', { 'Upload-Length': '0' }, [422, 'damaged']],
    ['of another version', { 'Upload-Length': '5', 'Tus-Resumable': '0.2.2' }, [412, 'unsupported-protocol']],
    [
      'with metadata that is none',
      { 'Upload-Length': '5', 'Upload-Metadata': 'filename a b c' },
      [400, 'invalid-request'],
    ],
    [
      'with metadata in no base64',
      { 'Upload-Length': '5', 'Upload-Metadata': 'filename ä' },
      [400, 'invalid-request'],
    ],
    [
      'with broken base64',
      { 'Upload-Length': '5', 'Upload-Metadata': 'filename /////' },
      [400, 'invalid-request'],
    ],
    ['with commas alone', { 'Upload-Length': '5', 'Upload-Metadata': ',,,' }, [400, 'invalid-request']],
    [
      'with a name twice',
      { 'Upload-Length': '5', 'Upload-Metadata': 'name YQ==,name YQ==' },
      [400, 'invalid-request'],
    ],
    [
      'with an unknown option',
      { 'Upload-Length': '5', ...tusMetadata({ quality: '3' }) },
      [400, 'invalid-request'],
    ],
    [
      'with a wrong option',
      { 'Upload-Length': '5', ...tusMetadata({ preset: 'tiny' }) },
      [400, 'invalid-request'],
    ],
    [
      'with a body of another type',
      { 'Upload-Length': '5', 'Content-Type': 'text/plain' },
      [415, 'wrong-content-type'],
    ],
  ])('a creation %s', async (what, headers, expected) => {
    const body = what.includes('body') ? 'hello' : undefined;
    const answer = await ask('POST', '/api/resumable', headers as Record<string, string>, body);
    expect(await codeOf(answer)).toEqual(expected);
    expect(answer.headers.get('tus-resumable')).toBe('1.0.0');
    expect(await server.keys('partials/')).toEqual([]);
  });

  it('an option that is given in two places', async () => {
    const answer = await create(5, tusMetadata({ preset: 'small' }), '?preset=high');
    expect(await codeOf(answer)).toEqual([400, 'invalid-request']);
  });

  it('pieces at another place, of another type and past the end, and keeps what had come', async () => {
    const path = await created(1_000);
    expect((await patch(path, 0, photo.slice(0, 500))).status).toBe(204);
    for (const at of [0, 499, 501, 1_000, 9_999])
      expect(await codeOf(await patch(path, at, 'x'))).toEqual([409, 'upload-conflict']);
    for (const at of ['-1', '5e2', '500.0', '', ' '])
      expect(await codeOf(await patch(path, at, 'x'))).toEqual([400, 'invalid-request']);
    expect(await codeOf(await patch(path, 500, 'x', { 'Content-Type': 'image/jpeg' }))).toEqual([
      415,
      'wrong-content-type',
    ]);
    expect(await codeOf(await patch(path, 500, photo.slice(0, 501)))).toEqual([413, 'too-large']);
    let pieces = 3;
    const longer = new ReadableStream({
      pull: (controller) => (pieces-- > 0 ? controller.enqueue(photo.slice(0, 400)) : controller.close()),
    });
    expect(await codeOf(await patch(path, 500, longer))).toEqual([413, 'too-large']);
    expect(await offset(path)).toBeLessThan(1_000);
    expect(await codeOf(await patch(path, await offset(path), 'x', { 'Tus-Resumable': '' }))).toEqual([
      412,
      'unsupported-protocol',
    ]);
  });

  it.each([
    ['a text', () => Buffer.from('hello '.repeat(400)), [400, 'unsupported-type']],
    ['another zip', plainZip, [400, 'unsupported-type']],
    ['an old presentation', () => oleHead, [400, 'legacy-ppt']],
  ])('%s at its first bytes, and keeps nothing', async (_, bytes, expected) => {
    const file = new Uint8Array(await bytes());
    const path = await created(
      30 * MB,
      tusMetadata({ filename: expected[1] === 'legacy-ppt' ? 'a.ppt' : 'a.zip' }),
    );
    const first = Buffer.concat([file, Buffer.alloc(2_000)]);
    expect(await codeOf(await patch(path, 0, new Uint8Array(first)))).toEqual(expected);
    expect((await head(path)).status).toBe(404);
    expect(await server.keys('uploads/')).toEqual([]);
    expect(await server.keys('partials/')).toEqual([]);
  });

  it('what turns out to be none of the kinds at its end', async () => {
    const path = await created(500);
    await patch(path, 0, 'a');
    expect(await codeOf(await patch(path, 1, 'b'.repeat(499)))).toEqual([400, 'unsupported-type']);
    expect((await head(path)).status).toBe(404);
    expect(await server.keys('uploads/')).toEqual([]);
    expect(await server.keys('partials/')).toEqual([]);
  });

  it('uploads that are not there, and paths that lead elsewhere', async () => {
    for (const id of [createJobId(), 'a', '..%2f..%2fjobs', 'x'.repeat(300), '%00']) {
      expect((await head(`/api/resumable/${id}`)).status, id).toBe(404);
      expect((await patch(`/api/resumable/${id}`, 0, 'x')).status, id).toBe(404);
      expect((await ask('DELETE', `/api/resumable/${id}`)).status, id).toBe(404);
    }
    expect((await ask('GET', '/api/resumable')).status).toBe(405);
  });

  it('more open uploads than a client may have, and gives the place back', async () => {
    const answers = await Promise.all(Array.from({ length: 60 }, () => create(1_000)));
    const open = answers.filter(({ status }) => status === 201);
    expect(open.length).toBeLessThanOrEqual(OPEN_JOBS);
    for (const { status } of answers) expect([201, 429]).toContain(status);
    const more = await Promise.all(Array.from({ length: OPEN_JOBS }, () => create(1_000)));
    const paths = [...open, ...more].flatMap(({ headers }) => headers.get('location') ?? []);
    expect(paths).toHaveLength(OPEN_JOBS);
    const refused = await create(1_000);
    expect(await codeOf(refused)).toEqual([429, 'rate-limited']);
    expect((await ask('DELETE', paths[0]!)).status).toBe(204);
    expect((await head(paths[0]!)).status).toBe(404);
    expect((await create(1_000)).status).toBe(201);
  });
});

it('keeps what came of a request that breaks off, and nothing of one that came to nothing', async () => {
  const path = await created(photo.length);
  const { hostname, port, host } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  socket.write(
    `PATCH ${path} HTTP/1.1\r\nHost: ${host}\r\nTus-Resumable: 1.0.0\r\nUpload-Offset: 0\r\n` +
      `Content-Type: application/offset+octet-stream\r\nTransfer-Encoding: chunked\r\n\r\n7d0\r\n`,
  );
  socket.write(photo.subarray(0, 2_000));
  socket.write('\r\n');
  const folder = join((server.config as EmbeddedConfig).dataDir, 'partials');
  await until('the bytes to come', async () => {
    const [file = ''] = await readdir(folder);
    return (await stat(join(folder, file))).size > 512;
  });
  socket.resetAndDestroy();
  await until('the bytes to be kept', async () => (await offset(path)) > 0);
  const kept = await offset(path);
  expect((await patch(path, kept, photo.slice(kept))).headers.get('x-job-id')).not.toBeNull();
});

it.each(['PATCH', 'HEAD'] as const)('stays ended where a %s comes while it is', async (method) => {
  const faults: Fault[] = [];
  const other = await startWebServer({}, { change: (platform) => withFaults(platform, faults) });
  onTestFinished(() => other.close());
  const tus = tusRequests(() => other.url);
  const path = await tus.created(photo.length);
  const all = photo.length;
  const sent = method === 'HEAD' ? all - 1 : 0;
  if (sent > 0) await tus.patch(path, 0, photo.slice(0, sent));
  let late: Promise<Response> | undefined;
  faults.push({
    call: 'objects.find',
    about: 'outcomes/',
    async wait() {
      late = method === 'HEAD' ? tus.head(path) : tus.patch(path, 0, photo);
      await Promise.race([late, pause(200)]);
    },
  });
  expect((await tus.ask('DELETE', path)).status).toBe(204);
  expect((await late!).status).toBe(404);
  expect((await tus.head(path)).status).toBe(404);
  for (const prefix of ['partials/', 'uploads/', 'jobs/']) expect(await other.keys(prefix)).toEqual([]);
});

it('gives every piece a line of its own, which Chromium does not send again by itself', async () => {
  const path = await created(9);
  const preflight = await fetch(server.url + path, {
    method: 'OPTIONS',
    headers: { Origin: 'https://elsewhere.example', 'Access-Control-Request-Method': 'PATCH' },
  });
  const answers = [preflight, await head(path), await patch(path, 5, 'b')];
  expect(answers.map(({ status }) => status)).toEqual([204, 200, 409]);
  for (const answer of answers) expect(answer.headers.get('connection')).toBe('close');
});

it('answers scripts of other origins', async () => {
  const preflight = await fetch(`${server.url}/api/resumable`, {
    method: 'OPTIONS',
    headers: {
      Origin: 'https://elsewhere.example',
      'Access-Control-Request-Method': 'PATCH',
      'Access-Control-Request-Headers':
        'tus-resumable,upload-offset,upload-length,upload-metadata,content-type',
    },
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-methods')).toContain('PATCH');
  for (const name of ['Tus-Resumable', 'Upload-Offset', 'Upload-Length', 'Upload-Metadata', 'Content-Type'])
    expect(preflight.headers.get('access-control-allow-headers')).toContain(name);
  expect(preflight.headers.get('tus-version')).toBe('1.0.0');
  expect(preflight.headers.get('tus-extension')).toBe('creation,creation-with-upload,expiration,termination');
  expect(preflight.headers.get('tus-max-size')).toBe(String(40 * MB));
  const exposed = (await create(5)).headers.get('access-control-expose-headers');
  for (const name of [
    'Location',
    'Upload-Offset',
    'Upload-Length',
    'Upload-Expires',
    'Tus-Resumable',
    'X-Job-Id',
  ])
    expect(exposed).toContain(name);
});
