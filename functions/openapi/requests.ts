import { z } from 'zod';
import type { ZodOpenApiOperationObject } from 'zod-openapi';
import { KIND_INFO } from '#engine/index.ts';
import type { ApiOperationId } from '#platform/contracts/api/operations.ts';
import {
  completeRequestSchema,
  credentialRequestSchema,
  optionFieldsSchema,
  shareRequestSchema,
  uploadRequestSchema,
} from '#platform/contracts/api/requests.ts';
import { jobIdSchema } from '#platform/contracts/job.ts';
import { OPERATING_LIMITS } from '#platform/contracts/operating-limits.ts';

type OpenApiRequest = Pick<ZodOpenApiOperationObject, 'requestParams' | 'requestBody'>;

const file = z.file().meta({ description: 'JPEG, PNG, WebP, PDF or PPTX. The content decides which.' });
const id = z.object({ id: jobIdSchema });
const prefer = z
  .string()
  .optional()
  .meta({
    description:
      'respond-async for a job in place of the result, with wait=N only when the result takes longer.',
    examples: ['respond-async, wait=20'],
  });

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
        name: z.string().optional().meta({ description: 'Name of a file that is the body itself.' }),
      }),
      header: z.object({
        Prefer: prefer,
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
        'A form with the file, or the file itself. Options are fields in any place, or in the query.',
      content: {
        'multipart/form-data': { schema: z.object({ file, ...optionFieldsSchema.shape }) },
        ...rawBodies,
      },
    },
  },
  compressBatch: {
    requestParams: { query: optionFieldsSchema, header: z.object({ Prefer: prefer }) },
    requestBody: {
      required: true,
      content: {
        'multipart/form-data': {
          schema: z.object({
            files: z.array(file).min(1).max(OPERATING_LIMITS.maxFilesPerSelection),
            ...optionFieldsSchema.shape,
          }),
        },
      },
    },
  },
  readJob: { requestParams: { path: id } },
  followJob: {
    requestParams: {
      path: id,
      header: z.object({
        'Last-Event-ID': z
          .string()
          .optional()
          .meta({ description: 'Id of the last event that came, as an EventSource sends it by itself.' }),
      }),
    },
  },
  readResult: { requestParams: { path: id } },
  cancelJob: { requestParams: { path: id } },
  createUpload: json(uploadRequestSchema),
  completeUpload: json(completeRequestSchema),
  createResumable: {
    requestParams: {
      query: optionFieldsSchema,
      header: z.object({
        'Tus-Resumable': tus,
        'Upload-Length': z.string().meta({ description: 'Bytes of the file.' }),
        'Upload-Metadata': z
          .string()
          .optional()
          .meta({
            description:
              'Pairs of a name and a value in base64: filename, filetype, and the options, which may stand in the query too.',
            examples: ['filename cGhvdG8uanBn,preset c21hbGw='],
          }),
      }),
    },
    requestBody: { description: 'The first bytes of the file, or none.', content: piece },
  },
  readResumable: { requestParams: { path: id, header: z.object({ 'Tus-Resumable': tus }) } },
  appendResumable: {
    requestParams: { path: id, header: z.object({ 'Tus-Resumable': tus, 'Upload-Offset': offset }) },
    requestBody: { required: true, description: 'Bytes of the file from the offset on.', content: piece },
  },
  endResumable: { requestParams: { path: id, header: z.object({ 'Tus-Resumable': tus }) } },
  signIn: json(credentialRequestSchema),
  readProfile: {},
  createShare: json(shareRequestSchema),
  openShare: { requestParams: { path: id } },
  readStats: {},
  readDescription: {},
};
