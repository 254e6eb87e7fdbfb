import { Redis } from 'ioredis';

/** All keys and channels of this product in a Redis that others may share. */
export const REDIS_PREFIX = 'featherpress';

/**
 * A connection that comes back by itself. A command sent while Redis is away fails within about two seconds instead
 * of waiting for its return.
 */
export function createRedisClient(url: string): Redis {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: 5_000,
    commandTimeout: 5_000,
    maxRetriesPerRequest: 3,
    retryStrategy: (attempt) => Math.min(attempt * 100, 2_000),
  });
  // Every failure reaches the caller of a command; without a listener ioredis would print it as well.
  redis.on('error', () => {});
  return redis;
}

/** Says goodbye, or just hangs up when Redis does not answer. */
export async function closeRedisClient(redis: Redis): Promise<void> {
  if (redis.status === 'ready') await redis.quit().catch(() => {});
  redis.disconnect();
}
