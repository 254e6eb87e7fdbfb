import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
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
import { startLambdaRuntime, type LambdaRuntime } from '#tests/fixtures/lambda-runtime.ts';
import { startRedisServer, type RedisServer } from '#tests/fixtures/redis-server.ts';
import { picture } from '../../../bench/sample-pictures.ts';

const HOST = fileURLToPath(new URL('../../fixtures/function-host-process.ts', import.meta.url));
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** What the image and the stack start. */
const HANDLERS = ['functions/lambda/worker.handler', 'functions/lambda/worker.deadLetterHandler'] as const;
const PLENTY_MS = 300_000;

interface Answer {
  readonly batchItemFailures: readonly { readonly itemIdentifier: string }[];
}

let emulator: AwsEmulator;
let redis: RedisServer;
let platform: Platform;
/** By handler: a function of Lambda has one. */
const functions = new Map<string, { runtime: LambdaRuntime; host: Child }>();
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
  for (const handler of HANDLERS) {
    const runtime = await startLambdaRuntime();
    const lambda = { _HANDLER: handler, LAMBDA_TASK_ROOT: ROOT, AWS_LAMBDA_RUNTIME_API: runtime.address };
    functions.set(handler, { runtime, host: startChild([HOST], undefined, { ...env, ...lambda }) });
  }
});
afterAll(async () => {
  for (const { host, runtime } of functions.values()) {
    await host.kill();
    await runtime.close();
  }
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
  options: { handler?: (typeof HANDLERS)[number]; leftMs?: number } = {},
): Promise<Answer> {
  const { handler = HANDLERS[0], leftMs = PLENTY_MS } = options;
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
  const said = await functions.get(handler)!.runtime.invoke(event, leftMs);
  if ('error' in said) throw new Error(said.error.errorType);
  return said.answer as Answer;
}

it('finds the handlers that the image and the stack name', () => {
  const stack = readFileSync(join(ROOT, 'infra/cdk/workers.ts'), 'utf8');
  for (const handler of HANDLERS) expect(stack).toContain(`'${handler}'`);
  expect(readFileSync(join(ROOT, 'infra/docker/function.Dockerfile'), 'utf8')).toContain(
    `CMD ["${HANDLERS[0]}"]`,
  );
});

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
  expect(await call([letter!], { handler: HANDLERS[1] })).toEqual({ batchItemFailures: [] });
  expect(await findJobRecord(platform.objects, id)).toMatchObject({ status: 'failed' });
  // Lambda deletes what the answer does not name.
  await emulator.sqs.send(
    new DeleteMessageCommand({ QueueUrl: queueUrl, ReceiptHandle: letter!.ReceiptHandle }),
  );
});

it('refuses an event of another form as a whole, and works on', async () => {
  const { runtime } = functions.get(HANDLERS[0])!;
  expect(await runtime.invoke({ Records: [{}] }, 1)).toMatchObject({ error: { errorType: 'ZodError' } });
  expect(await call([])).toEqual({ batchItemFailures: [] });
});
