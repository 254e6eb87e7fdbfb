import { createHmac } from 'node:crypto';
import { webhookKey } from '#platform/webhook-secrets.ts';

/**
 * The headers of one attempt to deliver a webhook.
 * @param secrets all of them sign, so that a receiver knows one or the other while they are changed
 * @param message id without a full stop, and the body as it is sent
 * Source: Standard Webhooks 1.0, "Signature scheme" and "Webhook headers".
 */
export function webhookHeaders(
  secrets: readonly string[],
  message: { readonly id: string; readonly body: string },
  nowMs: number,
): Record<string, string> {
  const timestamp = Math.floor(nowMs / 1000);
  const signed = `${message.id}.${timestamp}.${message.body}`;
  const signatures = secrets.map(
    (secret) => `v1,${createHmac('sha256', webhookKey(secret)).update(signed).digest('base64')}`,
  );
  return {
    'webhook-id': message.id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  };
}
