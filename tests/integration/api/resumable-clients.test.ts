import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { Featherpress } from '#functions/client/featherpress.ts';
import { uploadResumably, type UploadCall } from '#functions/client/resumable-upload.ts';
import { createDistributedPlatform } from '#platform/adapters/create-distributed-platform.ts';
import { createLogger } from '#platform/logger.ts';
import { createWebServer } from '#functions/web-server.ts';
import { FileStore, Server } from '../../../infra/emulators/tus.ts';
import { startAwsEmulator, type AwsEmulator } from '#tests/fixtures/aws-emulator.ts';
import { distributedConfig } from '#tests/fixtures/distributed-config.ts';
import { openBreakingLine } from '#tests/fixtures/breaking-line.ts';
import { listen } from '#tests/fixtures/listen.ts';
import { startRedisServer, type RedisServer } from '#tests/fixtures/redis-server.ts';
import { temporaryFolder } from '#tests/fixtures/temporary-folder.ts';
import { tusRequests } from '#tests/fixtures/tus-requests.ts';
import { jpegFile } from '#tests/fixtures/upload-files.ts';
import { startWebServer } from '#tests/fixtures/web-server.ts';

const MB = 1024 * 1024;
const PART = 8 * MB;
let photo: Buffer;
let file: Blob;
let bytes: Buffer;
beforeAll(async () => {
  photo = await jpegFile();
  bytes = Buffer.concat([photo, randomBytes(2 * PART + 3 * MB)]);
  file = new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' });
});

it('our client sends a large file over a line that breaks, and its result comes back', async () => {
  const server = await startWebServer({ FILES_PER_MINUTE: '1000' }, { worker: true });
  try {
    const line = await openBreakingLine(server.url, [1 * MB, 3 * MB, 200_000, 5 * MB, { silentAfter: MB }]);
    onTestFinished(line.close);
    const client = new Featherpress({ server: line.url, stalledAfterSeconds: 2 });
    const seen: number[] = [];
    const result = await client.compress(file, {
      name: 'große Datei.jpg',
      preset: 'small',
      onUploadProgress: ({ sentBytes }) => seen.push(sentBytes),
    });
    expect(line.breaks()).toBe(5);
    expect(line.sentBytes()).toBeLessThan(file.size + PART);
    expect(seen.at(-1)).toBe(file.size);
    expect(result.fileName).toBe('featherpress_große Datei.jpg');
    expect(result.job).toMatchObject({ status: 'completed', preset: 'small', sourceBytes: file.size });
    expect((await result.bytes()).length).toBeLessThan(photo.length);
    expect(await server.keys('uploads/')).toEqual([]);

    const stop = new AbortController();
    const ended = client.start(file, {
      signal: stop.signal,
      onUploadProgress: () => stop.abort(new Error('Enough')),
    });
    await expect(ended).rejects.toThrow('Enough');
    await expect.poll(() => server.keys('partials/').then((keys) => keys.length)).toBe(1);
  } finally {
    await server.close();
  }
});

it('our client goes on as long as the server gets more, whatever has left before', async () => {
  let stand = 0;
  let breaks = 0;
  const url = await listen((request, response) => {
    response.setHeader('Upload-Offset', stand);
    if (request.method === 'POST')
      return void response.writeHead(201, { Location: '/api/resumable/a' }).end();
    if (request.method === 'GET') return void response.end('{"id":"a","status":"queued"}');
    if (request.method === 'HEAD') return void response.end();
    request.resume().once('end', () => {
      // All of the last piece has left each time, and of each only a little arrives.
      if (stand + PART >= file.size && breaks++ < 5) {
        stand += 1_000;
        return void request.socket.destroy();
      }
      stand = Math.min(stand + PART, file.size);
      response.writeHead(204, { 'Upload-Offset': stand, 'X-Job-Id': 'a' }).end();
    });
  });
  const job = await new Featherpress({ server: url, retries: 2 }).start(file, { name: 'a.jpg' });
  expect(job.id).toBe('a');
  expect(breaks).toBe(6);
});

it('our client understands the reference server of the protocol', async () => {
  const directory = temporaryFolder();
  const reference = new Server({
    path: '/files',
    datastore: new FileStore({ directory }),
    relativeLocation: true,
  });
  const line = await openBreakingLine(
    await listen((request, response) => void reference.handle(request, response)),
    [100_000, 2 * MB, 4 * MB],
  );
  onTestFinished(line.close);
  const place = { path: null };
  const send = async ({ path, ...init }: UploadCall) => {
    const answer = await fetch(new URL(path, line.url), init as RequestInit);
    if (!answer.ok) throw Object.assign(new Error(await answer.text()), { status: answer.status });
    return answer;
  };
  const plan = { file, name: 'a.jpg', fields: [], endpoint: '/files', send };
  let tries = 0;
  for (let isDone = false; !isDone && tries < 30; tries += 1)
    isDone = await uploadResumably(plan, place).then(
      () => true,
      () => false,
    );
  expect(line.breaks()).toBe(3);
  const stored = readdirSync(directory).filter((name) => !name.endsWith('.json'));
  expect(stored).toHaveLength(1);
  expect(readFileSync(join(directory, stored[0]!)).equals(bytes)).toBe(true);
});

it('the sample of the documentation does as it says', async () => {
  const page = await readFile(new URL('../../../docs/api.md', import.meta.url), 'utf8');
  const [, section = ''] = page.split('\n## Large files and broken lines\n');
  const script = /```sh\n([^]*?)```/.exec(section)![1]!;
  const server = await startWebServer();
  try {
    const folder = temporaryFolder();
    await writeFile(join(folder, 'photo.jpg'), photo);
    const run = outputOf(script.replace('http://localhost:3000', server.url), folder);
    const job = JSON.parse(await run) as Record<string, unknown>;
    expect(job).toMatchObject({ status: 'queued', kind: 'jpeg', preset: 'small', sourceBytes: photo.length });
  } finally {
    await server.close();
  }
});

it('any web server goes on with an upload in the object store, also after the one before it has died', async () => {
  const folder = temporaryFolder();
  const [emulator, redis] = await Promise.all([startAwsEmulator(), startRedisServer(folder)]);
  const stop = async () => void (await Promise.all([emulator.stop(), redis.stop()]));
  try {
    await sendThroughManyServers(emulator, redis, folder);
  } finally {
    await stop();
  }
});

/** What a script says. @throws Error when it fails */
async function outputOf(script: string, cwd: string): Promise<string> {
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], { cwd });
  return stdout;
}

async function sendThroughManyServers(emulator: AwsEmulator, redis: RedisServer, folder: string) {
  const bucket = await emulator.createBucket();
  const config = await distributedConfig(emulator, redis, { S3_BUCKET: bucket });
  const { credentials } = emulator.access;
  /** One web server for one call. */
  const through = async <T>(work: (tus: ReturnType<typeof tusRequests>, url: string) => Promise<T>) => {
    const platform = createDistributedPlatform(config, { credentials: credentials! });
    const logger = createLogger({ level: 'silent' });
    const server = await createWebServer({ config, platform, logger, buildDir: `${folder}/no-build` });
    const { url } = await server.listen();
    try {
      return await work(
        tusRequests(() => url),
        url,
      );
    } finally {
      await server.close();
      await platform.close();
    }
  };
  const path = await through((tus) => tus.created(bytes.length));
  let offset = 0;
  for (const end of [1_000_000, PART + 1_000, PART + 2_000, 2 * PART, bytes.length - 1]) {
    const piece = new Uint8Array(bytes.subarray(offset, end));
    const answer = await through((tus) => tus.patch(path, offset, piece));
    expect(answer.headers.get('upload-offset')).toBe(String(end));
    offset = end;
  }
  expect(await through((tus) => tus.offset(path))).toBe(offset);
  const last = await through((tus) => tus.patch(path, offset, new Uint8Array(bytes.subarray(offset))));
  const id = path.split('/').at(-1)!;
  expect([last.status, last.headers.get('x-job-id')]).toEqual([204, id]);
  const again = await through((tus) => tus.head(path));
  expect(again.headers.get('x-job-id')).toBe(id);

  const platform = createDistributedPlatform(config, { credentials: credentials! });
  const stored = await platform.objects.find(`uploads/${id}`);
  const chunks: Uint8Array[] = [];
  for await (const chunk of stored!.body) chunks.push(chunk);
  expect(Buffer.concat(chunks).equals(bytes)).toBe(true);
  expect(await platform.queue.depth()).toMatchObject({ waiting: 1 });
  expect(await emulator.countMultipartUploads(bucket)).toBe(0);
  const rests: string[] = [];
  for await (const { key } of platform.objects.list('partials/')) rests.push(key);
  expect(rests).toEqual([`partials/${id}.json`]);
  await platform.close();
}
