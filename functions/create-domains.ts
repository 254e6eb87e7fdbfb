import type { Config } from '#platform/config.ts';
import type { Logger } from '#platform/logger.ts';
import type { Platform } from '#platform/ports/platform.ts';
import { createLimits, type Limits } from './limits/create-limits.ts';
import { createDeliveries, type Deliveries } from './services/deliveries/create-deliveries.ts';
import { startExpiry } from './services/expiry/start-expiry.ts';
import { ClientHoldings } from './services/holdings/client-holdings.ts';
import { createJobAccess, type JobAccess } from './services/holdings/job-access.ts';
import type { StorageRoom } from './services/holdings/storage-room.ts';
import { createIdentity, type Identity } from './services/identity/create-identity.ts';
import { createJobs, type Jobs } from './services/jobs/create-jobs.ts';
import type { WaitingJobs } from './services/jobs/waiting-jobs.ts';
import { createShares, type Shares } from './services/shares/create-shares.ts';
import type { StatsFeed } from './services/stats/stats-feed.ts';
import { createUploads, type Uploads } from './services/uploads/create-uploads.ts';
import type { WebMetrics } from './web/metrics.ts';

export interface DomainOptions {
  readonly config: Config;
  readonly platform: Platform;
  readonly logger: Logger;
  readonly metrics: WebMetrics;
  readonly stats: StatsFeed;
  readonly waiting: WaitingJobs;
  readonly room: StorageRoom;
  /** Where the demo identity provider shows its certificates. */
  readonly certificatesUrl: () => string;
}

/** What the API knows and does, by domain. */
export interface Domains {
  readonly identity: Identity;
  readonly limits: Limits;
  readonly jobs: Jobs;
  readonly deliveries: Deliveries;
  readonly access: JobAccess;
  readonly shares: Shares;
  readonly uploads: Uploads;
  close(): Promise<void>;
}

/** Constructs the domains of the API from the platform. */
export async function createDomains(options: DomainOptions): Promise<Domains> {
  const { config, platform, logger, metrics, room, waiting } = options;
  const { maxFileBytes, resultTtlSeconds } = config;
  const onRefused = () => metrics.rateLimited.inc();
  const identity = await createIdentity(options);
  const { secrets } = identity;
  const limits = await createLimits({ config, platform, logger, onRefused });
  const holdings = new ClientHoldings({ ...platform, room, logger, onRefused });
  const jobs = await createJobs({ platform, holdings, waiting, maxFileBytes, resultTtlSeconds });
  const deliveries = createDeliveries(config, platform);
  const access = createJobAccess({ ...platform, ...jobs, ...deliveries });
  const shares = await createShares({
    config,
    platform,
    logger,
    holdings,
    jobs: jobs.jobs,
    secret: secrets[0],
  });
  const uploads = createUploads({ config, platform, ...jobs, secrets, maxFileBytes });
  const onFailures = (count: number) => metrics.expiryFailures.inc(count);
  const stopExpiry = startExpiry({ config, platform, logger, onFailures });
  return {
    identity,
    limits,
    jobs,
    deliveries,
    access,
    shares,
    uploads,
    async close() {
      stopExpiry();
      shares.close();
      limits.close();
      await jobs.close();
    },
  };
}
