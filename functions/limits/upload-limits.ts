import type { Request, Response } from 'express';
import { RateLimiterMemory, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible';
import type { Config } from '#platform/config.ts';
import type { TierLimits } from '#platform/limit-tiers.ts';
import { comesFromThisMachine } from '../http/this-machine.ts';
import { ApiError } from '../services/api-error.ts';
import type { JobClient } from '../services/holdings/client-holdings.ts';
import { clientIdentityOf, type ClientIdentity } from './client-identity.ts';
import { ConcurrencyLimiter } from './concurrency-limiter.ts';
import type { DailyFiles, DailyQuota } from './daily-files.ts';

const WINDOW_SECONDS = 60;
/** Looks at jobs for each file that may be sent: at 60 files a minute twenty open ones may be asked for once a second. */
export const LOOKUPS_PER_FILE = 20;
/** Looks that something which is not there costs: 60 guesses a minute. */
const MISS_COSTS = 20;

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
const TOO_MANY_KEYS = 'Too many keys were tried from here. Please wait a moment and try again.';
const MESSAGES: Readonly<Record<Counted, string | undefined>> = {
  files: undefined,
  requests: TOO_MANY_REQUESTS,
  lookups: TOO_MANY_REQUESTS,
  'device-files': TOO_MANY_REQUESTS,
};

interface Client extends ClientIdentity {
  readonly limits: TierLimits;
}

/** Looks cost less than files, so a client has more of them. */
const POINTS_PER_FILE: Readonly<Record<Counted, number>> = {
  files: 1,
  requests: 1,
  lookups: LOOKUPS_PER_FILE,
  'device-files': 1,
};

/**
 * Limits on what one client uploads and requests. `createLimiter` decides which processes count files and requests
 * together; uploads at once are counted in this process.
 */
export class UploadLimits {
  private readonly tiers: Config['rateLimits']['tiers'];
  private readonly loopbackExempt: boolean;
  private readonly identityOf: (request: Request) => ClientIdentity;
  private readonly dailyFiles: UploadLimitsOptions['dailyFiles'];
  private readonly onRefused: () => void;
  private readonly limiters: Readonly<Record<Counted, ReadonlyMap<string, RateLimiterAbstract>>>;
  private readonly running = new ConcurrencyLimiter();

  constructor(options: UploadLimitsOptions) {
    this.tiers = options.limits.tiers;
    this.loopbackExempt = options.limits.loopbackExempt;
    this.identityOf = options.identityOf ?? clientIdentityOf;
    this.dailyFiles = options.dailyFiles;
    this.onRefused = options.onRefused ?? (() => {});
    const create = options.createLimiter ?? ((limiter) => new RateLimiterMemory(limiter));
    const limitersOf = (counted: Counted) => createLimiters(this.tiers, counted, create);
    this.limiters = {
      files: limitersOf('files'),
      requests: limitersOf('requests'),
      lookups: limitersOf('lookups'),
      'device-files': limitersOf('device-files'),
    };
  }

  /**
   * Counts one file and takes one upload slot; sets the `RateLimit` headers.
   * @returns the release of the slot
   * @throws ApiError "rate-limited"
   */
  async admit(request: Request, response: Response): Promise<() => void> {
    const release = await this.occupy(request);
    try {
      await this.countFile(request, response);
      return release;
    } catch (error) {
      release();
      throw error;
    }
  }

  /** Takes an upload slot for more of a file that was counted before. @throws ApiError "rate-limited" */
  async occupy(request: Request): Promise<() => void> {
    const client = this.limitedClient(request);
    if (!client) return () => {};
    if (!this.running.hasCapacity(client.key, client.limits.uploadsAtOnce)) throw this.refusal(2);
    return this.running.acquire(client.key);
  }

  /** Counts one file. By the minute first: what it refuses does not use up the day. @throws ApiError "rate-limited" */
  async countFile(request: Request, response: Response): Promise<void> {
    const client = this.limitedClient(request);
    if (client) await this.count('files', client, response);
    const filesPerDay = client?.limits.filesPerDay ?? null;
    try {
      const quota = await this.dailyFiles?.count(this.identityOf(request), filesPerDay);
      if (quota) addQuotaHeaders(response, quota);
    } catch (error) {
      this.onRefused();
      throw error;
    }
  }

  /** Counts a sign-in or a share, apart from files. @throws ApiError "rate-limited" */
  async countRequest(request: Request, response: Response): Promise<void> {
    const client = this.limitedClient(request);
    if (client) await this.count('requests', client, response);
  }

  /** Counts a look at a job, a result or a share before it is looked for. @throws ApiError "rate-limited" */
  async countLookup(request: Request, response: Response): Promise<void> {
    const client = this.limitedClient(request);
    if (client) await this.count('lookups', client, response);
  }

  /**
   * Counts files that a client compressed itself and tells for the public count, apart from those that it sends: it may add
   * as many a minute as it might have sent. @throws ApiError "rate-limited"
   */
  async countDeviceFiles(request: Request, response: Response, files: number): Promise<void> {
    const client = this.limitedClient(request);
    if (client) await this.count('device-files', client, response, files);
  }

  /** Counts the look at something that was not there, as many looks: ids cannot be guessed by the thousand. */
  async countMiss(request: Request): Promise<void> {
    const client = this.limitedClient(request);
    if (client) await consume(this.limiterOf('lookups', client.tier), client.key, MISS_COSTS - 1);
  }

  /** Counts the look-up of a key, as a look, without the headers of an answer. @throws ApiError "rate-limited" */
  async countKeyLookup(request: Request): Promise<void> {
    const client = this.limitedClient(request);
    if (!client) return;
    const limiter = this.limiterOf('lookups', client.tier);
    const result = await consume(limiter, client.key);
    if (result.consumedPoints <= limiter.points) return;
    throw this.refusal(secondsOf(result), TOO_MANY_KEYS);
  }

  /** Who sends a job, and what that client may hold. */
  async clientOf(request: Request): Promise<JobClient> {
    const { key, session, accountId } = this.identityOf(request);
    const client = this.limitedClient(request);
    if (!client) return { key, session, accountId, limits: null };
    const { openJobs: jobs, openBytes, storedBytes } = client.limits;
    return { key, session, accountId, limits: { jobs, openBytes, storedBytes } };
  }

  /** Null for a client that is not limited. A key says how much it may, also on the same machine. */
  private limitedClient(request: Request): Client | null {
    const identity = this.identityOf(request);
    const isExempt = this.loopbackExempt && identity.kind !== 'api-key' && comesFromThisMachine(request);
    return isExempt ? null : { ...identity, limits: this.tiers[identity.tier] ?? this.tiers.key };
  }

  private async count(counted: Counted, client: Client, response: Response, points = 1): Promise<void> {
    const limiter = this.limiterOf(counted, client.tier);
    const result = await consume(limiter, client.key, points);
    setRateLimitHeaders(response, counted, limiter.points, result);
    if (result.consumedPoints > limiter.points) throw this.refusal(secondsOf(result), MESSAGES[counted]);
  }

  private limiterOf(counted: Counted, tier: string): RateLimiterAbstract {
    const limiters = this.limiters[counted];
    return limiters.get(tier) ?? limiters.get('key')!;
  }

  private refusal(retryAfterSeconds: number, message?: string): ApiError {
    this.onRefused();
    return new ApiError('rate-limited', { retryAfterSeconds, message });
  }
}

/** A limiter for each tier of clients. */
function createLimiters(
  tiers: Config['rateLimits']['tiers'],
  counted: Counted,
  create: (options: LimiterOptions) => RateLimiterAbstract,
): ReadonlyMap<string, RateLimiterAbstract> {
  const limiters = Object.entries(tiers).map(([tier, { filesPerMinute }]) => {
    const keyPrefix = `featherpress:limit:${counted}:${tier}`;
    const points = filesPerMinute * POINTS_PER_FILE[counted];
    return [tier, create({ keyPrefix, points, duration: WINDOW_SECONDS })] as const;
  });
  return new Map(limiters);
}

function secondsOf({ msBeforeNext }: RateLimiterRes): number {
  return Math.ceil(msBeforeNext / 1_000);
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
  response.setHeader('RateLimit-Policy', `"${counted}";q=${points};w=${WINDOW_SECONDS}`);
  response.setHeader('RateLimit', `"${counted}";r=${result.remainingPoints};t=${secondsOf(result)}`);
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
