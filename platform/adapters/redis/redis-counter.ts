import type { Redis } from 'ioredis';
import type { Counter } from '../../ports/counter.ts';
import { closeRedisClient, REDIS_PREFIX } from './redis-client.ts';

/** Beyond the time of an outcome: for messages that were on their way while it expired. */
const REMEMBER_MARGIN_SECONDS = 86_400;
// The braces keep all keys on one node of a cluster.
const TOTAL_KEY = `${REDIS_PREFIX}:{count}:total`;
const IDS_KEY_PREFIX = `${REDIS_PREFIX}:{count}:ids:`;
const HOUR_MS = 3_600_000;

/** Remembering the id and counting it happen in one step, so no crash can come between them. */
const ADD_ONCE = `
if redis.call('HSETNX', KEYS[2], ARGV[1], '') == 1 then
  redis.call('EXPIRE', KEYS[2], ARGV[2])
  return {redis.call('INCR', KEYS[1]), 1}
end
return {tonumber(redis.call('GET', KEYS[1]) or '0'), 0}`;

/** The count in Redis. It survives a restart as far as Redis keeps its data (append-only file or a replica). */
export class RedisCounter implements Counter {
  readonly #redis: Redis;
  readonly #rememberSeconds: number;

  /** @param outcomeSeconds how long the outcome of a job can be found */
  constructor(redis: Redis, outcomeSeconds: number) {
    this.#redis = redis;
    this.#rememberSeconds = outcomeSeconds + REMEMBER_MARGIN_SECONDS;
  }

  async addOnce(id: string, endedAtMs = 0): Promise<{ count: number; counted: boolean }> {
    const keys = [TOTAL_KEY, idsKey(id, endedAtMs)];
    const answer = await this.#redis.eval(ADD_ONCE, keys.length, ...keys, id, this.#rememberSeconds);
    const [count, counted] = answer as [number, number];
    return { count, counted: counted === 1 };
  }

  async read(): Promise<number> {
    return Number((await this.#redis.get(TOTAL_KEY)) ?? 0);
  }

  async check(): Promise<void> {
    await this.#redis.ping();
  }

  async close(): Promise<void> {
    await closeRedisClient(this.#redis);
  }
}

/**
 * Ids of one hour in 4 096 hashes: Redis packs a hash of up to 128 fields (hash-max-listpack-entries) into one string, some
 * 25 bytes a field instead of 100 for a key of its own. That holds up to 500 000 files an hour, 12 million a day.
 */
function idsKey(id: string, endedAtMs: number): string {
  return `${IDS_KEY_PREFIX}${Math.floor(endedAtMs / HOUR_MS)}:${id.slice(0, 2)}`;
}
