import type { Redis } from 'ioredis';
import { z } from 'zod';
import type { OpenJob, OpenJobs, OpenLimits, TakenPlace } from '../../ports/open-jobs.ts';
import { closeRedisClient, REDIS_PREFIX } from './redis-client.ts';

// The braces keep all keys on one node of a cluster.
const CLIENT_KEY_PREFIX = `${REDIS_PREFIX}:{open}:client:`;
const JOB_KEY_PREFIX = `${REDIS_PREFIX}:{open}:job:`;

const placeSchema = z.object({
  bytes: z.number(),
  workSeconds: z.number(),
  isExpected: z.boolean(),
  takenAt: z.number(),
  endsAt: z.number(),
});

/**
 * KEYS: places of the client, client of the job. ARGV: job, client, place, now in ms, seconds to hold, bytes, most jobs and
 * most bytes (below 0: any). Answers whether it was taken, and the number and work of the client's other jobs.
 */
const TAKE = `
local jobs, bytes, work = 0, 0, 0
local places = redis.call('HGETALL', KEYS[1])
for at = 1, #places, 2 do
  local place = cjson.decode(places[at + 1])
  if place.endsAt <= tonumber(ARGV[4]) then
    redis.call('HDEL', KEYS[1], places[at])
  elseif places[at] ~= ARGV[1] then
    jobs, bytes, work = jobs + 1, bytes + place.bytes, work + place.workSeconds
  end
end
local mostJobs, mostBytes = tonumber(ARGV[7]), tonumber(ARGV[8])
if mostJobs >= 0 and jobs > 0 and (jobs >= mostJobs or bytes + tonumber(ARGV[6]) > mostBytes) then
  return {0, jobs, tostring(work)}
end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
redis.call('EXPIRE', KEYS[1], math.max(redis.call('TTL', KEYS[1]), tonumber(ARGV[5])))
redis.call('SET', KEYS[2], ARGV[2], 'EX', ARGV[5])
return {1, jobs, tostring(work)}`;

/** The open jobs in Redis, shared by all web servers and workers. What is not released expires there. */
export class RedisOpenJobs implements OpenJobs {
  readonly #redis: Redis;

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  async take(
    client: string,
    { jobId, ...job }: OpenJob,
    { limits, holdSeconds }: { readonly limits: OpenLimits | null; readonly holdSeconds: number },
  ): Promise<TakenPlace> {
    const takenAt = Date.now();
    const place = JSON.stringify({ ...job, takenAt, endsAt: takenAt + holdSeconds * 1000 });
    const answer = await this.#redis.eval(
      TAKE,
      2,
      CLIENT_KEY_PREFIX + client,
      JOB_KEY_PREFIX + jobId,
      jobId,
      client,
      place,
      takenAt,
      holdSeconds,
      job.bytes,
      limits?.jobs ?? -1,
      limits?.bytes ?? -1,
    );
    const [taken, jobs, workSeconds] = answer as [number, number, string];
    return { taken: taken === 1, jobs, workSeconds: Number(workSeconds) };
  }

  async release(jobId: string): Promise<void> {
    const client = await this.#redis.get(JOB_KEY_PREFIX + jobId);
    if (client === null) return;
    await this.#redis.hdel(CLIENT_KEY_PREFIX + client, jobId);
    await this.#redis.del(JOB_KEY_PREFIX + jobId);
  }

  async of(client: string): Promise<(OpenJob & { readonly takenAt: number })[]> {
    const now = Date.now();
    const places = Object.entries(await this.#redis.hgetall(CLIENT_KEY_PREFIX + client));
    return places.flatMap(([jobId, text]) => {
      const { endsAt, ...place } = placeSchema.parse(JSON.parse(text));
      return endsAt > now ? [{ jobId, ...place }] : [];
    });
  }

  async close(): Promise<void> {
    await closeRedisClient(this.#redis);
  }
}
