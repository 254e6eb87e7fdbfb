import { accountIdOf } from '#functions/services/identity/account-id.ts';
import type { deliveryOperations } from '#platform/contracts/api/operations/deliveries.ts';
import { NO_JOB, type ApiWalk, type CallsOf } from './api-walk.ts';

/** Deliveries that are tried, and secrets. */
export function deliveryCalls(walk: ApiWalk): CallsOf<typeof deliveryOperations> {
  const { call, send, authorized, jobThat, jobWithDelivery, subject } = walk;
  return {
    readDeliveries: [
      async () => call(`/api/jobs/${await jobWithDelivery()}/deliveries`),
      async () => call(`/api/jobs/${await jobThat('queued')}/deliveries`),
      () => call(`/api/jobs/${NO_JOB}/deliveries`),
    ],
    resendDelivery: [
      async () => call(`/api/jobs/${await jobWithDelivery()}/deliveries/webhook/resend`, { method: 'POST' }),
      () => call(`/api/jobs/${NO_JOB}/deliveries/webhook/resend`, { method: 'POST' }),
      async () => {
        const path = `/api/jobs/${await jobWithDelivery()}/deliveries/webhook/resend`;
        for (let count = 0; count < 9; count += 1) await call(path, { method: 'POST' });
        return call(path, { method: 'POST' });
      },
    ],
    listDeliveries: [
      async () => {
        await jobWithDelivery(accountIdOf('demo', subject));
        return call('/api/deliveries', { headers: authorized() });
      },
      () => call('/api/deliveries?before=yesterday', { headers: authorized() }),
      () => call('/api/deliveries'),
    ],
    readWebhookSecrets: [
      () => call('/api/webhooks/secrets', { headers: authorized() }),
      () => call('/api/webhooks/secrets'),
    ],
    changeWebhookSecret: [
      () => send('/api/webhooks/secrets', {}, authorized()),
      () => send('/api/webhooks/secrets', { overlapSeconds: -1 }, authorized()),
      () => send('/api/webhooks/secrets', {}),
    ],
  };
}
