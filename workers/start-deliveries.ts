import type { Config } from '#platform/config.ts';
import type { Logger } from '#platform/logger.ts';
import type { Platform } from '#platform/ports/platform.ts';
import { receiverRules } from '#platform/receiver-rules.ts';
import {
  createDeliveryDispatcher,
  type DeliveryDispatcher,
  type DeliveryDispatcherOptions,
} from './deliveries/delivery-dispatcher.ts';
import type { RequestGuard } from '#platform/guarded-connection.ts';
import { createWorkerMetrics, type WorkerMetrics } from './worker-metrics.ts';

/** What deliveries are made with in tests: another interval, other name servers. */
export type DeliveryChanges = Pick<DeliveryDispatcherOptions, 'lookEveryMs'> &
  Pick<RequestGuard, 'nameServers' | 'ca'>;

/** The deliveries of a process that ends jobs, or that sends for those which cannot; its `start` is still to be called. */
export function prepareDeliveries(options: {
  readonly config: Config;
  readonly platform: Platform;
  readonly logger: Logger;
  readonly sends: boolean;
  /** [counted, but shown nowhere] */
  readonly metrics?: WorkerMetrics;
  readonly changes?: DeliveryChanges | undefined;
}): DeliveryDispatcher {
  const { config, platform, logger, sends, metrics = createWorkerMetrics(), changes } = options;
  return createDeliveryDispatcher({
    ...platform,
    logger,
    metrics,
    sends,
    webhookSecrets: config.deliveries.webhookSecrets,
    guard: { ...receiverRules(config), ...changes },
    lookEveryMs: changes?.lookEveryMs,
  });
}
