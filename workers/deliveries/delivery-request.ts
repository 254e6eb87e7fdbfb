import type { DeliveryRecord } from '#platform/contracts/deliveries.ts';
import { jobKeys } from '#platform/contracts/job.ts';
import type { ObjectStore } from '#platform/ports/object-store.ts';
import { webhookSecretsOf } from '#platform/webhook-secrets.ts';
import { DeliveryFailure } from './delivery-failure.ts';
import type { GuardedRequest } from './guarded-request.ts';
import { webhookHeaders } from './sign-webhook.ts';

/** Standard Webhooks 1.0, "Request timeouts": 15 to 30 s. */
const ANSWER_MS = 20_000;
/** A result may take as long as it takes a line of one megabit a second. */
const BYTES_PER_MS = 125;

export interface DeliveryRequestOptions {
  readonly objects: Pick<ObjectStore, 'find' | 'head'>;
  /** Of the installation, the newest first. */
  readonly webhookSecrets: readonly string[];
  readonly nowMs: number;
  readonly signal: AbortSignal;
}

/** How long an attempt may take. @throws DeliveryFailure "expired" when its result is gone */
export async function limitOf(record: DeliveryRecord, objects: Pick<ObjectStore, 'head'>): Promise<number> {
  if (record.message) return ANSWER_MS;
  const result = await objects.head(jobKeys.result(record.jobId));
  if (!result) throw new DeliveryFailure('expired');
  return ANSWER_MS + Math.ceil(result.bytes / BYTES_PER_MS);
}

/**
 * The request that delivers it, signed as of now.
 * @throws DeliveryFailure "expired" when its result is gone
 */
export async function deliveryRequest(
  record: DeliveryRecord,
  options: DeliveryRequestOptions,
): Promise<Omit<GuardedRequest, 'limitMs'>> {
  const { signal } = options;
  if (record.message) {
    const { body } = record.message;
    const secrets = webhookSecretsOf(options.webhookSecrets, record.signer);
    const headers = {
      'Content-Type': 'application/json',
      'Content-Length': String(Buffer.byteLength(body)),
      ...webhookHeaders(secrets, record.message, options.nowMs),
    };
    return { url: record.url, method: 'POST', headers, body, signal };
  }
  const result = await options.objects.find(jobKeys.result(record.jobId), { signal });
  if (!result) throw new DeliveryFailure('expired');
  const headers = {
    'Content-Type': result.contentType,
    'Content-Length': String(result.bytes),
    ...(isAzure(record.url) ? { 'x-ms-blob-type': 'BlockBlob' } : {}),
  };
  return { url: record.url, method: 'PUT', headers, body: result.body, signal };
}

/** Azure takes no blob without being told its type; a presigned address cannot say it. */
function isAzure(url: string): boolean {
  return /\.blob\.core\.windows\.net$/.test(new URL(url).hostname);
}
