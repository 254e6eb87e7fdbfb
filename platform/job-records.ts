import { jobKeys, jobRecordSchema, type JobRecord } from './contracts/job.ts';
import type { ObjectStore } from './ports/object-store.ts';

const FINAL_STATUSES: ReadonlySet<JobRecord['status']> = new Set(['completed', 'failed', 'cancelled']);

/** Whether nothing more will happen to a job. */
export function isFinal(record: JobRecord): boolean {
  return FINAL_STATUSES.has(record.status);
}

/** Job records as the web process and the workers read and write them: JSON objects in the object store. */
export interface JobRecords {
  /** The record, or null when the job is unknown or expired. Throws when what is stored is no job record. */
  find(jobId: string): Promise<JobRecord | null>;
  /** Replaces the record as a whole; readers see the old one or the new one. */
  save(record: JobRecord): Promise<void>;
}

export function createJobRecords(objects: ObjectStore): JobRecords {
  return {
    async find(jobId) {
      const stored = await objects.find(jobKeys.record(jobId));
      if (stored === null) return null;
      const chunks: Uint8Array[] = [];
      for await (const chunk of stored.body) chunks.push(chunk);
      return jobRecordSchema.parse(JSON.parse(Buffer.concat(chunks).toString('utf8')));
    },
    async save(record) {
      await objects.put(jobKeys.record(record.id), Buffer.from(JSON.stringify(record)), {
        contentType: 'application/json',
      });
    },
  };
}
