import type { ApiOperation } from '../operation.ts';

/** Webhooks, and results that were sent somewhere. */
export const deliveryOperations = {
  readDeliveries: {
    method: 'GET',
    path: '/api/jobs/{id}/deliveries',
    title: 'Log of deliveries',
    answer: 'the webhooks of a job and where its result was sent, with every attempt',
    errors: ['expired', 'rate-limited'],
    limit: 'lookups',
    scope: 'jobs:read',
  },
  resendDelivery: {
    method: 'POST',
    path: '/api/jobs/{id}/deliveries/{delivery}/resend',
    title: 'Send again',
    answer: '202; what was delivered, or could not be, is sent once more within seconds',
    errors: ['invalid-request', 'expired', 'rate-limited'],
    limit: 'files',
    scope: 'webhooks',
  },
  listDeliveries: {
    method: 'GET',
    path: '/api/deliveries',
    title: 'List deliveries',
    answer: 'what was sent for the jobs of the account, newest first, a page of 25',
    errors: ['invalid-request'],
    limit: 'requests',
    scope: 'webhooks',
    needsToken: true,
  },
  readWebhookSecrets: {
    method: 'GET',
    path: '/api/webhooks/secrets',
    title: 'Secrets of webhooks',
    answer: 'the secrets that the webhooks of the account are signed with',
    errors: ['not-found'],
    scope: 'webhooks',
    needsToken: true,
  },
  changeWebhookSecret: {
    method: 'POST',
    path: '/api/webhooks/secrets',
    title: 'Change the secret of webhooks',
    answer: '201 with a new secret in front; the one before signs too for a day, or as long as asked',
    errors: ['invalid-request', 'not-found'],
    limit: 'requests',
    scope: 'webhooks',
    needsToken: true,
  },
} as const satisfies Readonly<Record<string, ApiOperation>>;
