import { randomBytes, randomUUID } from 'node:crypto';
import {
  jobIdSchema,
  jobKeys,
  jobRecordSchema,
  storedJobRecordSchema,
  type JobRecord,
  type JobStatus,
} from './contracts/job.ts';
import type { ObjectStore } from './ports/object-store.ts';
import { readAll } from './read-stream.ts';

/** A report names each kind of change once, so records are a few kilobytes. */
const MAX_RECORD_BYTES = 8 * 1024 * 1024;

/**
 * The records of jobs, kept in the object store. A job has two objects: the record while it is open, and its outcome.
 * The outcome is written only if absent, so a job ends exactly once, whoever else tries at the same moment.
 */
const FINAL = { queued: false, running: false, completed: true, failed: true, cancelled: true } as const;

/** Whether nothing can change any more. */
export function isFinal(status: JobStatus): boolean {
  return FINAL[status];
}

/** A new job id: 128 random bits, 22 URL-safe characters. */
export function createJobId(): string {
  return randomBytes(16).toString('base64url');
}

/** Writes the record of a new job. @throws Error when there is a job with this id */
export async function createJobRecord(objects: ObjectStore, record: JobRecord): Promise<void> {
  const { created } = await putRecord(objects, jobKeys.record(record.id), record, true);
  if (!created) throw new Error(`Expected a new job id but ${record.id} exists`);
}

/** The record as it stands, or null when there is none (never made, or expired). Refuses ids that are none. */
export async function findJobRecord(objects: ObjectStore, id: string): Promise<JobRecord | null> {
  if (!jobIdSchema.safeParse(id).success) return null;
  const [outcome, open] = [jobKeys.outcome(id), jobKeys.record(id)];
  return (
    (await readRecord(objects, outcome)) ??
    (await readRecord(objects, open)) ??
    // A job that ended between the two reads has its outcome and no open record any more.
    (await readRecord(objects, outcome))
  );
}

/**
 * Moves a job on. A job that has ended stays as it ended.
 * @returns the record as it now stands, and whether this call changed it; null when there is no such job.
 *          A worker that gets `changed: false` for its result drops that result.
 */
export async function transitionJob(
  objects: ObjectStore,
  id: string,
  status: JobStatus,
  changes: Partial<Pick<JobRecord, 'finishedAt' | 'expiresAt' | 'outputBytes' | 'report' | 'failure'>> = {},
): Promise<{ record: JobRecord; changed: boolean } | null> {
  const current = await findJobRecord(objects, id);
  if (!current) return null;
  if (isFinal(current.status)) return { record: current, changed: false };
  const endedBy = isFinal(status) ? { endedBy: randomUUID() } : {};
  // The name is for the download; where there will be none, it is nobody's business any more.
  const named = !isFinal(status) || status === 'completed' ? {} : { fileName: '' };
  const next: JobRecord = { ...current, ...changes, ...endedBy, ...named, status };
  const key = isFinal(status) ? jobKeys.outcome(id) : jobKeys.record(id);
  const { created } = await putRecord(objects, key, next, isFinal(status));
  if (created) return { record: next, changed: true };
  const winner = await findJobRecord(objects, id);
  // A client that repeats a write whose answer was lost is told that there is one: its own.
  return winner && { record: winner, changed: winner.endedBy === next.endedBy };
}

/**
 * Deletes what a job needed while it was open: its upload and its open record. The outcome stays until it expires, so
 * that late deliveries still find it.
 * @param options.result whether its result goes as well: nobody will fetch it
 */
export async function clearEndedJob(
  objects: ObjectStore,
  id: string,
  options: { result: boolean },
): Promise<void> {
  const result = options.result ? [jobKeys.result(id)] : [];
  await objects.delete([jobKeys.upload(id), jobKeys.record(id), ...result]);
}

async function putRecord(objects: ObjectStore, key: string, record: JobRecord, ifAbsent: boolean) {
  const body = new TextEncoder().encode(JSON.stringify(jobRecordSchema.parse(record)));
  return objects.put(key, body, { contentType: 'application/json', ifAbsent });
}

async function readRecord(objects: ObjectStore, key: string): Promise<JobRecord | null> {
  const object = await objects.find(key);
  if (!object) return null;
  const text = (await readAll(object.body, MAX_RECORD_BYTES)).toString('utf8');
  return storedJobRecordSchema.parse(JSON.parse(text));
}
