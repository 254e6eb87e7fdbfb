/** The typed client of the API, `featherpress/client` of the package: for browsers and Node, without codecs and packages. */
export type * from './api-types.ts';
export {
  CompressedBatch,
  CompressedFile,
  Featherpress,
  type CompressCallOptions,
  type FileSource,
  type NamedFile,
  type StartOptions,
} from './featherpress.ts';
export { FeatherpressError } from './featherpress-error.ts';
export { FetchedFile } from './fetched-file.ts';
export type { JobUpdate } from './follow-job.ts';
export type { CompressOptions } from './job-fields.ts';
export type { UploadProgress } from './send-with-progress.ts';
export type { ServerLineOptions } from './server-line.ts';
export {
  parseWebhook,
  verifyWebhook,
  type ReceivedWebhook,
  type WebhookBody,
  type WebhookEvent,
  type WebhookHeaders,
  type WebhookOptions,
} from './webhook.ts';
