import type { Redis } from 'ioredis';
import { z } from 'zod';
import { SMALL_WORK_SECONDS } from '../../contracts/expected-work.ts';
import type { HeldHolding, Holding, HoldingLimits, Holdings, TakenHolding } from '../../ports/holdings.ts';
import { closeRedisClient, REDIS_PREFIX } from './redis-client.ts';

// The braces keep all keys on one node of a cluster, those too whose names the scripts make themselves.
const PREFIX = `${REDIS_PREFIX}:{held}:`;
/** The client of an id. */
const OF_KEY_PREFIX = `${PREFIX}of:`;
/** A sorted set of what has arrived, as "id bytes client" by the end of its place in ms, and the sum of its bytes. */
const ENDS_KEY = `${PREFIX}ends`;
const TOTAL_KEY = `${PREFIX}total`;
/** A sorted set of the results that their owners have, as "id time" with when they had them, by the end of their places. */
const FETCHED_KEY = `${PREFIX}fetched`;

const placeSchema = z.object({
  state: z.enum(['expected', 'open', 'kept', 'fetched']),
  bytes: z.number(),
  /** Missing in places of the version before. */
  arrivedBytes: z.number().optional(),
  workSeconds: z.number(),
  takenAt: z.number(),
  endsAt: z.number(),
});

/**
 * A client has two hashes of places by id, each as JSON, and the sum of their bytes: what it has open is little and looked
 * through at every take, what is kept may be thousands of results. The clock is that of Redis alone, since those of web servers
 * and workers differ; what was taken in a time that is still to come was taken before that clock was set back, and has ended.
 */
const COMMON = `
local ENDS, TOTAL, FETCHED = KEYS[1], KEYS[2], KEYS[3]
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local function openKey(client) return '${PREFIX}open:' .. client end
local function keptKey(client) return '${PREFIX}kept:' .. client end
local function sumKey(client) return '${PREFIX}sum:' .. client end
local function whole(number) return string.format('%.0f', number) end
local function arrivedOf(place) return place.arrivedBytes or (place.state == 'expected' and 0 or place.bytes) end
local function isOpen(state) return state == 'expected' or state == 'open' end
local function hasEnded(place) return place.endsAt <= now or place.takenAt > now + 60000 end
local function placeOf(client, id)
  local text = redis.call('HGET', openKey(client), id) or redis.call('HGET', keptKey(client), id)
  return text and cjson.decode(text)
end
local function leave(member)
  if redis.call('ZREM', ENDS, member) == 1 then
    redis.call('DECRBY', TOTAL, string.match(member, '^%S+ (%d+)'))
  end
end
local function forget(client, id)
  local place = placeOf(client, id)
  if not place then return end
  redis.call('HDEL', openKey(client), id)
  redis.call('HDEL', keptKey(client), id)
  redis.call('DECRBY', sumKey(client), whole(place.bytes))
  leave(id .. ' ' .. whole(arrivedOf(place)) .. ' ' .. client)
  redis.call('ZREM', FETCHED, id .. ' ' .. whole(place.takenAt))
end
local function clear()
  for _, member in ipairs(redis.call('ZRANGEBYSCORE', ENDS, '-inf', now, 'LIMIT', 0, 1000)) do
    local id, client = string.match(member, '^(%S+) %d+ (%S+)$')
    forget(client, id)
    leave(member)
  end
  redis.call('ZREMRANGEBYSCORE', FETCHED, '-inf', now)
end
local function lastFor(key, seconds)
  redis.call('EXPIRE', key, math.max(redis.call('TTL', key), tonumber(seconds)))
end`;
const COMMON_KEYS = [ENDS_KEY, TOTAL_KEY, FETCHED_KEY];

/**
 * KEYS further: client of the id. ARGV: id, client, state, bytes, work, seconds to hold, most jobs, most open and most stored
 * bytes (below 0: any), bytes that have arrived. Answers what refused it, the number of what else the client has open, and the work of what is small of it.
 */
const TAKE = `${COMMON}
clear()
local id, client, state, bytes, work = ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4]), tonumber(ARGV[5])
local mostJobs, mostOpen, mostStored = tonumber(ARGV[7]), tonumber(ARGV[8]), tonumber(ARGV[9])
local jobs, open, workAhead = 0, 0, 0
local places = redis.call('HGETALL', openKey(client))
for at = 1, #places, 2 do
  local place = cjson.decode(places[at + 1])
  if hasEnded(place) then
    forget(client, places[at])
  elseif places[at] ~= id then
    jobs, open = jobs + 1, open + place.bytes
    if place.workSeconds < ${SMALL_WORK_SECONDS} then workAhead = workAhead + place.workSeconds end
  end
end
if mostJobs >= 0 then
  if isOpen(state) and jobs > 0 and (jobs >= mostJobs or open + bytes > mostOpen) then
    return {'open', jobs, tostring(workAhead)}
  end
  local own = placeOf(client, id)
  local stored = tonumber(redis.call('GET', sumKey(client)) or '0') - (own and own.bytes or 0)
  if stored > 0 and stored + bytes > mostStored then return {'stored', jobs, tostring(workAhead)} end
end
if state == 'fetched' and not placeOf(client, id) then return {'', jobs, tostring(workAhead)} end
forget(client, id)
local endsAt = now + ARGV[6] * 1000
local key = isOpen(state) and openKey(client) or keptKey(client)
local place = {
  state = state, bytes = bytes, arrivedBytes = tonumber(ARGV[10]), workSeconds = work, takenAt = now, endsAt = endsAt,
}
redis.call('HSET', key, id, cjson.encode(place))
redis.call('INCRBY', sumKey(client), ARGV[4])
lastFor(key, ARGV[6])
lastFor(sumKey(client), ARGV[6])
redis.call('SET', KEYS[4], client, 'EX', ARGV[6])
if state ~= 'expected' or place.arrivedBytes > 0 then
  redis.call('ZADD', ENDS, endsAt, id .. ' ' .. ARGV[10] .. ' ' .. client)
  redis.call('INCRBY', TOTAL, ARGV[10])
end
if state == 'fetched' then redis.call('ZADD', FETCHED, endsAt, id .. ' ' .. whole(now)) end
return {'', jobs, tostring(workAhead)}`;

/** KEYS further: client of the id. ARGV: id. */
const RELEASE = `${COMMON}
local client = redis.call('GET', KEYS[4])
if client then forget(client, ARGV[1]) end
redis.call('DEL', KEYS[4])`;

/** ARGV: client, and whether what is kept is asked for as well. Answers with now and the places. */
const OF = `${COMMON}
clear()
return {now, redis.call('HGETALL', openKey(ARGV[1])), ARGV[2] == '1' and redis.call('HGETALL', keptKey(ARGV[1])) or {}}`;

const TOTAL = `${COMMON}
clear()
return tonumber(redis.call('GET', TOTAL) or '0')`;

/** ARGV: how many are wanted. */
const FETCHED = `${COMMON}
clear()
return {now, redis.call('ZRANGE', FETCHED, 0, ARGV[1] - 1)}`;

/** The holdings in Redis, shared by all web servers and workers. What is not released ends there. */
export class RedisHoldings implements Holdings {
  readonly #redis: Redis;

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  async take(
    client: string,
    { id, state, bytes, arrivedBytes = 0, workSeconds }: Holding,
    { limits, holdSeconds }: { readonly limits: HoldingLimits | null; readonly holdSeconds: number },
  ): Promise<TakenHolding> {
    const answer = await this.#run(TAKE, {
      keys: [OF_KEY_PREFIX + id],
      args: [
        ...[id, client, state, bytes, workSeconds, Math.max(1, Math.ceil(holdSeconds))],
        // Shares of what there is room for are no whole numbers.
        ...(limits ? [limits.jobs, limits.openBytes, Math.floor(limits.storedBytes)] : [-1, -1, -1]),
        state === 'expected' ? arrivedBytes : bytes,
      ],
    });
    const [refusedBy, jobs, work] = answer as ['' | 'open' | 'stored', number, string];
    return { ...(refusedBy === '' ? {} : { refusedBy }), jobs, smallWorkSeconds: Number(work) };
  }

  async release(id: string): Promise<void> {
    await this.#run(RELEASE, { keys: [OF_KEY_PREFIX + id], args: [id] });
  }

  async of(client: string, { isOpen = false } = {}): Promise<HeldHolding[]> {
    const answer = await this.#run(OF, { args: [client, isOpen ? 0 : 1] });
    const [now, open, kept] = answer as [number, string[], string[]];
    return [...pairsOf(open), ...pairsOf(kept)].flatMap(([id, text]) => {
      const { takenAt, endsAt, ...place } = placeSchema.parse(JSON.parse(text));
      const times = { ageSeconds: (now - takenAt) / 1000, endsInSeconds: (endsAt - now) / 1000 };
      const hasEnded = endsAt <= now || takenAt > now + 60_000;
      return hasEnded ? [] : [{ id, ...place, ...times }];
    });
  }

  async totalBytes(): Promise<number> {
    return (await this.#run(TOTAL)) as number;
  }

  async fetched(max: number): Promise<{ id: string; ageSeconds: number }[]> {
    const [now, members] = (await this.#run(FETCHED, { args: [max] })) as [number, string[]];
    return members
      .map((member) => member.split(' '))
      .map(([id = '', at]) => ({ id, ageSeconds: (now - Number(at)) / 1000 }))
      .sort((a, b) => b.ageSeconds - a.ageSeconds);
  }

  async close(): Promise<void> {
    await closeRedisClient(this.#redis);
  }

  #run(
    script: string,
    { keys = [], args = [] }: { readonly keys?: string[]; readonly args?: (string | number)[] } = {},
  ): Promise<unknown> {
    const all = [...COMMON_KEYS, ...keys];
    return this.#redis.eval(script, all.length, ...all, ...args);
  }
}

function pairsOf(flat: readonly string[]): [string, string][] {
  return flat.flatMap((each, at) => (at % 2 === 0 ? [[each, flat[at + 1]!] as [string, string]] : []));
}
