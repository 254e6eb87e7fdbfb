import { z } from 'zod';
import {
  address,
  addressRanges,
  matching,
  oneOf,
  secret,
  secrets,
  share,
  webhookSecrets,
  webOrigin,
  wholeNumber,
} from './config-values.ts';
import { limitTiersSchema } from './limit-tiers.ts';
import { LOG_LEVELS } from './logger.ts';

/** Shortest secret that signs session tokens. */
export const MIN_SECRET_CHARACTERS = 32;

/** Every variable of the environment that is read, with the form of its value. docs/operations.md says what each means. */
export const environmentSchema = z.object({
  PORT: wholeNumber(0, 65_535).optional(),
  HOST: matching(/^[A-Za-z0-9.:_-]+$/, 'a host name or an address').optional(),
  DATA_DIR: z.string().optional(),
  PUBLIC_URL: webOrigin().optional(),
  TRUSTED_PROXIES: wholeNumber(0, 10).optional(),
  GOOGLE_CLIENT_ID: matching(/^\S+$/, 'a client id without spaces').optional(),
  JWT_SECRET: secrets(MIN_SECRET_CHARACTERS).optional(),
  DEMO_SIGN_IN: oneOf(['on', 'off']).optional(),
  S3_BUCKET: matching(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'a bucket name').optional(),
  S3_ENDPOINT: address('http', 'https').optional(),
  SQS_QUEUE_URL: address('http', 'https').optional(),
  SQS_SMALL_QUEUE_URL: address('http', 'https').optional(),
  SQS_ENDPOINT: address('http', 'https').optional(),
  REDIS_URL: address('redis', 'rediss').optional(),
  AWS_REGION: matching(/^[a-z0-9-]+$/, 'a region such as eu-central-1').optional(),
  WORKER_CONCURRENCY: wholeNumber(1, 256).optional(),
  ENGINE_SANDBOX: oneOf(['required']).optional(),
  RESULT_TTL_SECONDS: wholeNumber(1, 604_800).optional(),
  SHARE_TTL_SECONDS: wholeNumber(1, 2_592_000).optional(),
  SHARE_MAX_SECONDS: wholeNumber(1, 2_592_000).optional(),
  MAX_FILE_BYTES: wholeNumber(1_024, 2 ** 31).optional(),
  FILES_PER_MINUTE: wholeNumber(1, 1_000_000).optional(),
  DRAIN_SECONDS: wholeNumber(0, 3_600).optional(),
  UPLOADS_AT_ONCE: wholeNumber(1, 10_000).optional(),
  OPEN_JOBS: wholeNumber(1, 1_000_000).optional(),
  OPEN_BYTES: wholeNumber(1_024, 2 ** 50).optional(),
  STORED_BYTES: wholeNumber(1_024, 2 ** 50).optional(),
  MAX_STORED_BYTES: wholeNumber(1_024, 2 ** 50).optional(),
  WEBHOOK_SECRET: webhookSecrets().optional(),
  DELIVERY_ANONYMOUS: oneOf(['on', 'off']).optional(),
  DELIVERY_FROM: oneOf(['workers', 'web']).optional(),
  DELIVERY_HTTP: oneOf(['on', 'off']).optional(),
  DELIVERY_ALLOW: addressRanges().optional(),
  LIMIT_TIERS: limitTiersSchema.optional(),
  ANALYTICS_ID: matching(/^[A-Za-z0-9-]{4,40}$/, 'a measurement id such as G-ABC123').optional(),
  METRICS_TOKEN: secret(16).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: address('http', 'https').optional(),
  OTEL_TRACES_SAMPLER_ARG: share().optional(),
  LOG_LEVEL: oneOf(LOG_LEVELS).optional(),
});
/** The variables that are set, parsed. */
export type Environment = z.output<typeof environmentSchema>;
