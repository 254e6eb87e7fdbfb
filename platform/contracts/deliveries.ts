import { z } from 'zod';
import { signerSchema } from './delivery-targets.ts';
import { jobIdSchema } from './job.ts';

/** What is sent: news of a job, or its result. */
export const DELIVERY_TYPES = ['webhook', 'result'] as const;
export type DeliveryType = (typeof DELIVERY_TYPES)[number];

export const DELIVERY_STATES = ['pending', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** What a webhook tells. */
export const WEBHOOK_EVENTS = ['job.completed', 'job.failed', 'batch.completed'] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** Why an attempt did not count, as its client is told, with a text for people. */
export const DELIVERY_ERRORS = {
  'not-allowed':
    'The name of the receiver does not lead to a public internet address, or its form is not allowed.',
  'no-answer':
    'No answer: the receiver was not reachable, its certificate is not valid, the connection broke, or it took too long.',
  'wrong-status': 'The receiver answered with another status than 200 to 299.',
  'too-much': 'The daily sending limit for this account or receiver is reached.',
  superseded: 'It was sent again meanwhile and accepted.',
  gone: 'The receiver asked for no more deliveries (410).',
  expired: 'The result has expired.',
} as const;
type DeliveryErrorCode = keyof typeof DELIVERY_ERRORS;
const toldCodes = Object.keys(DELIVERY_ERRORS) as [DeliveryErrorCode, ...DeliveryErrorCode[]];

/**
 * What the operator's log says more exactly, with the word that clients are told: a client that could tell these apart would
 * learn names of private networks and scan the ports of others from here.
 */
const COARSE = {
  'not-resolved': 'not-allowed',
  'not-connected': 'no-answer',
  'not-trusted': 'no-answer',
  'broken-off': 'no-answer',
  'timed-out': 'no-answer',
} as const satisfies Readonly<Record<string, DeliveryErrorCode>>;
export type DeliveryFailureCode = DeliveryErrorCode | keyof typeof COARSE;
const failureCodes = [...toldCodes, ...(Object.keys(COARSE) as (keyof typeof COARSE)[])] as const;

/** One request that was made, or that could not be made. */
const deliveryAttemptSchema = z.object({
  at: z.iso.datetime(),
  durationMs: z.number().int().nonnegative(),
  /** What the receiver answered, where it did. */
  status: z.number().int().optional(),
  error: z.enum(failureCodes).optional(),
});
export type DeliveryAttempt = z.output<typeof deliveryAttemptSchema>;

/** An attempt as clients are told of it. */
export const toldAttemptSchema = deliveryAttemptSchema.extend({
  durationMs: deliveryAttemptSchema.shape.durationMs.optional().meta({
    description: 'Until the receiver answered, rounded up to tenths of a second; missing where it did not.',
  }),
  error: z.enum(toldCodes).optional(),
});

/** An attempt as clients are told of it. */
export function toldAttempt({
  at,
  durationMs,
  status,
  error,
}: DeliveryAttempt): z.output<typeof toldAttemptSchema> {
  const told = error !== undefined && error in COARSE ? COARSE[error as keyof typeof COARSE] : error;
  return {
    at,
    ...(status === undefined ? {} : { durationMs: Math.ceil(durationMs / 100) * 100, status }),
    ...(told === undefined ? {} : { error: told as DeliveryErrorCode }),
  };
}

/** All attempts of a delivery are made within this time. */
export const RETRY_WINDOW_MS = 30 * 3_600_000;

/** How often a job's delivery can be sent again by its client; the first one has no number. */
export const MAX_RESENDS = 9;
/** After an attempt that failed, what is sent again waits so long: who has refused it is not asked all the time. */
export const RESEND_PAUSE_MS = 60_000;

/**
 * Id of a delivery among those of its job: what it is, and a number when it is sent again. The webhook of a whole batch
 * is one of its first job.
 */
export const deliveryIdSchema = z.string().regex(/^(webhook|result|batch)(-([2-9]|10))?$/);

/** What a delivery is, whether it is the first one or sent again. */
export function deliveryNameOf(id: string): string {
  return id.replace(/-\d+$/, '');
}

/** Whether a client has asked for it, after a first one. */
export function isSentAgain({ id }: { readonly id: string }): boolean {
  return deliveryNameOf(id) !== id;
}

/** A webhook that is sent once another delivery has ended. */
const followingWebhookSchema = z.object({
  url: z.string(),
  event: z.enum(WEBHOOK_EVENTS),
  /** The job as its client sees it. */
  data: z.record(z.string(), z.unknown()),
});

/** What is known of one delivery. Written by the process that holds its lease, see delivery-records.ts; times in UTC. */
export const deliveryRecordSchema = z.object({
  version: z.number().int().positive(),
  jobId: jobIdSchema,
  id: deliveryIdSchema,
  type: z.enum(DELIVERY_TYPES),
  url: z.string(),
  signer: signerSchema.optional(),
  state: z.enum(DELIVERY_STATES),
  createdAt: z.iso.datetime(),
  attempts: z.array(deliveryAttemptSchema),
  /** While it is pending. */
  nextAttemptAt: z.iso.datetime().optional(),
  /** No attempt is made after it. */
  deadline: z.iso.datetime(),
  /** Of a webhook. */
  message: z
    .object({
      /** Stays however often the delivery is sent. */
      id: z.string(),
      event: z.enum(WEBHOOK_EVENTS),
      /** The very text that is signed and sent. */
      body: z.string(),
    })
    .optional(),
  /** Of a result. */
  following: followingWebhookSchema.optional(),
});
export type DeliveryRecord = z.output<typeof deliveryRecordSchema>;

/** Object keys of deliveries. */
export const deliveryKeys = {
  ofJob: (jobId: string) => `deliveries/${jobId}/`,
  record: (jobId: string, id: string) => `deliveries/${jobId}/${id}.json`,
  /** Holds the id of a job of an account that a webhook has told of by its public id. */
  jobOf: (publicId: string) => `deliveries/of/${publicId}`,
  /** Empty objects, one for each delivery that waits for its time. */
  outbox: 'outbox/',
  /**
   * Empty objects that name the deliveries of an account, the newest first in the order of their keys.
   * @param signer id of the account
   */
  ofAccount: (signer: string) => `deliveries-of/${signer}/`,
  /** An empty object: this receiver has answered 410. */
  gone: (receiver: string) => `gone/${receiver}`,
} as const;
