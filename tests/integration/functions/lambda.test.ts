import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DeleteMessageCommand, ReceiveMessageCommand, type Message } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '#platform/config.ts';
import { createPlatform } from '#platform/create-platform.ts';
import { findJobRecord } from '#platform/job-records.ts';
import type { Platform } from '#platform/ports/platform.ts';
import { startAwsEmulator, type AwsEmulator } from '#tests/fixtures/aws-emulator.ts';
import { startChild, type Child } from '#tests/fixtures/child-process.ts';
import { keysOf, queueIsEmpty, submitJob } from '#tests/fixtures/jobs.ts';
import { startRedisServer, type RedisServer } from '#tests/fixtures/redis-server.ts';
import { picture } from '../../../bench/sample-pictures.ts';

const HOST = fileURLToPath(new URL('../../fixtures/function-host-process.ts', import.meta.url));
const PLENTY_MS = 300_000;

interface Answer {
  readonly batchItemFailures: readonly { readonly itemIdentifier: string }[];
}

let emulator: AwsEmulator;
let redis: RedisServer;
let platform: Platform;
let host: Child;
let hostUrl = '';
let queueUrl = '';
const folder = mkdtempSync(join(tmpdir(), 'featherpress-lambda-'));

beforeAll(async () => {
  [emulator, redis] = await Promise.all([startAwsEmulator(), startRedisServer(folder)]);
  queueUrl = await emulator.createQueue({ maxReceiveCount: 20 });
  const env = {
    S3_BUCKET: await emulator.createBucket(),
    S3_ENDPOINT: emulator.s3Endpoint,
    SQS_QUEUE_URL: queueUrl,
    SQS_ENDPOINT: emulator.access.endpoint,
    REDIS_URL: redis.url,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    TMPDIR: folder,
    LOG_LEVEL: 'silent',
  };
  for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'] as const) process.env[name] = env[name];
  platform = await createPlatform(readConfig(env, 'worker'));
  host = startChild([HOST], undefined, env);
  hostUrl = `http://127.0.0.1:${await host.nextLine()}`;
});
afterAll(async () => {
  await host.kill();
  await platform.close();
  await Promise.all([emulator.stop(), redis.stop()]);
  rmSync(folder, { recursive: true, force: true });
});

/** What Lambda polls, in the form of its events. */
async function receive(url = queueUrl): Promise<Message[]> {
  const { Messages: messages = [] } = await emulator.sqs.send(
    new ReceiveMessageCommand({
      QueueUrl: url,
      MaxNumberOfMessages: 10,
      VisibilityTimeout: 30,
      MessageSystemAttributeNames: ['All'],
    }),
  );
  return messages;
}

async function call(
  messages: readonly Message[],
  options: { name?: string; leftMs?: number } = {},
): Promise<Answer> {
  const { name = 'handler', leftMs = PLENTY_MS } = options;
  const event = {
    Records: messages.map((message) => ({
      messageId: message.MessageId,
      receiptHandle: message.ReceiptHandle,
      body: message.Body,
      attributes: {
        ApproximateReceiveCount: '1',
        SentTimestamp: String(Date.now()),
        SenderId: 'AIDAIENQZJOLO23YVJ4VO',
        ApproximateFirstReceiveTimestamp: String(Date.now()),
        ...message.Attributes,
      },
      messageAttributes: {},
      md5OfBody: message.MD5OfBody,
      eventSource: 'aws:sqs',
      eventSourceARN: `arn:aws:sqs:us-east-1:000000000000:${queueUrl.split('/').at(-1)}`,
      awsRegion: 'us-east-1',
    })),
  };
  return (await post({ name, event, leftMs })) as Answer;
}

async function post(body: object): Promise<unknown> {
  const answer = await fetch(hostUrl, { method: 'POST', body: JSON.stringify(body) });
  return answer.json();
}

it('does a job, and the same delivery twice only once', async () => {
  const photo = await picture('jpeg', 320, 240);
  const id = await submitJob(platform, photo);
  const messages = await receive();
  expect(await call(messages)).toEqual({ batchItemFailures: [] });
  expect(await call(messages)).toEqual({ batchItemFailures: [] });
  expect(await findJobRecord(platform.objects, id)).toMatchObject({ status: 'completed', kind: 'jpeg' });
  expect(await platform.counter.read()).toBe(1);
  expect(await keysOf(platform, 'uploads/')).toEqual([]);
  await queueIsEmpty(platform);
});

it('names only what is not done with, and the next call does it', async () => {
  const good = await submitJob(platform, await picture('png', 64, 64), { kind: 'png', fileName: 'a.png' });
  const damaged = await submitJob(platform, new Uint8Array(500), { fileName: 'b.jpg' });
  await emulator.sendRaw(queueUrl, 'not a job');
  const messages = await receive();
  expect(messages).toHaveLength(3);
  // The time of this call is over before it begins: what it holds is given back, the rest is answered.
  const cut = await call([messages[0]!], { leftMs: 10_000 });
  expect(cut.batchItemFailures).toEqual([{ itemIdentifier: messages[0]!.MessageId }]);
  expect((await call(messages.slice(1))).batchItemFailures).toEqual([]);
  expect((await call(await receive())).batchItemFailures).toEqual([]);
  expect(await findJobRecord(platform.objects, good)).toMatchObject({ status: 'completed' });
  expect(await findJobRecord(platform.objects, damaged)).toMatchObject({ status: 'failed' });
  await queueIsEmpty(platform);
});

it('ends the job of a dead letter', async () => {
  const id = await submitJob(platform, await picture('jpeg', 64, 48));
  const [letter] = await receive();
  expect(await call([letter!], { name: 'deadLetterHandler' })).toEqual({ batchItemFailures: [] });
  expect(await findJobRecord(platform.objects, id)).toMatchObject({ status: 'failed' });
  // Lambda deletes what the answer does not name.
  await emulator.sqs.send(
    new DeleteMessageCommand({ QueueUrl: queueUrl, ReceiptHandle: letter!.ReceiptHandle }),
  );
});

it('refuses an event of another form as a whole, and works on', async () => {
  expect(await post({ name: 'handler', event: { Records: [{}] }, leftMs: 1 })).toHaveProperty('error');
  expect(await call([])).toEqual({ batchItemFailures: [] });
});
