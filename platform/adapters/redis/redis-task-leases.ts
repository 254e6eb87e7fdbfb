import type { Redis } from 'ioredis';
import type { TaskLeases } from '../../ports/task-leases.ts';
import { closeRedisClient, REDIS_PREFIX } from './redis-client.ts';

/** Leases as keys that expire. */
export class RedisTaskLeases implements TaskLeases {
  readonly #redis: Redis;

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  async take(task: string, seconds: number): Promise<boolean> {
    const answer = await this.#redis.set(`${REDIS_PREFIX}:turn:${task}`, '1', 'EX', seconds, 'NX');
    return answer === 'OK';
  }

  async close(): Promise<void> {
    await closeRedisClient(this.#redis);
  }
}
