import { z } from 'zod';
import { deliveryTargetsSchema } from './delivery-targets.ts';
import { jobOptionsSchema } from './job-options.ts';
import { clientKeySchema, jobIdSchema, jobKeys } from './job.ts';

/** Where what belongs to unfinished uploads is kept: what is known of each, and bytes that wait for more. */
export const PARTIAL_PREFIX = 'partials/';

/** Key of what is known of an unfinished upload. Its id is that of the job that it will be. */
export function partialUploadKey(id: string): string {
  return `${PARTIAL_PREFIX}${id}.json`;
}

/** Key of the object that an unfinished upload will be, from the key of what is known of it. */
export function uploadKeyOfPartial(key: string): string {
  return jobKeys.upload(key.slice(PARTIAL_PREFIX.length).replace(/\.json$/, ''));
}

/** What is known of an upload that arrives in pieces, from its creation until some time after its end. */
export const partialUploadSchema = z.object({
  version: z.number().int().positive(),
  id: jobIdSchema,
  /** Of the partial object, see ports/partial-objects.ts. */
  ticket: z.string(),
  bytes: z.number().int().positive(),
  /** Label for people, see functions/services/uploads/file-name.ts. */
  fileName: z.string(),
  /** As the client declared it. */
  mimeType: z.string(),
  /** `Upload-Metadata` as it came, which answers repeat, without addresses to deliver to. */
  metadata: z.string(),
  options: z.object(jobOptionsSchema.shape),
  /** Key of the client that holds the place; missing for a client without limits. */
  client: clientKeySchema.optional(),
  /** Its account, where it has one: whose job it will be. */
  accountId: z.string().optional(),
  /** Where the job is to be delivered. */
  deliver: deliveryTargetsSchema.optional(),
  createdAt: z.iso.datetime(),
  /** Whether a job was made of it. */
  isCompleted: z.boolean(),
});
export type PartialUpload = z.infer<typeof partialUploadSchema>;
