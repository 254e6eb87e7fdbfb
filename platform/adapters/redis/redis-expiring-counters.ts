import type { Redis } from 'ioredis';
import type { Counts, ExpiringCounters } from '../../ports/expiring-counters.ts';
import { closeRedisClient, REDIS_PREFIX } from './redis-client.ts';

/** ARGV: when it ends, then fields and amounts. Answers with all fields. */
const ADD = `
for at = 2, #ARGV, 2 do redis.call('HINCRBY', KEYS[1], ARGV[at], ARGV[at + 1]) end
redis.call('PEXPIREAT', KEYS[1], ARGV[1])
return redis.call('HGETALL', KEYS[1])`;

/** Counters as hashes that expire. */
export class RedisExpiringCounters implements ExpiringCounters {
  readonly #redis: Redis;

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  async add(name: string, amounts: Counts, endsAtMs: number): Promise<Counts> {
    const pairs = Object.entries(amounts).flat();
    const answer = (await this.#redis.eval(ADD, 1, keyOf(name), endsAtMs, ...pairs)) as string[];
    return Object.fromEntries(
      answer.flatMap((field, at) => (at % 2 === 0 ? [[field, Number(answer[at + 1])]] : [])),
    );
  }

  async set(name: string, values: Counts, endsAtMs: number): Promise<void> {
    await this.#redis.multi().hset(keyOf(name), values).pexpireat(keyOf(name), endsAtMs).exec();
  }

  async read(name: string): Promise<Counts> {
    const fields = await this.#redis.hgetall(keyOf(name));
    return Object.fromEntries(Object.entries(fields).map(([field, text]) => [field, Number(text)]));
  }

  async delete(name: string): Promise<void> {
    await this.#redis.del(keyOf(name));
  }

  async close(): Promise<void> {
    await closeRedisClient(this.#redis);
  }
}

function keyOf(name: string): string {
  return `${REDIS_PREFIX}:tally:${name}`;
}
