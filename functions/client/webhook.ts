import type { Batch, Job } from './api-types.ts';
import { FeatherpressError } from './featherpress-error.ts';

/** What a webhook tells, once it was verified. */
export type WebhookEvent = {
  /** Stays when the news comes again: skip a delivery whose id you have seen. */
  readonly id: string;
  /** When it happened. */
  readonly timestamp: string;
} & (
  | { readonly type: 'job.completed' | 'job.failed'; readonly data: Job }
  | { readonly type: 'batch.completed'; readonly data: Pick<Batch, 'jobs'> }
);

/** Headers as `Request` has them, or as frameworks and Node hand them over: names in any case. */
export type WebhookHeaders =
  | Headers
  | Readonly<Record<string, string | readonly string[] | number | undefined>>;

/** The body as it came, not as it was parsed: each byte is signed. */
export type WebhookBody = string | ArrayBuffer | Uint8Array;

export interface WebhookOptions {
  /** How far its time may be from now, before or after, in seconds [300]. */
  readonly toleranceSeconds?: number | undefined;
}

/** A webhook as it arrives. */
export interface ReceivedWebhook {
  readonly headers: WebhookHeaders;
  readonly body: WebhookBody;
}

const PREFIX = 'whsec_';
const VERSION = 'v1,';
/** A secret of fewer bytes is a mistake. Source: Standard Webhooks, "Signature scheme". */
const LEAST_SECRET_BYTES = 24;
const USUAL_TOLERANCE_SECONDS = 300;

/**
 * Verifies a webhook by the Standard Webhooks specification and reads it. Works where there is WebCrypto: Node, Deno, Bun,
 * workers at the edge, browsers.
 * @param secrets one, or several while they are changed: one that fits one of its signatures is enough
 * @throws FeatherpressError "invalid-webhook" for one that is not ours, too old, from the future or not readable: answer with 400
 * @throws TypeError for a secret that is none
 */
export async function parseWebhook(
  webhook: ReceivedWebhook,
  secrets: string | readonly string[],
  options: WebhookOptions = {},
): Promise<WebhookEvent> {
  const { id, body } = await verified(webhook, secrets, options);
  try {
    const { type, timestamp, data } = JSON.parse(
      new TextDecoder('utf-8', { fatal: true }).decode(body),
    ) as WebhookEvent;
    return { id, type, timestamp, data } as WebhookEvent;
  } catch (cause) {
    throw invalid('its body is no JSON', cause);
  }
}

/** Verifies a webhook without reading it; otherwise as {@link parseWebhook}. */
export async function verifyWebhook(
  webhook: ReceivedWebhook,
  secrets: string | readonly string[],
  options: WebhookOptions = {},
): Promise<void> {
  await verified(webhook, secrets, options);
}

async function verified(
  { headers, body: given }: ReceivedWebhook,
  secrets: string | readonly string[],
  { toleranceSeconds = USUAL_TOLERANCE_SECONDS }: WebhookOptions,
): Promise<{ id: string; body: Uint8Array<ArrayBuffer> }> {
  const keys = (typeof secrets === 'string' ? [secrets] : secrets).map(keyOf);
  if (keys.length === 0) throw new TypeError('Expected a secret for webhooks but received none');
  const body = bytesOf(given);
  const id = headerOf(headers, 'webhook-id');
  const time = headerOf(headers, 'webhook-timestamp');
  // Stops between them separate what is signed: a name that held one could pass for another time.
  if (id === '' || id.includes('.')) throw invalid('it has no webhook-id');
  if (!/^\d{1,12}$/.test(time)) throw invalid('it has no webhook-timestamp');
  if (Math.abs(Date.now() / 1000 - Number(time)) > toleranceSeconds)
    throw invalid('it is too old, or the clock of one of both is wrong');
  const signatures = headerOf(headers, 'webhook-signature').split(' ').map(signatureOf);
  const signed = joined(new TextEncoder().encode(`${id}.${time}.`), body);
  // One computation for each secret, however many signatures are sent.
  const expected = await Promise.all(keys.map((key) => sign(key, signed)));
  const isOurs = expected.some((own) => signatures.some((signature) => signature && isEqual(own, signature)));
  if (!isOurs) throw invalid('no signature of it fits');
  return { id, body };
}

/** @throws TypeError for what is no secret: a mistake of the receiver, which no other webhook would mend */
function keyOf(secret: string): Uint8Array<ArrayBuffer> {
  const bytes = fromBase64(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret);
  if (!bytes || bytes.length < LEAST_SECRET_BYTES)
    throw new TypeError(
      'Expected a secret such as "whsec_…", as GET /api/webhooks/secrets shows it, but received another text',
    );
  return bytes;
}

/** Null for what is of another scheme, such as one that is yet to come. */
function signatureOf(text: string): Uint8Array | null {
  return text.startsWith(VERSION) ? fromBase64(text.slice(VERSION.length)) : null;
}

function headerOf(headers: WebhookHeaders, name: string): string {
  if (typeof (headers as Headers).get === 'function') return (headers as Headers).get(name) ?? '';
  const [, value] = Object.entries(headers).find(([other]) => other.toLowerCase() === name) ?? [];
  return Array.isArray(value) ? value.join(' ') : String((value as string | number | undefined) ?? '');
}

async function sign(key: Uint8Array<ArrayBuffer>, signed: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const imported = await crypto.subtle.importKey('raw', key, hmac, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, signed));
}

/** In a time that tells nothing of where two differ. */
function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  return a.reduce((difference, byte, index) => difference | (byte ^ b[index]!), 0) === 0;
}

function bytesOf(body: WebhookBody): Uint8Array<ArrayBuffer> {
  if (typeof body === 'string') return new TextEncoder().encode(body);
  if (body instanceof ArrayBuffer || body instanceof Uint8Array) return new Uint8Array(body);
  throw new TypeError(
    'Expected the body of the webhook as it came, as text or bytes, but received an object',
  );
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

function invalid(reason: string, cause?: unknown): FeatherpressError {
  return new FeatherpressError(`This is no webhook to be believed: ${reason}.`, {
    code: 'invalid-webhook',
    cause,
  });
}
