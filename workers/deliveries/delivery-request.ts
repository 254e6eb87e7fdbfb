import type { DeliveryRecord } from '#platform/contracts/deliveries.ts';
import { jobKeys } from '#platform/contracts/job.ts';
import type { ObjectStore } from '#platform/ports/object-store.ts';
import { secretNumbersOf } from '#platform/webhook-secret-changes.ts';
import { webhookSecretsOf } from '#platform/webhook-secrets.ts';
import { RequestFailure } from '#platform/request-failure.ts';
import type { GuardedRequest } from './guarded-request.ts';
import { webhookHeaders } from './sign-webhook.ts';

/** Standard Webhooks 1.0, "Request timeouts": 15 to 30 s. */
const ANSWER_MS = 20_000;
/** A result may take as long as it takes over a line of one megabit a second. */
const BYTES_PER_MS = 125;

interface DeliveryRequestOptions {
  readonly objects: Pick<ObjectStore, 'find' | 'head'>;
  /** Of the installation, the newest first. */
  readonly webhookSecrets: readonly string[];
  readonly now: () => number;
}

/**
 * The request that delivers it, signed as of now. A result is opened when it is sent.
 * @throws RequestFailure "expired" when its result is gone
 */
export async function deliveryRequest(
  record: DeliveryRecord,
  options: DeliveryRequestOptions,
  signal: AbortSignal,
): Promise<GuardedRequest> {
  const { url, message } = record;
  if (message) {
    const { signer } = record;
    const numbers = signer === undefined ? [] : await secretNumbersOf(options.objects, signer, options.now());
    const secrets = webhookSecretsOf(options.webhookSecrets, signer, numbers);
    // It waits until the operator has set it here as well.
    if (secrets.length === 0)
      throw new Error('Expected WEBHOOK_SECRET, as the web servers have it, but it is not set');
    const headers = {
      'Content-Type': 'application/json',
      'Content-Length': String(Buffer.byteLength(message.body)),
      ...webhookHeaders(secrets, message, options.now()),
    };
    return { url, method: 'POST', headers, body: message.body, limitMs: ANSWER_MS, signal };
  }
  const key = jobKeys.result(record.jobId);
  const result = await options.objects.head(key);
  if (!result) throw new RequestFailure('expired');
  const headers = {
    'Content-Type': result.contentType,
    'Content-Length': String(result.bytes),
    ...(isAzure(url) ? { 'x-ms-blob-type': 'BlockBlob' } : {}),
  };
  const limitMs = ANSWER_MS + Math.ceil(result.bytes / BYTES_PER_MS);
  return { url, method: 'PUT', headers, body: opened(options.objects, key, signal), limitMs, signal };
}

async function* opened(objects: Pick<ObjectStore, 'find'>, key: string, signal: AbortSignal) {
  const result = await objects.find(key, { signal });
  if (!result) throw new RequestFailure('expired');
  yield* result.body;
}

/** Azure takes no blob without being told its type; a presigned address cannot say it. */
function isAzure(url: string): boolean {
  return /\.blob\.core\.windows\.net$/.test(new URL(url).hostname);
}
