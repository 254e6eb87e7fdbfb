import type { Request, Response } from 'express';
import { RateLimiterMemory, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible';
import type { Config } from '#platform/config.ts';
import type { TierLimits } from '#platform/limit-tiers.ts';
import { comesFromThisMachine } from '../http/this-machine.ts';
import { ApiError } from '../services/api-error.ts';
import type { JobClient } from '../services/jobs/job-places.ts';
import { clientIdentityOf, type ClientIdentity } from './client-identity.ts';
import { ConcurrencyLimiter } from './concurrency-limiter.ts';
import type { DailyFiles, DailyQuota } from './daily-files.ts';

const WINDOW_SECONDS = 60;
/** Looks at jobs for each file that may be sent: at 60 files a minute twenty open ones may be asked for once a second. */
export const LOOKUPS_PER_FILE = 20;
/** Looks that something which is not there costs: 60 guesses a minute. */
const MISS_COSTS = 20;

/** Limits on what one client uploads and requests. */
export interface UploadLimits {
  /**
   * Counts one file and takes one upload slot; sets the `RateLimit` headers.
   * @returns the release of the slot
   * @throws ApiError "rate-limited"
   */
  admit(request: Request, response: Response): Promise<() => void>;
  /** Takes an upload slot for more of a file that was counted before. @throws ApiError "rate-limited" */
  occupy(request: Request): Promise<() => void>;
  /** Counts one more file of the same request. @throws ApiError "rate-limited" */
  countFile(request: Request, response: Response): Promise<void>;
  /** Counts a sign-in or a share, apart from files. @throws ApiError "rate-limited" */
  countRequest(request: Request, response: Response): Promise<void>;
  /** Counts a look at a job, a result or a share before it is looked for. @throws ApiError "rate-limited" */
  countLookup(request: Request, response: Response): Promise<void>;
  /**
   * Counts files that a client compressed itself and tells for the public count, apart from those that it sends: it may add
   * as many a minute as it might have sent. @throws ApiError "rate-limited"
   */
  countDeviceFiles(request: Request, response: Response, files: number): Promise<void>;
  /** Counts the look at something that was not there, as many looks: ids cannot be guessed by the thousand. */
  countMiss(request: Request): Promise<void>;
  /** Counts the look-up of a key, as a look, without the headers of an answer. @throws ApiError "rate-limited" */
  countKeyLookup(request: Request): Promise<void>;
  /** Who sends a job, and what that client may hold. */
  clientOf(request: Request): Promise<JobClient>;
}

/** What is counted, each by itself; also the name of the policy in the headers. */
type Counted = 'files' | 'requests' | 'lookups' | 'device-files';

export interface UploadLimitsOptions {
  readonly limits: Config['rateLimits'];
  /** [clientIdentityOf] */
  readonly identityOf?: (request: Request) => ClientIdentity;
  /** Makes a limiter whose counts all web processes share [in this process only]. */
  readonly createLimiter?: (options: LimiterOptions) => RateLimiterAbstract;
  /** [none is counted] */
  readonly dailyFiles?: Pick<DailyFiles, 'count'> | undefined;
  readonly onRefused?: () => void;
}

export interface LimiterOptions {
  readonly keyPrefix: string;
  readonly points: number;
  readonly duration: number;
}

const TOO_MANY_REQUESTS = 'Too many requests at once. Please wait a moment and try again.';
const MESSAGES: Readonly<Record<Counted, string | undefined>> = {
  files: undefined,
  requests: TOO_MANY_REQUESTS,
  lookups: TOO_MANY_REQUESTS,
  'device-files': TOO_MANY_REQUESTS,
};

interface Client extends ClientIdentity {
  readonly limits: TierLimits;
}

/** Files and requests a minute are counted wherever `createLimiter` counts; uploads at once are counted in this process. */
export function createUploadLimits(options: UploadLimitsOptions): UploadLimits {
  const { limits, identityOf = clientIdentityOf, dailyFiles, onRefused = () => {} } = options;
  const create = options.createLimiter ?? ((limiter) => new RateLimiterMemory(limiter));
  const limitersFor = (counted: Counted) =>
    new Map(
      Object.entries(limits.tiers).map(([tier, { filesPerMinute }]) => [
        tier,
        create({
          keyPrefix: `featherpress:limit:${counted}:${tier}`,
          points: filesPerMinute * (counted === 'lookups' ? LOOKUPS_PER_FILE : 1),
          duration: WINDOW_SECONDS,
        }),
      ]),
    );
  const limiters = {
    files: limitersFor('files'),
    requests: limitersFor('requests'),
    lookups: limitersFor('lookups'),
    'device-files': limitersFor('device-files'),
  };
  const running = new ConcurrencyLimiter();

  const limitsOf = (tier: string) => limits.tiers[tier] ?? limits.tiers.key;
  const limiterOf = (counted: Counted, tier: string) =>
    limiters[counted].get(tier) ?? limiters[counted].get('key')!;

  /** Null for a client that is not limited. A key says how much it may, also on the same machine. */
  const limitedClient = (request: Request): Client | null => {
    const identity = identityOf(request);
    const isExempt = limits.loopbackExempt && identity.kind !== 'api-key' && comesFromThisMachine(request);
    return isExempt ? null : { ...identity, limits: limitsOf(identity.tier) };
  };

  const count = async (counted: Counted, client: Client, response: Response, points = 1) => {
    const limiter = limiterOf(counted, client.tier);
    const result = await consume(limiter, client.key, points);
    setRateLimitHeaders(response, counted, limiter.points, result);
    if (result.consumedPoints <= limiter.points) return;
    onRefused();
    throw new ApiError('rate-limited', {
      retryAfterSeconds: Math.ceil(result.msBeforeNext / 1_000),
      message: MESSAGES[counted],
    });
  };

  /** By the minute first: what it refuses does not use up the day. */
  const countOneFile = async (request: Request, response: Response) => {
    const client = limitedClient(request);
    if (client) await count('files', client, response);
    const filesPerDay = client?.limits.filesPerDay ?? null;
    const quota = await dailyFiles?.count(identityOf(request), filesPerDay).catch((error: unknown) => {
      onRefused();
      throw error;
    });
    if (quota) addQuotaHeaders(response, quota);
  };

  const takeSlot = (client: Client) => {
    if (!running.hasCapacity(client.key, client.limits.uploadsAtOnce)) {
      onRefused();
      throw new ApiError('rate-limited', { retryAfterSeconds: 2 });
    }
    return running.acquire(client.key);
  };

  return {
    async admit(request, response) {
      const client = limitedClient(request);
      const release = client ? takeSlot(client) : () => {};
      try {
        await countOneFile(request, response);
        return release;
      } catch (error) {
        release();
        throw error;
      }
    },
    async occupy(request) {
      const client = limitedClient(request);
      return client ? takeSlot(client) : () => {};
    },
    countFile: countOneFile,
    async countRequest(request, response) {
      const client = limitedClient(request);
      if (client) await count('requests', client, response);
    },
    async countLookup(request, response) {
      const client = limitedClient(request);
      if (client) await count('lookups', client, response);
    },
    async countDeviceFiles(request, response, files) {
      const client = limitedClient(request);
      if (client) await count('device-files', client, response, files);
    },
    async countMiss(request) {
      const client = limitedClient(request);
      if (client) await consume(limiterOf('lookups', client.tier), client.key, MISS_COSTS - 1);
    },
    async countKeyLookup(request) {
      const client = limitedClient(request);
      if (!client) return;
      const limiter = limiterOf('lookups', client.tier);
      const result = await consume(limiter, client.key);
      if (result.consumedPoints <= limiter.points) return;
      onRefused();
      throw new ApiError('rate-limited', {
        retryAfterSeconds: Math.ceil(result.msBeforeNext / 1_000),
        message: 'Too many keys were tried from here. Please wait a moment and try again.',
      });
    },
    async clientOf(request) {
      const { key, session, accountId } = identityOf(request);
      const client = limitedClient(request);
      if (!client) return { key, session, accountId, limits: null };
      const { openJobs: jobs, openBytes, storedBytes } = client.limits;
      return { key, session, accountId, limits: { jobs, openBytes, storedBytes } };
    },
  };
}

/** The limiter rejects with its result when the limit is reached, and with an Error when its store is away. */
async function consume(limiter: RateLimiterAbstract, key: string, points = 1): Promise<RateLimiterRes> {
  try {
    return await limiter.consume(key, points);
  } catch (refused) {
    if (refused instanceof RateLimiterRes) return refused;
    throw new ApiError('unavailable', { cause: refused });
  }
}

/** Source: IETF draft-ietf-httpapi-ratelimit-headers-10, sections 3 and 4. */
function setRateLimitHeaders(
  response: Response,
  counted: Counted,
  points: number,
  result: RateLimiterRes,
): void {
  const seconds = Math.ceil(result.msBeforeNext / 1_000);
  response.setHeader('RateLimit-Policy', `"${counted}";q=${points};w=${WINDOW_SECONDS}`);
  response.setHeader('RateLimit', `"${counted}";r=${result.remainingPoints};t=${seconds}`);
}

/** A second policy beside that of the minute. */
function addQuotaHeaders(response: Response, { quota, remaining, seconds }: DailyQuota): void {
  const withQuota = (name: string, item: string) => {
    const before = response.getHeader(name);
    response.setHeader(name, before === undefined ? item : `${String(before)}, ${item}`);
  };
  withQuota('RateLimit-Policy', `"files-per-day";q=${quota};w=86400`);
  withQuota('RateLimit', `"files-per-day";r=${remaining};t=${seconds}`);
}
