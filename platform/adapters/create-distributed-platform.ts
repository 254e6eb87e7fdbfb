import type { DistributedConfig } from '../config.ts';
import type { OnBackendCall } from '../contracts/backend-call.ts';
import { expiryRules } from '../contracts/expiry-rules.ts';
import type { Platform } from '../ports/platform.ts';
import { createS3Client, createSqsClient, type AwsAccess } from './aws/aws-clients.ts';
import { observeAws } from './aws/observed-client.ts';
import { S3ObjectStore } from './aws/s3-object-store.ts';
import { S3PartialObjects } from './aws/s3-partial-objects.ts';
import { SqsJobQueue } from './aws/sqs-job-queue.ts';
import { platformOf } from './platform-of.ts';
import { createRedisClient } from './redis/redis-client.ts';
import { RedisCounter } from './redis/redis-counter.ts';
import { RedisEventBus } from './redis/redis-event-bus.ts';
import { RedisHoldings } from './redis/redis-holdings.ts';
import { RedisExpiringCounters } from './redis/redis-expiring-counters.ts';
import { RedisTaskLeases } from './redis/redis-task-leases.ts';

/**
 * S3, SQS and Redis as one platform. Connects when first used; `check()` of each port says whether it can.
 * @param access credentials of one's own, for tests against an emulator
 * @param onCall told of every call of a backend
 */
export function createDistributedPlatform(
  config: Pick<DistributedConfig, 's3' | 'sqs' | 'redisUrl' | 'awsRegion'> &
    Partial<Pick<DistributedConfig, 'resultTtlSeconds'>>,
  access: Pick<AwsAccess, 'credentials'> = {},
  onCall?: OnBackendCall,
): Platform {
  const region = config.awsRegion;
  const s3 = createS3Client({ ...access, region, endpoint: config.s3.endpoint });
  const sqs = createSqsClient({ ...access, region, endpoint: config.sqs.endpoint });
  if (onCall) {
    observeAws(s3, 's3', onCall);
    observeAws(sqs, 'sqs', onCall);
  }
  const connect = () => createRedisClient(config.redisUrl, onCall);
  const redis = connect();
  return platformOf({
    objects: new S3ObjectStore(s3, config.s3.bucket),
    partials: new S3PartialObjects(s3, config.s3.bucket),
    queue: new SqsJobQueue(sqs, config.sqs.queueUrl, { smallQueueUrl: config.sqs.smallQueueUrl }),
    events: new RedisEventBus(redis, connect()),
    counter: new RedisCounter(redis, expiryRules(config)['outcomes/']!),
    holdings: new RedisHoldings(redis),
    expiringCounters: new RedisExpiringCounters(redis),
    taskLeases: new RedisTaskLeases(redis),
  });
}
