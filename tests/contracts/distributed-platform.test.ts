import { expect, it, onTestFinished } from 'vitest';
import { createDistributedPlatform } from '#platform/adapters/create-distributed-platform.ts';
import { createJobRecord, findJobRecord, transitionJob } from '#platform/job-records.ts';
import { startAwsEmulator } from '#tests/fixtures/aws-emulator.ts';
import { newJobRecord } from '#tests/fixtures/jobs.ts';
import { startRedisServer } from '#tests/fixtures/redis-server.ts';
import { temporaryFolder } from '#tests/fixtures/temporary-folder.ts';

it('carries a job from queue to outcome over S3, SQS and Redis', async () => {
  const [emulator, redis] = await Promise.all([startAwsEmulator(), startRedisServer(temporaryFolder())]);
  onTestFinished(async () => {
    await Promise.all([emulator.stop(), redis.stop()]);
  });
  const { endpoint, credentials, region } = emulator.access;
  const { s3Endpoint } = emulator;
  const platform = createDistributedPlatform(
    {
      s3: { bucket: await emulator.createBucket(), endpoint: s3Endpoint },
      sqs: {
        queueUrl: await emulator.createQueue({ maxReceiveCount: 3 }),
        smallQueueUrl: await emulator.createQueue({ maxReceiveCount: 3 }),
        endpoint,
      },
      redisUrl: redis.url,
      awsRegion: region,
    },
    { credentials },
  );
  onTestFinished(() => platform.close());
  const { objects, queue, events, counter } = platform;
  for (const port of [objects, queue, events, counter]) await port.check();

  const record = newJobRecord();
  const { id } = record;
  await createJobRecord(objects, record);
  await queue.send({ version: 1, jobId: id });
  const [message] = await queue.receive({ max: 1, waitSeconds: 5 });
  expect(message?.message?.jobId).toBe(id);

  const ends = await Promise.all(
    (['completed', 'completed', 'cancelled', 'failed'] as const).map((status) =>
      transitionJob(objects, id, status),
    ),
  );
  const winner = ends.find((end) => end?.changed)?.record;
  expect(ends.filter((end) => end?.changed)).toHaveLength(1);
  expect(await findJobRecord(objects, id)).toEqual(winner);
  expect(await counter.addOnce(id)).toEqual({ count: 1, counted: true });
  await queue.delete(message?.receiptHandle ?? '');
  expect(await queue.depth()).toEqual({ waiting: 0, inFlight: 0, dead: 0 });
  await platform.close();
});
