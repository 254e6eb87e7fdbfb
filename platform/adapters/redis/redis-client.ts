import { Redis } from 'ioredis';
import type { OnBackendCall } from '../../contracts/backend-call.ts';

/** All keys and channels of this product in a Redis that others may share. */
export const REDIS_PREFIX = 'featherpress';

/**
 * A connection that comes back by itself. A command sent while Redis is away fails within about two seconds instead
 * of waiting for its return.
 * @param onCall told of every command
 */
export function createRedisClient(url: string, onCall?: OnBackendCall): Redis {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: 5_000,
    commandTimeout: 5_000,
    maxRetriesPerRequest: 3,
    // Redis before 7.2 knows no CLIENT SETINFO: each connection would count two failures, enough for an alert.
    disableClientInfo: true,
    retryStrategy: (attempt) => Math.min(attempt * 100, 2_000),
  });
  // Every failure reaches the caller of a command; without a listener ioredis would print it as well.
  redis.on('error', () => {});
  if (onCall) observeRedis(redis, onCall);
  return redis;
}

function observeRedis(redis: Redis, onCall: OnBackendCall): void {
  const send = redis.sendCommand.bind(redis);
  redis.sendCommand = (command, stream) => {
    const start = performance.now();
    const tell = (failed: boolean) => () =>
      onCall({
        service: 'redis',
        operation: command.name,
        seconds: (performance.now() - start) / 1_000,
        failed,
      });
    command.promise.then(tell(false), tell(true));
    return send(command, stream);
  };
}

/** Says goodbye, or just hangs up when Redis does not answer. */
export async function closeRedisClient(redis: Redis): Promise<void> {
  if (redis.status === 'ready') await redis.quit().catch(() => {});
  redis.disconnect();
}
