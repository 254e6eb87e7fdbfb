import { z } from 'zod';
import type { ZodOpenApiOperationObject } from 'zod-openapi';
import { KIND_INFO, listOfKinds } from '#engine/index.ts';
import type { ApiOperationId } from '#platform/contracts/api/operations.ts';
import {
  batchTargetFieldsSchema,
  completeRequestSchema,
  credentialRequestSchema,
  deviceFilesSchema,
  keyRequestSchema,
  secretRequestSchema,
  optionFieldsSchema,
  shareRequestSchema,
  sourceRequestSchema,
  targetFieldsSchema,
  uploadRequestSchema,
} from '#platform/contracts/api/requests.ts';
import { deliveryIdSchema } from '#platform/contracts/deliveries.ts';
import { anyJobIdSchema, jobIdSchema } from '#platform/contracts/job.ts';
import { OPERATING_LIMITS } from '#platform/contracts/operating-limits.ts';

type OpenApiRequest = Pick<ZodOpenApiOperationObject, 'requestParams' | 'requestBody'>;

const file = z.file().meta({ description: `${listOfKinds('or')}. The content decides which.` });
const id = z.object({ id: jobIdSchema });
/** Of a job, by its id or its public one. */
const job = z.object({ id: anyJobIdSchema });
const prefer = z
  .string()
  .optional()
  .meta({
    description:
      'respond-async for a job in place of the result, with wait=N only when the result takes longer.',
    examples: ['respond-async, wait=20'],
  });

const targetHeaders = {
  'X-Webhook-URL': z.string().optional().meta({ description: 'The same as the option webhook.' }),
  'X-Result-URL': z.string().optional().meta({ description: 'The same as the option resultUrl.' }),
};

const idempotencyKey = z
  .string()
  .min(1)
  .max(255)
  .optional()
  .meta({
    description:
      'Names this request for 24 hours: sent again, it is answered with what the first one led to.',
    examples: ['8e03978e-40d5-43dd-bc93-6894a57f9324'],
  });

/** Of calls that work follows. Source: W3C Trace Context, section 3. */
const trace = {
  traceparent: z
    .string()
    .optional()
    .meta({
      description:
        'The trace of the caller (W3C Trace Context): where the server records traces, the request and the work on its file belong to it.',
      examples: ['00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'],
    }),
  tracestate: z.string().optional().meta({ description: 'What belongs to traceparent; passed on as it is.' }),
};

/** Of a file that can be fetched in parts. Source: RFC 9110, sections 13 and 14. */
const download: OpenApiRequest = {
  requestParams: {
    path: id,
    header: z.object({
      Range: z
        .string()
        .optional()
        .meta({
          description: 'A part of the file; of several at once all of it comes.',
          examples: ['bytes=1000-'],
        }),
      'If-Range': z.string().optional().meta({
        description: 'The ETag of the bytes that are there already: of others all come, not the part.',
      }),
      'If-Match': z.string().optional().meta({
        description:
          'ETags: where none of them holds the answer is 412 without the file. Weak ones never do.',
      }),
      'If-None-Match': z
        .string()
        .optional()
        .meta({ description: 'ETags: where one still holds the answer is 304 without the file.' }),
    }),
  },
};

const follow: OpenApiRequest = {
  requestParams: {
    path: id,
    header: z.object({
      'Last-Event-ID': z
        .string()
        .optional()
        .meta({ description: 'Id of the last event that came, as an EventSource sends it by itself.' }),
    }),
  },
};

const rawBodies = Object.fromEntries(
  [...Object.values(KIND_INFO).map(({ mimeTypes }) => mimeTypes[0]), 'application/octet-stream'].map(
    (type) => [type, { schema: file }],
  ),
);

function json(schema: z.ZodType): OpenApiRequest {
  return { requestBody: { required: true, content: { 'application/json': { schema } } } };
}

const tus = z.literal('1.0.0').meta({ description: 'Version of the protocol.' });
const offset = z.string().meta({ description: 'Bytes that have come before: where this piece begins.' });
const piece = { 'application/offset+octet-stream': { schema: z.file() } };

/** What each call takes. */
export const REQUESTS: Readonly<Record<ApiOperationId, OpenApiRequest>> = {
  compressFile: {
    requestParams: {
      query: optionFieldsSchema.extend({
        ...targetFieldsSchema.shape,
        name: z.string().optional().meta({ description: 'Name of a file that is the body itself.' }),
      }),
      header: z.object({
        Prefer: prefer,
        ...targetHeaders,
        ...trace,
        'Idempotency-Key': idempotencyKey,
        'X-Made-On-Device': z.literal('true').optional().meta({
          description: 'The file was compressed by a browser, which has told the public count of it.',
        }),
        'Content-Disposition': z
          .string()
          .optional()
          .meta({
            description: 'Names a file that is the body itself.',
            examples: ['attachment; filename="photo.jpg"'],
          }),
      }),
    },
    requestBody: {
      required: true,
      description:
        'A form with the file, the file itself, or JSON with its address. Options are fields in any place, or in the query.',
      content: {
        'multipart/form-data': {
          schema: z.object({ file, ...optionFieldsSchema.shape, ...targetFieldsSchema.shape }),
        },
        ...rawBodies,
        'application/json': { schema: sourceRequestSchema },
      },
    },
  },
  compressBatch: {
    requestParams: {
      query: optionFieldsSchema.extend(batchTargetFieldsSchema.shape),
      header: z.object({
        Prefer: prefer,
        'Idempotency-Key': idempotencyKey,
        'X-Webhook-URL': targetHeaders['X-Webhook-URL'],
        ...trace,
      }),
    },
    requestBody: {
      required: true,
      content: {
        'multipart/form-data': {
          schema: z.object({
            files: z.array(file).min(1).max(OPERATING_LIMITS.maxFilesPerSelection),
            ...optionFieldsSchema.shape,
            ...batchTargetFieldsSchema.shape,
          }),
        },
      },
    },
  },
  readBatch: { requestParams: { path: id } },
  followBatch: follow,
  cancelBatch: { requestParams: { path: id } },
  readJob: { requestParams: { path: job } },
  followJob: { requestParams: { ...follow.requestParams, path: job } },
  readResult: { requestParams: { ...download.requestParams, path: job } },
  cancelJob: { requestParams: { path: job } },
  readDeliveries: { requestParams: { path: job } },
  resendDelivery: { requestParams: { path: job.extend({ delivery: deliveryIdSchema }) } },
  listDeliveries: {
    requestParams: {
      query: z.object({
        before: z.string().optional().meta({ description: 'For older ones: "next" of the page before.' }),
      }),
    },
  },
  readWebhookSecrets: {},
  changeWebhookSecret: json(secretRequestSchema),
  createUpload: { ...json(uploadRequestSchema), requestParams: { header: z.object(targetHeaders) } },
  completeUpload: { ...json(completeRequestSchema), requestParams: { header: z.object(trace) } },
  createResumable: {
    requestParams: {
      query: optionFieldsSchema.extend(targetFieldsSchema.shape),
      header: z.object({
        'Tus-Resumable': tus,
        ...targetHeaders,
        ...trace,
        'Upload-Length': z.string().meta({ description: 'Bytes of the file.' }),
        'Upload-Metadata': z
          .string()
          .optional()
          .meta({
            description:
              'Pairs of a name and a value in base64: filename, filetype, and the options with webhook and resultUrl, which may stand in the query too.',
            examples: ['filename cGhvdG8uanBn,preset c21hbGw='],
          }),
      }),
    },
    requestBody: { description: 'The first bytes of the file, or none.', content: piece },
  },
  readResumable: { requestParams: { path: id, header: z.object({ 'Tus-Resumable': tus }) } },
  appendResumable: {
    requestParams: {
      path: id,
      header: z.object({ 'Tus-Resumable': tus, 'Upload-Offset': offset, ...trace }),
    },
    requestBody: { required: true, description: 'Bytes of the file from the offset on.', content: piece },
  },
  endResumable: { requestParams: { path: id, header: z.object({ 'Tus-Resumable': tus }) } },
  signIn: json(credentialRequestSchema),
  readProfile: {},
  createShare: json(shareRequestSchema),
  listShares: {},
  endShare: { requestParams: { path: id } },
  openShare: download,
  listKeys: {},
  createKey: json(keyRequestSchema),
  revokeKey: { requestParams: { path: z.object({ id: z.string() }) } },
  readUsage: {},
  signOutEverywhere: {},
  readStats: {},
  countDeviceFiles: json(deviceFilesSchema),
  readDescription: {},
};
