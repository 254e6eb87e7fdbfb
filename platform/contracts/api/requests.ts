import { z } from 'zod';
import type { JobOptions } from '#engine/api/options.ts';
import { anyJobIdSchema } from '../job.ts';
import { OPERATING_LIMITS } from '../operating-limits.ts';
import { JOB_OPTION_FIELDS } from '../job-option-fields.ts';
import { JOB_OPTION_NOTES } from './job-option-notes.ts';
import { API_SCOPES } from './scopes.ts';

/** Every request in JSON, and the options that forms and queries carry as text. */

/** The options of a job as fields, under all their names. What their texts may be, parseJobOptions decides. */
export const optionFieldsSchema = optionsOf(z.string());

const uploadFile = {
  fileName: z.string().min(1).max(1_000),
  bytes: z.number().int().positive().meta({ description: 'Size of the file.' }),
  type: z.string().max(200).optional().meta({ description: 'Media type of the file.' }),
};

/** A file that is to be uploaded directly, with what stands beside it: the options, which parseJobOptions reads. */
export const uploadFileSchema = z.looseObject(uploadFile);

/** A request with the options under their names, for documents. */
export const uploadRequestSchema = z
  .strictObject({
    ...uploadFile,
    webhook: z.string().optional(),
    resultUrl: z.string().optional(),
    ...optionsOf(z.union([z.string(), z.number()])).shape,
  })
  .meta({ id: 'UploadRequest', description: 'A file that is to be uploaded directly.' });

const webhook = z
  .string()
  .optional()
  .meta({
    description: 'Address that is told when the job has ended. Also as the header X-Webhook-URL.',
    examples: ['https://example.org/hooks'],
  });
const resultUrl = z
  .string()
  .optional()
  .meta({
    description: 'Presigned address that the result is sent to by PUT. Also as the header X-Result-URL.',
    examples: ['https://bucket.example.org/result.jpg?signature=abc'],
  });

/** Where a job of its own is to be delivered, and where those of a batch. */
export const targetFieldsSchema = z.object({ webhook, resultUrl });
export const batchTargetFieldsSchema = z.object({ webhook });

function optionsOf(value: z.ZodType): z.ZodObject<Record<string, z.ZodType>> {
  const names = Object.entries(JOB_OPTION_FIELDS).flatMap(([key, { name, alias, expected }]) => {
    const { meaning, example } = JOB_OPTION_NOTES[key as keyof JobOptions];
    const description = `${meaning} Expected: ${expected}.`;
    const own = [name, value.optional().meta({ description, examples: [example] })] as const;
    const other = value.optional().meta({ description: `The same as ${name}.`, examples: [example] });
    return alias === undefined ? [own] : [own, [alias, other] as const];
  });
  return z.object(Object.fromEntries(names));
}

/** A file by its address, for documents. */
export const sourceRequestSchema = z
  .strictObject({
    url: z.string().meta({ description: 'Where the file is.', examples: ['https://example.org/photo.jpg'] }),
    name: z.string().optional().meta({ description: 'What it is called [as the server there says].' }),
    webhook: z.string().optional(),
    resultUrl: z.string().optional(),
    ...optionsOf(z.union([z.string(), z.number(), z.array(z.string())])).shape,
  })
  .meta({ id: 'SourceRequest', description: 'A file that is fetched from its address.' });

export const completeRequestSchema = z
  .object({ uploadToken: z.string().meta({ description: 'As POST /api/uploads gave it.' }) })
  .meta({ id: 'CompleteUploadRequest', description: 'The file has been uploaded.' });

export const credentialRequestSchema = z
  .object({ credential: z.string().meta({ description: 'The ID token of the Google sign-in widget.' }) })
  .meta({ id: 'SignInRequest', description: 'Who wants to sign in.' });

export const keyRequestSchema = z
  .strictObject({
    name: z.string().trim().min(1).max(60).meta({ description: 'For people.' }),
    scopes: z
      .array(z.enum(API_SCOPES))
      .min(1)
      .max(API_SCOPES.length)
      .default(['compress', 'jobs:read'])
      .meta({ description: 'What the key may do.' }),
    filesPerDay: z
      .number()
      .int()
      .min(1)
      .max(1_000_000_000)
      .optional()
      .meta({ description: 'A quota of its own, beside that of the account.' }),
    expiresInDays: z.number().int().min(1).max(3_650).optional().meta({ description: 'Without it, never.' }),
  })
  .meta({ id: 'KeyRequest' });

export const deviceFilesSchema = z
  .strictObject({
    files: z
      .number()
      .int()
      .min(1)
      .max(OPERATING_LIMITS.maxFilesPerSelection)
      .meta({ description: 'How many, and nothing else about them.' }),
  })
  .meta({ id: 'DeviceFiles', description: 'Files that were compressed without the server.' });

export const secretRequestSchema = z
  .strictObject({
    overlapSeconds: z.number().int().min(0).max(604_800).default(86_400).meta({
      description: 'How long the secret before signs as well; 0 for one that others have seen [24 hours].',
    }),
  })
  .meta({ id: 'SecretRequest', description: 'A new secret is wanted.' });

export const shareRequestSchema = z
  .object({
    jobId: anyJobIdSchema.optional().meta({ description: 'A job that has completed.' }),
    jobIds: z.array(anyJobIdSchema).min(1).max(OPERATING_LIMITS.filesPerShare).optional().meta({
      description: 'In place of jobId several that have completed: the link leads to a zip of their results.',
    }),
    folders: z
      .record(anyJobIdSchema, z.string().max(OPERATING_LIMITS.folderLetters))
      .optional()
      .meta({ description: 'Folders in the zip, by the id of the job: "trip/day 1/" [none].' }),
    showName: z.boolean().optional().meta({
      description: 'Tell the name of the signed-in person to those who open the link [false].',
    }),
    expiresInSeconds: z.number().int().min(60).optional().meta({
      description: 'How long the link works, at most 7 days unless the server is set otherwise [24 hours].',
    }),
  })
  .meta({ id: 'ShareRequest', description: 'What is to be shared.' });
