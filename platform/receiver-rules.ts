import type { Config } from './config.ts';
import { createAddressPolicy } from './public-addresses.ts';
import type { ReceiverRules } from './receiver-url.ts';

/** What the configuration says of the addresses that deliveries may go to. */
export function receiverRules({ deliveries }: Pick<Config, 'deliveries'>): ReceiverRules {
  return { http: deliveries.http, addresses: createAddressPolicy(deliveries.allowedRanges) };
}
