import type { Config } from '#platform/config.ts';
import type { Logger } from '#platform/logger.ts';
import type { Platform } from '#platform/ports/platform.ts';
import type { ClientHoldings } from '../holdings/client-holdings.ts';
import type { JobService } from '../jobs/job-service.ts';
import { endSharesRegularly } from './ended-shares.ts';
import { ShareService } from './share-service.ts';

/** Results that outlive their jobs. */
export interface Shares {
  readonly shares: ShareService;
  /** Ends what deletes shares in time. */
  close(): void;
}

interface SharesOptions {
  readonly config: Config;
  readonly platform: Platform;
  readonly logger: Logger;
  readonly jobs: JobService;
  readonly holdings: ClientHoldings;
  /** Makes the ids of shares unguessable. */
  readonly secret: string;
}

export async function createShares({ config, platform, ...others }: SharesOptions): Promise<Shares> {
  const { objects, expiringCounters, taskLeases } = platform;
  const shares = new ShareService({ ...config, ...others, objects, expiringCounters });
  // In distributed mode Redis remembers them.
  if (config.mode === 'embedded') await shares.holdAgain();
  return { shares, close: endSharesRegularly({ shares, taskLeases, logger: others.logger }) };
}
