import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createWebServer, type WebServer } from '#functions/web-server.ts';
import { createDistributedPlatform } from '#platform/adapters/create-distributed-platform.ts';
import { createLogger } from '#platform/logger.ts';
import type { Platform } from '#platform/ports/platform.ts';
import { startAwsEmulator, type AwsEmulator } from '#tests/fixtures/aws-emulator.ts';
import { distributedConfig } from '#tests/fixtures/distributed-config.ts';
import { BAD_FORMS } from '#tests/fixtures/bad-forms.ts';
import { keysOf } from '#tests/fixtures/jobs.ts';
import { FORM_TYPE, jpegPart, multipart } from '#tests/fixtures/multipart-form.ts';
import { abortedRequest, head } from '#tests/fixtures/raw-requests.ts';
import { startRedisServer, type RedisServer } from '#tests/fixtures/redis-server.ts';
import { jpegFile, plainZip } from '#tests/fixtures/upload-files.ts';

/** Files above 8 MB go to S3 in parts, and parts that nobody completes are no objects. */
const MAX_BYTES = 9 * 1024 ** 2;

let folder: string;
let emulator: AwsEmulator;
let redis: RedisServer;
let platform: Platform;
let server: WebServer;
let url: string;
let bucket: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'featherpress-'));
  [emulator, redis] = await Promise.all([startAwsEmulator(), startRedisServer(folder)]);
  bucket = await emulator.createBucket();
  const config = await distributedConfig(emulator, redis, {
    S3_BUCKET: bucket,
    FILES_PER_MINUTE: '1000',
    MAX_FILE_BYTES: String(MAX_BYTES),
  });
  platform = createDistributedPlatform(config, { credentials: emulator.access.credentials! });
  const logger = createLogger({ level: 'silent' });
  server = await createWebServer({ config, platform, logger, buildDir: `${folder}/no-build` });
  ({ url } = await server.listen());
});

afterAll(async () => {
  await server.close();
  await platform.close();
  await Promise.all([emulator.stop(), redis.stop()]);
  await rm(folder, { recursive: true, force: true });
});

/** Objects, parts without an object, messages. */
async function left(): Promise<{ keys: string[]; multiparts: number; messages: number }> {
  const { waiting, inFlight } = await platform.queue.depth();
  const multiparts = await emulator.countMultipartUploads(bucket);
  return { keys: await keysOf(platform), multiparts, messages: waiting + inFlight };
}

it('leaves no object, no part of one and no message of bad input in S3', async () => {
  const [photo, zip] = await Promise.all([jpegFile(), plainZip()]);
  const jpeg = jpegPart(() => photo);
  for (const [what, body, code] of BAD_FORMS) {
    const answer = await fetch(`${url}/api/compress`, {
      method: 'POST',
      body: body({ jpeg, photo, zip, maxBytes: MAX_BYTES }) as BodyInit,
      headers: { 'Content-Type': FORM_TYPE },
    });
    expect([what, ((await answer.json()) as { code: string }).code]).toEqual([what, code]);
  }
  // Longer than the limit without saying so, and cut when the first part is on its way.
  const long = Buffer.concat([photo, Buffer.alloc(MAX_BYTES - photo.length - 1_000)]);
  const chunked = new ReadableStream<Uint8Array>({
    start(stream) {
      for (const chunk of [long, long]) stream.enqueue(chunk);
      stream.close();
    },
  });
  const init = { method: 'POST', body: chunked, duplex: 'half', headers: { 'Content-Type': 'image/jpeg' } };
  expect((await fetch(`${url}/api/compress`, init as RequestInit)).status).toBe(413);
  const form = multipart([jpeg({ bytes: long })]);
  for (const share of [0.1, 0.5, 0.95])
    await abortedRequest(url, [head(form.length), form.subarray(0, share * form.length)]);
  await expect.poll(left).toEqual({ keys: [], multiparts: 0, messages: 0 });
});
