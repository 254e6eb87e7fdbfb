import type { DistributedConfig } from '../config.ts';
import type { Platform } from '../ports/platform.ts';
import { createS3Client, createSqsClient, type AwsAccess } from './aws/aws-clients.ts';
import { S3ObjectStore } from './aws/s3-object-store.ts';
import { S3PartialObjects } from './aws/s3-partial-objects.ts';
import { SqsJobQueue } from './aws/sqs-job-queue.ts';
import { platformOf } from './platform-of.ts';
import { RedisCounter } from './redis/redis-counter.ts';
import { RedisEventBus } from './redis/redis-event-bus.ts';
import { RedisOpenJobs } from './redis/redis-open-jobs.ts';
import { RedisTallies } from './redis/redis-tallies.ts';
import { RedisTurns } from './redis/redis-turns.ts';

/**
 * S3, SQS and Redis as one platform. Connects when first used; `check()` of each port says whether it can.
 * @param access credentials of one's own, for tests against an emulator
 */
export function createDistributedPlatform(
  config: Pick<DistributedConfig, 's3' | 'sqs' | 'redisUrl' | 'awsRegion'>,
  access: Pick<AwsAccess, 'credentials'> = {},
): Platform {
  const region = config.awsRegion;
  const s3 = createS3Client({ ...access, region, endpoint: config.s3.endpoint });
  const sqs = createSqsClient({ ...access, region, endpoint: config.sqs.endpoint });
  return platformOf({
    objects: new S3ObjectStore(s3, config.s3.bucket),
    partials: new S3PartialObjects(s3, config.s3.bucket),
    queue: new SqsJobQueue(sqs, config.sqs.queueUrl, { smallQueueUrl: config.sqs.smallQueueUrl }),
    events: new RedisEventBus(config.redisUrl),
    counter: new RedisCounter(config.redisUrl),
    openJobs: new RedisOpenJobs(config.redisUrl),
    tallies: new RedisTallies(config.redisUrl),
    turns: new RedisTurns(config.redisUrl),
  });
}
