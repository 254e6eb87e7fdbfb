import { Redis } from 'ioredis';
import type { OnBackendCall } from '../../contracts/backend-call.ts';

/** All keys and channels of this product in a Redis that others may share. */
export const REDIS_PREFIX = 'featherpress';

/** Without an answer for so long a connection counts as lost; commands of this product take milliseconds. */
const ANSWER_MS = 1_000;
/** How soon a Redis that is back is noticed, at the latest. */
const MAX_RECONNECT_MS = 1_000;
/** What ioredis itself sends before a connection is ready. */
const HANDSHAKE: ReadonlySet<string> = new Set([
  'hello',
  'auth',
  'select',
  'client',
  'info',
  'readonly',
  'quit',
]);

/**
 * A connection that comes back by itself. While Redis is away, stopped or hanging, commands fail at once instead of each
 * waiting for its own time limit; only those that are under way when it is lost wait for one second.
 * @param onCall told of every command
 */
export function createRedisClient(url: string, onCall?: OnBackendCall): Redis {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: ANSWER_MS,
    socketTimeout: ANSWER_MS,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    // Redis before 7.2 knows no CLIENT SETINFO: each connection would count two failures, enough for an alert.
    disableClientInfo: true,
    retryStrategy: (attempt) => Math.min(attempt * 100, MAX_RECONNECT_MS),
  });
  // Every failure reaches the caller of a command; without a listener ioredis would print it as well.
  redis.on('error', () => {});
  failWhileAway(redis);
  if (onCall) observeRedis(redis, onCall);
  return redis;
}

/** Before the first connection commands wait for it; ioredis would let them wait for each further one as well. */
function failWhileAway(redis: Redis): void {
  let wasClosed = false;
  redis.once('close', () => (wasClosed = true));
  const send = redis.sendCommand.bind(redis);
  redis.sendCommand = (command, stream) => {
    if (!wasClosed || redis.status === 'ready' || HANDSHAKE.has(command.name)) return send(command, stream);
    command.reject(new Error('Redis is away'));
    return command.promise;
  };
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

/** Says goodbye, or just hangs up when Redis does not answer. May be called again. */
export async function closeRedisClient(redis: Redis): Promise<void> {
  if (redis.status === 'ready') await redis.quit().catch(() => {});
  redis.disconnect();
}
