import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { deleteExpired } from '#functions/services/expiry/expired-objects.ts';
import { createApiKeys, KEY_MEMORY_MS } from '#functions/services/identity/api-keys/api-keys.ts';
import { createWebServer, type WebServer } from '#functions/web-server.ts';
import type { BackendCall } from '#platform/contracts/backend-call.ts';
import { createDistributedPlatform } from '#platform/adapters/create-distributed-platform.ts';
import { createJobId } from '#platform/job-records.ts';
import { expiryRules } from '#platform/contracts/expiry-rules.ts';
import { jobKeys } from '#platform/contracts/job.ts';
import { createLogger } from '#platform/logger.ts';
import type { Platform } from '#platform/ports/platform.ts';
import { startWorker, type Worker } from '#workers/start-worker.ts';
import { startAwsEmulator, type AwsEmulator } from '#tests/fixtures/aws-emulator.ts';
import { distributedConfig } from '#tests/fixtures/distributed-config.ts';
import { startRedisServer, type RedisServer } from '#tests/fixtures/redis-server.ts';
import { jpegFile } from '#tests/fixtures/upload-files.ts';
import { allEvents } from '#tests/support/event-reader.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** Two web servers and a worker, each on a platform of its own, over the same S3, SQS and Redis. */
let folder: string;
let emulator: AwsEmulator;
let redis: RedisServer;
let platforms: Platform[];
let servers: WebServer[];
let urls: string[];
let worker: Worker;
let photo: Uint8Array<ArrayBuffer>;
/** Of all of them. */
let calls: BackendCall[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'featherpress-'));
  [emulator, redis] = await Promise.all([startAwsEmulator(), startRedisServer(folder)]);
  photo = new Uint8Array(await jpegFile());
  const config = await distributedConfig(emulator, redis, {
    S3_BUCKET: await emulator.createBucket(),
    FILES_PER_MINUTE: '20',
    WORKER_CONCURRENCY: '1',
  });
  const { credentials } = emulator.access;
  const logger = createLogger({ level: 'silent' });
  platforms = [1, 2, 3].map(() =>
    createDistributedPlatform(config, { credentials: credentials! }, (call) => calls.push(call)),
  );
  servers = await Promise.all(
    platforms
      .slice(0, 2)
      .map((platform) => createWebServer({ config, platform, logger, buildDir: `${folder}/no-build` })),
  );
  urls = (await Promise.all(servers.map((server) => server.listen()))).map(({ url }) => url);
  worker = await startWorker({ config, platform: platforms[2]!, logger, warmUp: false });
});

afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()));
  await worker.stop({ graceMs: 1_000 });
  // The queue waits for its last long poll, so that no message is lost; this one ends it now.
  await platforms[0]!.queue.send({ version: 1, jobId: createJobId() });
  await Promise.all(platforms.map((platform) => platform.close()));
  await Promise.all([emulator.stop(), redis.stop()]);
  await rm(folder, { recursive: true, force: true });
});

const json = (path: string, body: object) =>
  fetch(urls[0]! + path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'Content-Type': 'application/json' },
  });

it('answers through any web server, and all count the same files and limits', async () => {
  const left: string[] = [];
  for (const url of urls) {
    const body = new FormData();
    body.append('file', new Blob([photo], { type: 'image/jpeg' }), 'a.jpg');
    const answer = await fetch(`${url}/api/compress`, { method: 'POST', body });
    expect(answer.status).toBe(200);
    expect((await answer.arrayBuffer()).byteLength).toBe(Number(answer.headers.get('x-compressed-size')));
    left.push(answer.headers.get('ratelimit')!.replace(/;t=.*/, ''));
  }
  expect(left).toEqual(['"files";r=19', '"files";r=18']);
  expect(await (await fetch(`${urls[1]}/api/stats`)).json()).toEqual({ compressedCount: 2 });
  // What was delivered goes after its answer: else these calls would be counted as those of the next job.
  const removals = (): number => requestsForObjects().filter((name) => name === 'DeleteObjects').length;
  await expect.poll(removals).toBe(2);
});

/** Calls of S3 for objects; looks of the sweep that comes by the minute are no job's. */
function requestsForObjects(): string[] {
  const ofSweeps = new Set(['ListObjectsV2', 'ListMultipartUploads']);
  return calls
    .filter(({ service, operation }) => service === 's3' && !ofSweeps.has(operation))
    .map(({ operation }) => operation);
}

/** A job of which nothing is heard for 1.6 s is looked at, at most five times a second: a busy machine may take as long. */
function mostLooksSince(start: number): number {
  const ms = performance.now() - start;
  return ms < 1_600 ? 0 : Math.ceil(ms / 200);
}

it('asks the store at most eight times for a job that is waited for on the line', async () => {
  calls = [];
  const start = performance.now();
  const headers = { 'Content-Type': 'image/jpeg' };
  const answer = await fetch(`${urls[0]}/api/compress`, { method: 'POST', body: photo, headers });
  expect(answer.status).toBe(200);
  await answer.arrayBuffer();
  const looks = mostLooksSince(start);
  await expect.poll(() => requestsForObjects().includes('DeleteObjects')).toBe(true);
  const requests = requestsForObjects();
  const gets = requests.filter((name) => name === 'GetObject').length;
  // Record and upload by the worker, the result by the web server.
  expect(gets).toBeGreaterThanOrEqual(3);
  expect(gets).toBeLessThanOrEqual(3 + looks);
  // Upload, record, result, outcome.
  expect(requests.filter((name) => name !== 'GetObject').sort()).toEqual([
    'DeleteObjects',
    ...Array(4).fill('PutObject'),
  ]);
});

it('asks it no more often for a job that is followed by events at another server, and in its turn', async () => {
  calls = [];
  const start = performance.now();
  const headers = { 'Content-Type': 'image/jpeg', Prefer: 'respond-async' };
  const sent = await fetch(`${urls[0]}/api/compress`, { method: 'POST', body: photo, headers });
  const path = sent.headers.get('location')!;
  const events = await allEvents(await fetch(`${urls[1]}${path}/events`));
  expect(events.at(-1)).toMatchObject({ name: 'completed' });
  const asked = await fetch(`${urls[0]}${path}`);
  expect(await asked.json()).toMatchObject({ status: 'completed' });
  const result = await fetch(`${urls[1]}${path}/result`);
  expect(result.status).toBe(200);
  await result.arrayBuffer();
  const looks = mostLooksSince(start);
  await expect.poll(() => requestsForObjects().includes('DeleteObjects')).toBe(true);
  const requests = requestsForObjects().length;
  expect(requests).toBeGreaterThanOrEqual(8);
  expect(requests).toBeLessThanOrEqual(8 + looks);

  // What expires goes a thousand at a time.
  calls = [];
  await deleteExpired(platforms[0]!.objects, { 'results/': 900, 'outcomes/': 900 }, Date.now() + 901_000);
  expect(requestsForObjects()).toEqual(['DeleteObjects', 'DeleteObjects']);
});

it('knows at one server what another was sent: how it goes on, and under which key', async () => {
  const body = new Blob([new Uint8Array(await jpegFile(1_600, 1_200))]);
  const headers = { Prefer: 'respond-async', 'Content-Type': 'image/jpeg', 'Idempotency-Key': 'a' };
  const send = (url: string) => fetch(`${url}/api/compress`, { method: 'POST', body, headers });
  const sent = await send(urls[0]!);
  const path = sent.headers.get('location')!;
  const events = await allEvents(await fetch(`${urls[1]}${path}/events`));
  expect(events.map(({ data }) => data.status)).toContain('running');
  expect(events.at(-1)).toMatchObject({ name: 'completed', data: { status: 'completed' } });
  const again = await send(urls[1]!);
  expect([again.status, again.headers.get('location')]).toEqual([202, path]);
  expect(again.headers.get('idempotent-replayed')).toBe('true');
});

it('takes a file that was sent to the store directly', async () => {
  const wish = { fileName: 'Größe.jpg', type: 'image/jpeg', bytes: photo.length };
  const pending = (await (await json('/api/uploads', wish)).json()) as {
    url: string;
    uploadToken: string;
    headers: Record<string, string>;
  };
  const early = await json('/api/uploads/complete', { uploadToken: pending.uploadToken });
  expect(await early.json()).toMatchObject({ error: 'The file has not been uploaded yet.' });

  const { 'Content-Length': _, ...headers } = pending.headers;
  expect((await fetch(pending.url, { method: 'PUT', body: photo, headers })).status).toBe(200);
  const begun = await json('/api/uploads/complete', { uploadToken: pending.uploadToken });
  expect(begun.status).toBe(202);
  const location = urls[1]! + begun.headers.get('location');
  await expect
    .poll(async () => ((await (await fetch(location)).json()) as { status: string }).status)
    .toBe('completed');
  const result = await fetch(`${location}/result`);
  expect(result.headers.get('content-disposition')).toContain("UTF-8''featherpress_Gr%C3%B6%C3%9Fe.jpg");
  await result.arrayBuffer();
  const again = await json('/api/uploads/complete', { uploadToken: pending.uploadToken });
  expect(again.status).toBe(202);
  expect(urls[1]! + again.headers.get('location')).toBe(location);
});

it('refuses direct uploads that are not what they were announced as', async () => {
  const requested = async (wish: object) =>
    (await (await json('/api/uploads', wish)).json()) as Record<string, string>;
  expect(await requested({ fileName: 'a.exe', bytes: 5 })).toMatchObject({ code: 'unsupported-type' });
  expect(await requested({ fileName: 'a.pdf', bytes: 2 ** 30 })).toMatchObject({ code: 'too-large' });

  const text = new Uint8Array(photo.length).fill(0x20);
  const { url, uploadToken } = await requested({ fileName: 'a.pdf', bytes: text.length });
  await fetch(url!, { method: 'PUT', body: text, headers: { 'Content-Type': 'application/pdf' } });
  expect(await (await json('/api/uploads/complete', { uploadToken: uploadToken! })).json()).toMatchObject({
    code: 'unsupported-type',
  });
  expect(
    await (await json('/api/uploads/complete', { uploadToken: `${uploadToken}x` })).json(),
  ).toMatchObject({
    code: 'invalid-request',
  });
});

it('says what is wrong with a direct upload, and leaves nothing of it', async () => {
  const { objects } = platforms[0]!;
  const kept = async () => {
    const keys: string[] = [];
    for (const prefix of ['uploads/', 'jobs/', 'completions/'])
      for await (const { key } of objects.list(prefix)) keys.push(key);
    return keys;
  };
  const before = await kept();
  const text = new Uint8Array(photo.length).fill(0x20);
  const sent: [string, Uint8Array | null, string][] = [
    ['never sent', null, 'The file has not been uploaded yet.'],
    ['too short', photo.slice(0, -1), 'The uploaded file is not complete.'],
    ['too long', new Uint8Array([...photo, 1]), 'The uploaded file is larger than it was announced to be.'],
    ['of another type', text, 'Please select only PDF'],
  ];
  const refused = await Promise.all(
    sent.map(async ([name, bytes]) => {
      const wish = { fileName: 'a.jpg', type: 'image/jpeg', bytes: photo.length };
      const { uploadToken } = (await (await json('/api/uploads', wish)).json()) as { uploadToken: string };
      const { jobId } = decodeJwt<{ jobId: string }>(uploadToken);
      // Past the presigned address, which lets nothing of another length through.
      if (bytes) await objects.put(jobKeys.upload(jobId), bytes, { contentType: 'image/jpeg' });
      const answer = await json('/api/uploads/complete', { uploadToken });
      const { error } = (await answer.json()) as { error: string };
      return [name, answer.status < 500, error];
    }),
  );
  expect(refused).toEqual(
    sent.map(([name, , words]) => [name, true, expect.stringContaining(words) as string]),
  );
  expect(await kept()).toEqual(before);

  // Sent, and never made a job of: its rule deletes it. The other rules would delete what the next test looks for.
  const forgotten = jobKeys.upload(createJobId());
  await objects.put(forgotten, photo, { contentType: 'image/jpeg' });
  const { 'uploads/': seconds } = expiryRules({});
  await deleteExpired(objects, { 'uploads/': seconds! }, Date.now() + 2.1 * 3_600_000);
  expect((await kept()).filter((key) => key === forgotten)).toEqual([]);
});

it('makes one job of a direct upload that is completed at every server at once', async () => {
  const countOf = async () =>
    ((await (await fetch(`${urls[0]}/api/stats`)).json()) as { compressedCount: number }).compressedCount;
  const before = await countOf();
  const wish = { fileName: 'a.jpg', type: 'image/jpeg', bytes: photo.length };
  const pending = (await (await json('/api/uploads', wish)).json()) as {
    url: string;
    uploadToken: string;
    headers: Record<string, string>;
  };
  const { 'Content-Length': _, ...headers } = pending.headers;
  // What the signature does not allow is refused by the store itself.
  const tooLong = new Uint8Array([...photo, 1]);
  const strict = emulator.s3Endpoint !== emulator.access.endpoint;
  if (strict) expect((await fetch(pending.url, { method: 'PUT', body: tooLong, headers })).status).toBe(403);
  expect((await fetch(pending.url, { method: 'PUT', body: photo, headers })).status).toBe(200);
  const complete = (url: string) =>
    fetch(`${url}/api/uploads/complete`, {
      method: 'POST',
      body: JSON.stringify({ uploadToken: pending.uploadToken }),
      headers: { 'Content-Type': 'application/json' },
    });
  const answers = await Promise.all([...urls, ...urls, ...urls].map(complete));
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(202));
  const places = new Set(answers.map((answer) => answer.headers.get('location')!));
  expect(places.size).toBe(1);
  const [place] = [...places];
  const statusOf = async () => ((await (await fetch(urls[1]! + place)).json()) as { status: string }).status;
  await expect.poll(statusOf).toBe('completed');
  await expect.poll(countOf).toBe(before + 1);
  await expect.poll(async () => (await platforms[0]!.queue.depth()).waiting).toBe(0);
  expect(await countOf()).toBe(before + 1);
});

it('deletes results when their minutes are over, not the days of a bucket', async () => {
  const objects = platforms[0]!.objects;
  const keys = async () => {
    let count = 0;
    for await (const _ of objects.list('results/')) count += 1;
    return count;
  };
  expect(await keys()).toBeGreaterThan(0);
  expect(await deleteExpired(objects, { 'results/': 900 }, Date.now())).toEqual({
    deleted: 0,
    failures: [],
    overdue: [],
  });
  await deleteExpired(objects, { 'results/': 900 }, Date.now() + 901_000);
  expect(await keys()).toBe(0);
});

it('keeps its limits when Redis goes away, each server for itself', async () => {
  await redis.kill();
  const answer = await fetch(`${urls[0]}/api/compress`, { method: 'POST', body: new FormData() });
  expect(answer.status).toBe(400);
  expect(answer.headers.get('ratelimit')).toContain('"files";r=19');
  const readiness = async () => {
    const ready = await fetch(`${urls[0]}/readyz`);
    return [ready.status, ((await ready.json()) as { status: string }).status];
  };
  expect(await readiness()).toEqual([200, 'degraded']);
  await redis.restart();
  await expect.poll(readiness).toEqual([200, 'ready']);
});

it('refuses a revoked key in every web server within two seconds, and counts its quota in all of them', async () => {
  const keys = createApiKeys(platforms[2]!);
  const { record, text } = await keys.create({
    name: 'a',
    scopes: ['compress'],
    tier: 'key',
    filesPerDay: 3,
  });
  const upload = async (url: string) => {
    const headers = { Authorization: `Bearer ${text}`, 'Content-Type': 'image/jpeg' };
    const answer = await fetch(`${url}/api/compress`, { method: 'POST', body: '', headers });
    await answer.arrayBuffer();
    const left = /"files-per-day";r=(\d+)/.exec(answer.headers.get('ratelimit') ?? '')?.[1];
    return [answer.status, left];
  };
  expect(await upload(urls[0]!)).toEqual([400, '2']);
  expect(await upload(urls[1]!)).toEqual([400, '1']);
  expect(await upload(urls[0]!)).toEqual([400, '0']);
  expect((await upload(urls[1]!))[0]).toBe(429);

  expect(await keys.revoke(record.id)).toBe(true);
  await pause(KEY_MEMORY_MS);
  for (const url of urls) expect((await upload(url))[0]).toBe(401);
});

it('answers a small file in its usual time while Redis hangs or is stopped', async () => {
  const quickest = async () => {
    const times: number[] = [];
    for (let file = 0; file < 3; file += 1) {
      const start = performance.now();
      const headers = { 'Content-Type': 'image/jpeg' };
      const answer = await fetch(`${urls[0]}/api/compress`, { method: 'POST', body: photo, headers });
      expect(answer.status).toBe(200);
      await answer.arrayBuffer();
      times.push(performance.now() - start);
    }
    return Math.min(...times);
  };
  const isBack = () =>
    expect
      .poll(() =>
        platforms[0]!.counter.read().then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
  const usual = 2_000 + 3 * (await quickest());
  redis.freeze();
  expect(await quickest()).toBeLessThan(usual);
  redis.thaw();
  await isBack();
  await redis.kill();
  expect(await quickest()).toBeLessThan(usual);
  await redis.restart();
  await isBack();
});
