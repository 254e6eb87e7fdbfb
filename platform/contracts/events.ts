import { z } from 'zod';
import { jobIdSchema, storedJobRecordSchema, type JobRecord } from './job.ts';
import { overdueSchema } from './overdue.ts';

/**
 * The record as it was written, which spares subscribers a request to the store. Missing in events of the version before,
 * and for jobs with something to deliver: its address stays private.
 */
const recordInEvent = storedJobRecordSchema.optional().catch(undefined);

/** The record as an event may carry it. */
export function eventPayloadOf(record: JobRecord): JobRecord | undefined {
  return record.deliver === undefined ? record : undefined;
}

/** A hint that something happened; the job record is the truth. */
const jobEventSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('job.queued'),
    jobId: jobIdSchema,
    record: recordInEvent,
    /** Whether its client has nothing else open: then it waits as long as the first file of any client. */
    isAlone: z.boolean(),
    isSmall: z.boolean(),
  }),
  z.object({ type: z.literal('job.completed'), jobId: jobIdSchema, record: recordInEvent }),
  z.object({ type: z.literal('job.failed'), jobId: jobIdSchema, record: recordInEvent }),
  z.object({ type: z.literal('job.cancelled'), jobId: jobIdSchema }),
  z.object({ type: z.literal('job.progressed'), jobId: jobIdSchema, ratio: z.number().min(0).max(1) }),
]);
export type JobEvent = z.infer<typeof jobEventSchema>;

/** Published after a job was counted; `compressedCount` never goes backwards for a subscriber that keeps the maximum. */
const statsEventSchema = z.object({
  type: z.literal('stats.updated'),
  compressedCount: z.number().int().nonnegative(),
});
export type StatsEvent = z.infer<typeof statsEventSchema>;

/** Published after a look at everything that expires: what of it is still there. */
const expiryEventSchema = z.object({
  type: z.literal('expiry.swept'),
  overdue: z.array(overdueSchema),
});
type ExpiryEvent = z.infer<typeof expiryEventSchema>;

/** Channels of the event bus and what travels on them. */
export interface EventChannels {
  readonly jobs: JobEvent;
  readonly stats: StatsEvent;
  readonly expiry: ExpiryEvent;
}
export const EVENT_SCHEMAS = {
  jobs: jobEventSchema,
  stats: statsEventSchema,
  expiry: expiryEventSchema,
} as const;
