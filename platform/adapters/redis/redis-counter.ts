import type { Redis } from 'ioredis';
import type { Counter } from '../../ports/counter.ts';
import { closeRedisClient, createRedisClient, REDIS_PREFIX } from './redis-client.ts';

/** The port promises 7 days. */
const REMEMBER_SECONDS = 8 * 86_400;
// The braces keep both keys on one node of a cluster.
const TOTAL_KEY = `${REDIS_PREFIX}:{count}:total`;
const ID_KEY_PREFIX = `${REDIS_PREFIX}:{count}:id:`;

/** Remembering the id and counting it happen in one step, so no crash can come between them. */
const ADD_ONCE = `
if redis.call('SET', KEYS[2], '1', 'NX', 'EX', ARGV[1]) then
  return {redis.call('INCR', KEYS[1]), 1}
end
return {tonumber(redis.call('GET', KEYS[1]) or '0'), 0}`;

/** The count in Redis. It survives a restart as far as Redis keeps its data (append-only file or a replica). */
export class RedisCounter implements Counter {
  readonly #redis: Redis;

  constructor(url: string) {
    this.#redis = createRedisClient(url);
  }

  async addOnce(id: string): Promise<{ count: number; counted: boolean }> {
    const answer = await this.#redis.eval(ADD_ONCE, 2, TOTAL_KEY, ID_KEY_PREFIX + id, REMEMBER_SECONDS);
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
