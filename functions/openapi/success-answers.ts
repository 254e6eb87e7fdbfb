import { z } from 'zod';
import type { ZodOpenApiResponsesObject } from 'zod-openapi';
import { KIND_INFO } from '#engine/index.ts';
import {
  batchAnswerSchema,
  deliveryAnswerSchema,
  deliveryListAnswerSchema,
  deliveryPageAnswerSchema,
  jobAnswerSchema,
  keyListSchema,
  newKeySchema,
  pendingUploadSchema,
  profileAnswerSchema,
  shareAnswerSchema,
  shareListSchema,
  statsAnswerSchema,
  tokenAnswerSchema,
  usageSchema,
  webhookSecretsAnswerSchema,
} from '#platform/contracts/api/answers.ts';
import type { ApiOperationId } from '#platform/contracts/api/operations.ts';
import { answerHeaders, TUS_HEADERS, type AnswerHeader } from './answer-headers.ts';

/** Bytes of a file: no schema says more of them. */
const file = { schema: z.file() };
const compressedFile = Object.fromEntries(
  Object.values(KIND_INFO).map(({ mimeTypes }) => [mimeTypes[0], file]),
);

const COUNTED: readonly AnswerHeader[] = ['RateLimit', 'RateLimit-Policy'];
const RESULT: readonly AnswerHeader[] = [
  'Cache-Control',
  'Content-Disposition',
  'Content-Length',
  'Link',
  'Server-Timing',
  'X-Compressed-Size',
  'X-Job-Id',
  'X-Original-Size',
  'X-Saved-Percent',
];
/** Of calls that take an Idempotency-Key. */
const REPLAYED: readonly AnswerHeader[] = ['Idempotent-Replayed'];
const OF_SOME_RESULTS: readonly AnswerHeader[] = ['X-Score', 'X-Target-Met'];
const SHARED: readonly AnswerHeader[] = [
  'Cache-Control',
  'Content-Disposition',
  'Content-Length',
  'Referrer-Policy',
  'X-Robots-Tag',
];

/** A file that can be fetched in parts. */
function download(
  description: string,
  always: readonly AnswerHeader[],
  sometimes: readonly AnswerHeader[] = [],
) {
  const parts: AnswerHeader[] = ['Accept-Ranges', 'ETag'];
  return {
    200: { description, headers: answerHeaders([...always, ...parts], sometimes), content: compressedFile },
    206: {
      description: 'The part that Range asked for.',
      headers: answerHeaders([...always, ...parts, 'Content-Range'], sometimes),
      content: compressedFile,
    },
    304: {
      description: 'The bytes that If-None-Match names are still the same.',
      headers: answerHeaders([...always.filter((name) => name !== 'Content-Length'), ...parts], sometimes),
    },
  };
}

/** An answer in JSON. */
function json(description: string, schema: z.ZodType, headers = answerHeaders(['Cache-Control'])) {
  return { description, headers, content: { 'application/json': { schema } } };
}

function eventStream(description: string) {
  return {
    200: {
      description,
      headers: answerHeaders(['Cache-Control', 'X-Accel-Buffering'], COUNTED),
      content: { 'text/event-stream': { schema: z.string() } },
    },
    204: {
      description: 'The client has had the last event already: there is nothing to come back for.',
      headers: answerHeaders([], COUNTED),
    },
  };
}

const acceptedJob = (always: readonly AnswerHeader[], sometimes: readonly AnswerHeader[] = []) =>
  json('The job, which goes on.', jobAnswerSchema, answerHeaders(['Cache-Control', ...always], sometimes));

/** How an upload stands. @param always besides the headers of the protocol */
const uploadState = (
  description: string,
  always: readonly AnswerHeader[],
  sometimes: readonly AnswerHeader[],
) => ({
  description: `${description} X-Job-Id and Link name the job once all has come, Upload-Expires says until when more may.`,
  headers: answerHeaders(
    ['Cache-Control', 'Upload-Offset', ...TUS_HEADERS, ...always],
    ['Upload-Expires', 'X-Job-Id', 'Link', ...sometimes],
  ),
});

/** What each call answers when all goes well. */
export const SUCCESS_ANSWERS: Readonly<Record<ApiOperationId, ZodOpenApiResponsesObject>> = {
  compressFile: {
    200: {
      description: 'The compressed file.',
      headers: answerHeaders(RESULT, [...OF_SOME_RESULTS, ...REPLAYED, ...COUNTED]),
      content: compressedFile,
    },
    202: acceptedJob(['Location', 'Preference-Applied', 'X-Job-Id'], [...REPLAYED, ...COUNTED]),
  },
  compressBatch: {
    200: {
      description: 'A zip with a file for each that could be compressed, and featherpress-report.json.',
      headers: answerHeaders(
        ['Cache-Control', 'Content-Disposition', 'Link', 'X-File-Count', 'X-Failed-Count'],
        ['X-Target-Met', ...REPLAYED, ...COUNTED],
      ),
      content: { 'application/zip': file },
    },
    202: json(
      'The batch, whose jobs go on.',
      batchAnswerSchema,
      answerHeaders(['Cache-Control', 'Location', 'Preference-Applied'], [...REPLAYED, ...COUNTED]),
    ),
  },
  readBatch: {
    200: json('The batch.', batchAnswerSchema, answerHeaders(['Cache-Control'], ['Retry-After', ...COUNTED])),
  },
  followBatch: eventStream(
    'Events named "progress", with a BatchProgress as data, and "job", with a Job that has ended; then one named "completed", with the Batch.',
  ),
  cancelBatch: {
    204: {
      description: 'All its jobs are over, their files are deleted.',
      headers: answerHeaders([], COUNTED),
    },
  },
  readJob: {
    200: json('The job.', jobAnswerSchema, answerHeaders(['Cache-Control'], ['Retry-After', ...COUNTED])),
  },
  followJob: eventStream(
    'Events named "progress", with a JobProgress as data, then one named "completed", "failed" or "cancelled", with the Job.',
  ),
  readResult: download('The compressed file.', RESULT, [...OF_SOME_RESULTS, ...COUNTED]),
  cancelJob: {
    204: { description: 'The job is over and its files are deleted.', headers: answerHeaders([], COUNTED) },
  },
  readDeliveries: {
    200: json('The log.', deliveryListAnswerSchema, answerHeaders(['Cache-Control'], COUNTED)),
  },
  resendDelivery: {
    202: json('The new delivery.', deliveryAnswerSchema, answerHeaders(['Cache-Control'], COUNTED)),
  },
  listDeliveries: {
    200: json('The page.', deliveryPageAnswerSchema, answerHeaders(['Cache-Control'], COUNTED)),
  },
  readWebhookSecrets: { 200: json('The secrets.', webhookSecretsAnswerSchema) },
  changeWebhookSecret: {
    201: json(
      'The secrets from now on.',
      webhookSecretsAnswerSchema,
      answerHeaders(['Cache-Control'], COUNTED),
    ),
  },
  createUpload: {
    201: json(
      'Where and how to send the file.',
      pendingUploadSchema,
      answerHeaders(['Cache-Control'], COUNTED),
    ),
  },
  completeUpload: { 202: acceptedJob(['Location', 'X-Job-Id'], COUNTED) },
  createResumable: { 201: uploadState('The upload is at Location.', ['Location'], COUNTED) },
  readResumable: {
    200: uploadState('How far it is.', ['Upload-Length'], ['Upload-Metadata', 'Content-Length', ...COUNTED]),
  },
  appendResumable: { 204: uploadState('How far it is now.', [], COUNTED) },
  endResumable: {
    204: {
      description: 'Nothing is left of it.',
      headers: answerHeaders(['Cache-Control', ...TUS_HEADERS], COUNTED),
    },
  },
  signIn: { 200: json('The token.', tokenAnswerSchema, answerHeaders(['Cache-Control'], COUNTED)) },
  readProfile: { 200: json('The person.', profileAnswerSchema) },
  createShare: { 201: json('The link.', shareAnswerSchema, answerHeaders(['Cache-Control'], COUNTED)) },
  listShares: {
    200: json('The links.', shareListSchema, answerHeaders(['Cache-Control'], COUNTED)),
  },
  endShare: { 204: { description: 'The link is over.', headers: answerHeaders([], COUNTED) } },
  openShare: download('The shared file.', SHARED, COUNTED),
  listKeys: { 200: json('The keys.', keyListSchema) },
  createKey: { 201: json('The key.', newKeySchema, answerHeaders(['Cache-Control'], COUNTED)) },
  revokeKey: { 204: { description: 'The key is refused from now on.', headers: answerHeaders([], COUNTED) } },
  readUsage: { 200: json('The usage.', usageSchema) },
  signOutEverywhere: {
    204: { description: 'All sessions are over.', headers: answerHeaders([], COUNTED) },
  },
  readStats: { 200: json('The count.', statsAnswerSchema) },
  countDeviceFiles: { 204: { description: 'They are in the count.', headers: answerHeaders([], COUNTED) } },
  readDescription: {
    200: json('This document.', z.looseObject({ openapi: z.string() }), answerHeaders(['Cache-Control'])),
  },
};
