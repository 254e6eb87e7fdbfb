import type { Config } from '#platform/config.ts';
import type { Platform } from '#platform/ports/platform.ts';
import { receiverRules } from '#platform/receiver-rules.ts';
import { createDeliveryService, type DeliveryService } from './delivery-service.ts';
import { createDeliveryTargets, type DeliveryTargetReader } from './delivery-targets.ts';

/** Where clients want to hear of their jobs, and what was delivered there. */
export interface Deliveries {
  readonly deliveries: DeliveryService;
  readonly targets: DeliveryTargetReader;
}

export function createDeliveries(config: Config, platform: Pick<Platform, 'objects'>): Deliveries {
  const { webhookSecrets, anonymous } = config.deliveries;
  const canSign = webhookSecrets.length > 0;
  return {
    deliveries: createDeliveryService(platform),
    targets: createDeliveryTargets({ rules: receiverRules(config), anonymous, canSign }),
  };
}
