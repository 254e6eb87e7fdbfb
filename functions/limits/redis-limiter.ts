import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';
import { createRedisClient } from '#platform/adapters/redis/redis-client.ts';
import type { Logger } from '#platform/logger.ts';
import type { LimiterOptions } from './upload-limits.ts';

/** Limiters whose counts all web processes share. While Redis is away each process counts for itself. */
export function redisLimiters(redisUrl: string, logger: Logger) {
  const redis = createRedisClient(redisUrl);
  redis.on('error', (error) => logger.warn('limits.redis-error', { error }));
  return {
    create: (options: LimiterOptions) =>
      new RateLimiterRedis({
        ...options,
        storeClient: redis,
        insuranceLimiter: new RateLimiterMemory(options),
      }),
    close: () => redis.disconnect(),
  };
}
