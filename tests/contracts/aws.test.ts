import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createSqsClient } from '#platform/adapters/aws/aws-clients.ts';
import { S3ObjectStore } from '#platform/adapters/aws/s3-object-store.ts';
import { S3PartialObjects } from '#platform/adapters/aws/s3-partial-objects.ts';
import { SqsJobQueue } from '#platform/adapters/aws/sqs-job-queue.ts';
import { createJobId } from '#platform/job-records.ts';
import { startAwsEmulator, type AwsEmulator } from '#tests/fixtures/aws-emulator.ts';
import { describeJobQueue } from './job-queue-suite.ts';
import { describeObjectStore } from './object-store-suite.ts';
import { describePartialObjects } from './partial-objects-suite.ts';

let emulator: AwsEmulator;
beforeAll(async () => {
  emulator = await startAwsEmulator();
});
afterAll(() => emulator.stop());

describeObjectStore('S3ObjectStore', async () => {
  const bucket = await emulator.createBucket();
  return {
    store: new S3ObjectStore(emulator.s3, bucket),
    countLeftovers: () => emulator.countMultipartUploads(bucket),
  };
});

describePartialObjects('S3PartialObjects', async () => {
  const bucket = await emulator.createBucket();
  const store = new S3ObjectStore(emulator.s3, bucket);
  return {
    store,
    partials: new S3PartialObjects(emulator.s3, bucket),
    other: new S3PartialObjects(emulator.s3, bucket),
    async countLeftovers() {
      let rests = 0;
      for await (const _ of store.list('partials/')) rests += 1;
      return rests + (await emulator.countMultipartUploads(bucket));
    },
  };
});

describeJobQueue('SqsJobQueue', async () => {
  const queueUrl = await emulator.createQueue({ maxReceiveCount: 3 });
  const queue = new SqsJobQueue(createSqsClient(emulator.access), queueUrl, {
    visibilityTimeoutSeconds: 1,
    smallQueueUrl: await emulator.createQueue({ maxReceiveCount: 3 }),
  });
  onTestFinished(() => queue.close());
  return {
    queue,
    pass: (seconds) => setTimeout(seconds * 1000),
    sendRaw: (body) => emulator.sendRaw(queueUrl, body),
  };
});

describe('S3ObjectStore', () => {
  it('signs length and type of a direct upload', async () => {
    const store = new S3ObjectStore(emulator.s3, await emulator.createBucket());
    const body = new TextEncoder().encode('direct');
    const options = { contentType: 'image/png', bytes: body.byteLength, expiresInSeconds: 60 };
    const address = await store.presignPut('uploads/a', options);
    const query = new URL(address).searchParams;
    expect(query.get('X-Amz-SignedHeaders')).toBe('content-length;content-type;host');
    expect(query.get('X-Amz-Expires')).toBe('60');
    expect([...query.keys()].filter((name) => name.includes('checksum'))).toEqual([]);
    const answer = await fetch(address, { method: 'PUT', body, headers: { 'content-type': 'image/png' } });
    expect(answer.status).toBe(200);
    expect(await store.head('uploads/a')).toMatchObject({ bytes: 6, contentType: 'image/png' });
    await expect(store.presignPut('../a', options)).rejects.toMatchObject({ code: 'bad-object-key' });
  });

  it('lists past one page and deletes past one batch', async () => {
    const store = new S3ObjectStore(emulator.s3, await emulator.createBucket());
    const keys = Array.from({ length: 1_010 }, (_, i) => `results/${String(i).padStart(4, '0')}`);
    const queue = [...keys];
    const putNext = async () => {
      for (let key = queue.pop(); key; key = queue.pop())
        await store.put(key, new Uint8Array(1), { contentType: 'image/png' });
    };
    await Promise.all(Array.from({ length: 16 }, putNext));
    const listed: string[] = [];
    for await (const { key } of store.list('results/')) listed.push(key);
    expect(listed).toEqual(keys);
    await store.delete(keys);
    for await (const { key } of store.list('')) expect.fail(`${key} is still there`);
  });

  it('says that the bucket is missing', async () => {
    const store = new S3ObjectStore(emulator.s3, 'no-such-bucket');
    await expect(store.check()).rejects.toThrow();
    await expect(store.find('results/a')).rejects.toMatchObject({ name: 'NoSuchBucket' });
  });
});

describe('SqsJobQueue', () => {
  it('is one queue for all work where there is no other', async () => {
    const queueUrl = await emulator.createQueue({ maxReceiveCount: 3 });
    const queue = new SqsJobQueue(createSqsClient(emulator.access), queueUrl);
    onTestFinished(() => queue.close());
    await queue.send({ version: 1, jobId: createJobId(), client: 'a', workSeconds: 0.1 });
    // Small work cannot be told apart there, so an engine that is kept for it stays idle.
    expect(await queue.receive({ max: 1, waitSeconds: 0.2, onlySmall: true })).toEqual([]);
    expect(await queue.receive({ max: 1, waitSeconds: 1 })).toHaveLength(1);
  });

  it('ends with the letters of both queues', async () => {
    const urls = [
      await emulator.createQueue({ maxReceiveCount: 1 }),
      await emulator.createQueue({ maxReceiveCount: 1 }),
    ] as const;
    const queue = new SqsJobQueue(createSqsClient(emulator.access), urls[0], { smallQueueUrl: urls[1] });
    onTestFinished(() => queue.close());
    for (const workSeconds of [0.1, 100])
      await queue.send({ version: 1, jobId: createJobId(), client: 'a', workSeconds });
    for (let receive = 0; receive < 6; receive += 1)
      for (const { receiptHandle } of await queue.receive({ max: 1, waitSeconds: 0 }))
        await queue.extend(receiptHandle, 0);
    expect(await queue.depth()).toEqual({ waiting: 0, inFlight: 0, dead: 2 });
    for (let letter = 0; letter < 2; letter += 1) {
      const [dead] = await queue.receiveDead(1);
      await queue.deleteDead(dead?.receiptHandle ?? '');
    }
    expect(await queue.depth()).toEqual({ waiting: 0, inFlight: 0, dead: 0 });
  });

  it('names the client of a message as its group, on which SQS shares fairly', async () => {
    const sent: unknown[] = [];
    const client = createSqsClient(emulator.access);
    client.middlewareStack.add(
      (next) => async (args) => {
        sent.push(args.input);
        return next(args);
      },
      { step: 'initialize' },
    );
    const queue = new SqsJobQueue(client, await emulator.createQueue({ maxReceiveCount: 3 }));
    onTestFinished(() => queue.close());
    await queue.send({ version: 1, jobId: createJobId(), client: 'a-key_1', workSeconds: 9 });
    await queue.send({ version: 1, jobId: createJobId() });
    expect(sent).toMatchObject([{ MessageGroupId: 'a-key_1' }, { MessageGroupId: undefined }]);
  });

  it('says that the queue is missing', async () => {
    const queue = new SqsJobQueue(emulator.sqs, `${emulator.access.endpoint}/000000000000/none`);
    await expect(queue.check()).rejects.toThrow();
  });
});
