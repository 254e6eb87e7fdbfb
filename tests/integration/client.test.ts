import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import JSZip from 'jszip';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { Featherpress, FeatherpressError, type JobUpdate } from '#functions/client/index.ts';
import { startCuttingProxy } from '#tests/fixtures/cutting-proxy.ts';
import { listen } from '#tests/fixtures/listen.ts';
import { startReceiver } from '#tests/fixtures/receiver.ts';
import { signIn } from '#tests/fixtures/sign-in.ts';
import { jpegFile } from '#tests/fixtures/upload-files.ts';
import { startWebServer, type RunningServer } from '#tests/fixtures/web-server.ts';
import { DELIVERS_HERE } from '#tests/support/delivery-client.ts';
import { API_TYPES, apiTypes } from '../../infra/docs/api-types.ts';

let server: RunningServer;
let photo: Uint8Array<ArrayBuffer>;
let client: Featherpress;

beforeAll(async () => {
  [server, photo] = await Promise.all([
    startWebServer({}, { worker: true }),
    jpegFile(640, 480).then((bytes) => new Uint8Array(bytes)),
  ]);
  client = new Featherpress({ server: server.url });
});
afterAll(() => server.close());

/** How a call ended that must not succeed. */
async function failureOf(call: Promise<unknown>): Promise<FeatherpressError> {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(FeatherpressError);
  return error as FeatherpressError;
}

async function all(updates: AsyncIterable<JobUpdate>): Promise<JobUpdate[]> {
  const list: JobUpdate[] = [];
  for await (const update of updates) list.push(update);
  return list;
}

describe('the client of the API', () => {
  it.each([
    ['whole', 0],
    ['in pieces', 9 * 1024 * 1024],
  ])('says where to deliver also of a file that is sent %s', async (_how, padding) => {
    const file = new Blob([photo, new Uint8Array(padding)]);
    const refused = await failureOf(client.start(file, { resultUrl: 'https://10.0.0.1/' }));
    expect(refused).toMatchObject({ code: 'invalid-request', status: 400 });
    expect(refused.message).toContain('on the public internet');
  });

  it('compresses a file and tells what was done', async () => {
    const sent: number[] = [];
    const shares: number[] = [];
    const result = await client.compress(photo, {
      name: 'summer.png',
      preset: 'small',
      target: '1KB',
      keep: [],
      onUploadProgress: ({ sentBytes }) => sent.push(sentBytes),
      onProgress: ({ progress }) => shares.push(progress),
    });
    const bytes = await result.bytes();
    expect(bytes.length).toBe(result.report.outputBytes);
    expect(bytes.length).toBeLessThan(photo.length);
    expect(result.report).toMatchObject({
      kind: 'jpeg',
      preset: 'small',
      target: { bytes: 1024, met: false },
    });
    expect(result.job).toMatchObject({ status: 'completed', keep: [] });
    expect(result.fileName).toBe('featherpress_summer.jpg');
    expect(result.headers.get('x-target-met')).toBe('false');
    expect(sent.at(-1)).toBe(photo.length);
    expect(shares.every((share) => share >= 0 && share <= 1)).toBe(true);
  });

  it('takes a Blob, and a File with its name', async () => {
    const file = new File([photo], 'Ferien Südsee.jpg');
    const result = await client.compress(file);
    expect(result.fileName).toBe('featherpress_Ferien Südsee.jpg');
    expect(await result.blob()).toMatchObject({ type: 'image/jpeg', size: result.report.outputBytes });
    const { fileName } = await client.compress(new Blob([photo.slice()]));
    expect(fileName).toBe('featherpress_file.jpg');
  });

  it('has the server fetch a file that is given by its address', async () => {
    const host = await startWebServer(DELIVERS_HERE, { worker: true });
    onTestFinished(() => host.close());
    const elsewhere = await startReceiver((response) => response.end(Buffer.from(photo)));
    const here = new Featherpress({ server: host.url });
    const result = await here.compress(new URL(`${elsewhere.url}/pond.jpg`), { preset: 'small' });
    expect(result.fileName).toBe('featherpress_pond.jpg');
    expect(result.report).toMatchObject({ preset: 'small', sourceBytes: photo.length });
  });

  it('compresses batches, shares and knows its owner', async () => {
    const own = new Featherpress({ server: `${server.url}/`, key: await signIn(server.url) });
    const files = [
      { file: photo, name: 'a.jpg' },
      { file: photo.slice(0, 60), name: 'b.jpg' },
    ];
    const batch = await own.compressBatch(files);
    expect(batch.fileCount).toBe(2);
    // Unknown where a busy machine takes longer than the 20 seconds for which the zip waits.
    expect([1, undefined]).toContain(batch.failedCount);
    const zip = await JSZip.loadAsync(await batch.bytes());
    expect(Object.keys(zip.files)).toEqual(['featherpress_a.jpg', 'featherpress-report.json']);

    const [good, bad] = (await own.startBatch(files)).jobs;
    expect((await (await own.result(good!.id)).bytes()).length).toBeLessThan(photo.length);
    expect(await failureOf(own.result(bad!.id))).toMatchObject({ code: 'damaged', status: 422 });

    const { url } = await own.share(good!.id);
    expect((await fetch(url)).status).toBe(200);
    expect(await own.profile()).toMatchObject({ email: 'ada@example.org' });
    expect(await own.compressedCount()).toBeGreaterThan(0);
    await own.cancel(good!.id);
    expect(await failureOf(own.job(good!.id))).toMatchObject({ code: 'expired', status: 404 });
  });

  it.each([
    ['2', 2],
    ['unknown', undefined],
  ])('reads that %s files of a batch failed', async (told, failedCount) => {
    const url = await listen((_request, response) => {
      response.writeHead(200, { 'X-File-Count': '3', 'X-Failed-Count': told }).end('PK');
    });
    const batch = await new Featherpress({ server: url }).compressBatch([{ file: photo, name: 'a.jpg' }]);
    expect(batch).toMatchObject({ fileCount: 3, failedCount });
    await batch.bytes();
  });

  it('brings the same bytes over a line that breaks in every phase', async () => {
    const proxy = await startCuttingProxy(server.url);
    onTestFinished(() => proxy.close());
    const whole = await (await client.compress(photo, { name: 'a.jpg' })).bytes();
    proxy.cuts.push(
      // In the middle of the upload; before the answer; after the events have begun; in the middle of the result.
      { afterSent: photo.length / 2 },
      { afterReceived: 1 },
      {},
    );
    const weak = new Featherpress({ server: proxy.url });
    const { id } = await weak.start(photo, { name: 'a.jpg' });
    expect(proxy.broken()).toBe(2);
    const updates = await all(weak.follow(id));
    expect(updates.at(-1)).toMatchObject({ type: 'completed', job: { id } });

    const before = proxy.broken();
    const cutAt = [1_000, 3_000].map((bytes) => ({ afterReceived: bytes }));
    const fresh = await startCuttingProxy(server.url);
    onTestFinished(() => fresh.close());
    // A connection for the events, then those of the result.
    fresh.cuts.push({ afterReceived: 600 }, ...cutAt);
    const bytes = await (await new Featherpress({ server: fresh.url }).result(id)).bytes();
    expect(Buffer.from(bytes).equals(Buffer.from(whole))).toBe(true);
    expect(fresh.broken() + before).toBeGreaterThan(3);
  });

  it('asks again and again where events do not get through', async () => {
    const url = await listen((request, response) => {
      if (request.url?.endsWith('/events'))
        return void response.writeHead(404, JSON_TYPE).end('{"code":"not-found"}');
      passOn(server.url, request, response);
    });
    const polling = new Featherpress({ server: url });
    const { id } = await polling.start(photo, { name: 'a.jpg' });
    const updates = await all(polling.follow(id));
    expect(updates.at(-1)).toMatchObject({ type: 'completed', job: { id } });
    expect(updates.slice(0, -1).every(({ type }) => type === 'progress')).toBe(true);
  });

  it('waits for no answer without end, whatever is called', async () => {
    const url = await listen((request) => void request.resume());
    const patience = { stalledAfterSeconds: 0.2, retries: 0, maxWaitSeconds: 0 };
    const silent = new Featherpress({ server: url, ...patience });
    const calls: Promise<unknown>[] = [
      ...[silent.compressedCount(), silent.usage(), silent.shares(), silent.share('a'), silent.cancel('a')],
      ...[silent.deliveries('a'), silent.job('a'), silent.result('a'), silent.signIn('a')],
      all(silent.follow('a')),
    ];
    for (const failure of await Promise.all(calls.map(failureOf)))
      expect(failure).toMatchObject({ code: 'network', status: 0 });
  });

  it('goes on where a line falls silent while a result or news of it comes', async () => {
    const { id } = await client.start(photo, { name: 'a.jpg' });
    const whole = await (await client.result(id)).bytes();
    const asked: string[] = [];
    const url = await listen((request, response) => {
      const { range } = request.headers;
      asked.push(`${request.url?.replace(id, 'ID')} ${range ?? ''}`.trim());
      // As of a proxy that holds an answer back until it is whole.
      if (request.url?.endsWith('/events')) return;
      if (!request.url?.endsWith('/result') || range !== undefined)
        return passOn(server.url, request, response);
      response.writeHead(200, { ETag: `"${id}"`, 'Content-Length': whole.length });
      response.write(whole.subarray(0, 100));
    });
    const patient = new Featherpress({ server: url, stalledAfterSeconds: 1, maxWaitSeconds: 0 });
    const bytes = await (await patient.result(id)).bytes();
    expect(Buffer.from(bytes).equals(Buffer.from(whole))).toBe(true);
    expect(asked.slice(-2)).toEqual(['/api/jobs/ID/result', '/api/jobs/ID/result bytes=100-']);
  });

  it('waits as long as Retry-After says, with one key for all tries', async () => {
    const seen: { at: number; key: string | undefined }[] = [];
    const url = await listen((request, response) => {
      seen.push({ at: Date.now(), key: request.headers['idempotency-key'] as string | undefined });
      request.resume();
      if (seen.length === 1)
        return void response.writeHead(429, { ...JSON_TYPE, 'Retry-After': '1' }).end('{}');
      if (seen.length === 2) return void response.writeHead(502).end('<h1>Bad gateway</h1>');
      response.writeHead(201, JSON_TYPE).end('{"url":"u","expiresAt":"t"}');
    });
    expect(await new Featherpress({ server: url }).share('a')).toMatchObject({ url: 'u' });
    expect(seen[1]!.at - seen[0]!.at).toBeGreaterThanOrEqual(990);
    expect(seen[0]!.key).toMatch(/^[0-9a-f]{32}$/);
    expect(new Set(seen.map(({ key }) => key)).size).toBe(1);
  });

  it('gives up after the last try, and at once where another would end the same', async () => {
    let calls = 0;
    const url = await listen((_request, response) => {
      calls++;
      response
        .writeHead(503, { ...JSON_TYPE, 'Retry-After': '0' })
        .end('{"error":"Busy.","code":"busy","requestId":"r"}');
    });
    const impatient = new Featherpress({ server: url, retries: 1 });
    expect(await failureOf(impatient.compressedCount())).toMatchObject({
      message: 'Busy.',
      code: 'busy',
      status: 503,
      requestId: 'r',
      retryAfterSeconds: 0,
    });
    expect(calls).toBe(2);
    const refused = await failureOf(client.compress(photo.slice(0, 60), { name: 'a.jpg' }));
    expect(refused).toMatchObject({ code: 'damaged', status: 422 });
    expect(refused.requestId).toBeTruthy();
    expect(await failureOf(client.start(new TextEncoder().encode('words'), { name: 'a.txt' }))).toMatchObject(
      {
        code: 'unsupported-type',
        status: 400,
      },
    );
    const full = await listen((_request, response) => {
      calls++;
      response.writeHead(409, JSON_TYPE).end('{"error":"Limit reached.","code":"limit-reached"}');
    });
    const keyless = new Featherpress({ server: full });
    expect(await failureOf(keyless.compressedCount())).toMatchObject({ code: 'limit-reached', status: 409 });
    expect(calls).toBe(3);
    const nobody = new Featherpress({ server: 'http://127.0.0.1:1', retries: 0 });
    expect(await failureOf(nobody.compressedCount())).toMatchObject({ code: 'network', status: 0 });
  });

  it('ends the job when the caller does not want it any more', async () => {
    const end = new AbortController();
    const reason = new Error('closed');
    const call = client.compress(photo, {
      name: 'a.jpg',
      preset: 'small',
      signal: end.signal,
      onProgress: () => end.abort(reason),
    });
    await expect(call).rejects.toBe(reason);
    await expect.poll(() => server.keys('uploads/')).toEqual([]);
  });

  it('keeps a caller that wants no more for seconds at most, also where the server is silent', async () => {
    const end = new AbortController();
    const url = await listen((request, response) => {
      request.resume();
      if (request.method === 'POST') response.writeHead(202, JSON_TYPE).end('{"id":"a"}');
      else end.abort(new Error('closed'));
    });
    const begun = performance.now();
    const call = new Featherpress({ server: url }).compress(photo, { signal: end.signal });
    await expect(call).rejects.toThrow('closed');
    expect(performance.now() - begun).toBeLessThan(20_000);
  });

  it.each([
    ['in Node', false],
    ['in browsers', true],
  ])("makes every request by the caller's own fetch, %s", async (_, hasXhr) => {
    if (hasXhr) vi.stubGlobal('XMLHttpRequest', class {});
    onTestFinished(() => void vi.unstubAllGlobals());
    const requests: string[] = [];
    const own: typeof fetch = (input, init) => {
      const { pathname, search } = new URL(String(input));
      requests.push(`${init?.method} ${pathname.replace(/[\w-]{22}/, 'ID')}`);
      if (init?.body) expect(init.body instanceof ReadableStream).toBe(!hasXhr);
      return fetch(server.url + pathname + search, init);
    };
    // Nobody but the own fetch knows where it is.
    const away = new Featherpress({ server: 'http://featherpress.invalid', fetch: own, retries: 0 });
    const sent: number[] = [];
    const onUploadProgress = ({ sentBytes }: { sentBytes: number }) => void sent.push(sentBytes);
    await away.start(photo, { name: 'a.jpg', onUploadProgress });
    expect([requests.splice(0), sent.splice(0).at(-1)]).toEqual([['POST /api/compress'], photo.length]);
    const large = new Blob([photo, new Uint8Array(9 * 1024 * 1024)]);
    const { id } = await away.start(large, { name: 'large.jpg', onUploadProgress });
    expect(sent.at(-1)).toBe(large.size);
    expect(requests.slice(0, 3)).toEqual([
      'POST /api/resumable',
      'PATCH /api/resumable/ID',
      'PATCH /api/resumable/ID',
    ]);
    await away.cancel(id);
  });

  it('says so when something else answers in the place of the server', async () => {
    const url = await listen((_request, response) => void response.end('<h1>Welcome to the hotel</h1>'));
    const error = await failureOf(new Featherpress({ server: url }).compressedCount());
    expect(error.code).toBe('unexpected-answer');
  });
});

describe('the code of the client', () => {
  it('has the types of the OpenAPI document; otherwise run: npm run docs', async () => {
    expect(await readFile(API_TYPES, 'utf8')).toBe(await apiTypes());
  });

  it('is small, for browsers, and needs no package', async () => {
    const { outputFiles, metafile } = await build({
      entryPoints: ['functions/client/index.ts'],
      bundle: true,
      minify: true,
      write: false,
      format: 'esm',
      platform: 'browser',
      metafile: true,
    });
    expect(Object.keys(metafile.inputs).every((path) => path.startsWith('functions/client/'))).toBe(true);
    expect(gzipSync(outputFiles[0]!.contents).length).toBeLessThan(8_000);
  });
});

const JSON_TYPE = { 'Content-Type': 'application/json' };

function passOn(target: string, from: IncomingMessage, response: ServerResponse): void {
  const { method, headers, url } = from;
  const onward = httpRequest(target + url, { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 500, answer.headers);
    answer.pipe(response);
  });
  from.pipe(onward);
}
