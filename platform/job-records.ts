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
 * The outcome is written only if absent, so a job ends exactly once, also when several processes try at the same moment.
 */
const FINAL = { queued: false, running: false, completed: true, failed: true, cancelled: true } as const;

/** A record that is damaged, or of a version that has other values than this one knows. Recognise it by `code`. */
class UnreadableRecordError extends Error {
  override readonly name = 'UnreadableRecordError';
  readonly code = 'unreadable-record';
  /** Whether it is cut short or overwritten, so that no version can read it. */
  readonly isDamaged: boolean;

  constructor(key: string, isDamaged: boolean, options?: { cause?: unknown }) {
    super(`Expected a job record of a known version in ${key}`, options);
    this.isDamaged = isDamaged;
  }
}

/** Whether an error is an {@link UnreadableRecordError}. */
export function isUnreadableRecord(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === 'unreadable-record';
}

/** Whether an error is an {@link UnreadableRecordError} of a record that no version will be able to read. */
export function isDamagedRecord(error: unknown): boolean {
  return isUnreadableRecord(error) && (error as UnreadableRecordError).isDamaged;
}

/** Whether nothing can change any more. */
export function isFinal(status: JobStatus): boolean {
  return FINAL[status];
}

/** A new job id: 128 random bits, 22 URL-safe characters. */
export function createJobId(): string {
  return randomBytes(16).toString('base64url');
}

/**
 * Writes the record of a new job, unless there is one with this id.
 * @returns the record as it stands, and whether this call made it
 * @throws  Error when the record that was in the way is gone again
 */
export async function createJobRecord(
  objects: ObjectStore,
  record: JobRecord,
): Promise<{ record: JobRecord; created: boolean }> {
  const marked: JobRecord = { createdBy: randomUUID(), ...record };
  const { created } = await putRecord(objects, jobKeys.record(record.id), marked, true);
  if (created) return { record: marked, created };
  const first = await findJobRecord(objects, record.id);
  if (!first) throw new Error(`Expected the record of job ${record.id} but it is gone`);
  // When the answer to a write was lost, the repeated write finds the record: its own.
  return { record: first, created: first.createdBy === marked.createdBy };
}

/**
 * The record as it stands, or null when there is none (never made, expired, or the id is no job id).
 * @throws UnreadableRecordError
 */
export async function findJobRecord(objects: ObjectStore, id: string): Promise<JobRecord | null> {
  if (!jobIdSchema.safeParse(id).success) return null;
  const [outcome, open] = [jobKeys.outcome(id), jobKeys.record(id)];
  // An outcome comes first: an open record may stay beside it for a moment.
  return (
    (await readRecord(objects, outcome)) ??
    (await readRecord(objects, open)) ??
    // A job that ended between the two reads has its outcome and no open record any more.
    (await readRecord(objects, outcome))
  );
}

/**
 * The record of a job that is most likely open, in one request instead of two: of a message that is received for the first
 * time. Of a job that has just ended it may still be the open record; ending that once more changes nothing.
 * @throws UnreadableRecordError
 */
export async function findOpenJobRecord(objects: ObjectStore, id: string): Promise<JobRecord | null> {
  return (await readRecord(objects, jobKeys.record(id))) ?? findJobRecord(objects, id);
}

/** How a job can end. */
type FinalStatus = Exclude<JobStatus, 'queued' | 'running'>;

/** What the end of a job adds to its record. */
type Ending = Partial<Pick<JobRecord, 'finishedAt' | 'expiresAt' | 'outputBytes' | 'report' | 'failure'>>;

/**
 * Ends a job. One that has ended stays as it ended.
 * @returns the record as it now stands, and whether this call changed it; null when there is no such job.
 */
export async function transitionJob(
  objects: ObjectStore,
  id: string,
  status: FinalStatus,
  changes: Ending = {},
): Promise<{ record: JobRecord; changed: boolean } | null> {
  const current = await findJobRecord(objects, id);
  if (!current) return null;
  if (isFinal(current.status)) return { record: current, changed: false };
  return endOpenJob(objects, current, status, changes);
}

/**
 * Ends a job whose open record the caller holds: one request where no other process was faster.
 * @returns as {@link transitionJob}. A worker that gets `changed: false` for its result drops that result.
 */
export async function endOpenJob(
  objects: ObjectStore,
  open: JobRecord,
  status: FinalStatus,
  changes: Ending = {},
): Promise<{ record: JobRecord; changed: boolean } | null> {
  // The name is for the download; where there will be none, it is deleted.
  const named = status === 'completed' ? {} : { fileName: '' };
  const ended: JobRecord = { ...open, ...changes, ...named, endedBy: randomUUID(), status };
  const { created } = await putRecord(objects, jobKeys.outcome(open.id), ended, true);
  if (created) return { record: ended, changed: true };
  const winner = await findJobRecord(objects, open.id);
  // When the answer to a write was lost, the repeated write finds the record: its own.
  return winner && { record: winner, changed: winner.endedBy === ended.endedBy };
}

/**
 * Replaces the outcome of a completed job whose client has taken it back. The outcome stays, without name and report: a
 * delivery of its message that is still under way would otherwise bring the result back.
 */
export async function withdrawOutcome(objects: ObjectStore, completed: JobRecord, at: string): Promise<void> {
  const { report: _report, outputBytes: _outputBytes, ...rest } = completed;
  const withdrawn: JobRecord = { ...rest, fileName: '', status: 'cancelled', finishedAt: at, expiresAt: at };
  await putRecord(objects, jobKeys.outcome(completed.id), withdrawn, false);
}

/**
 * Records that an engine run of an open job has begun, so that a file that ends its worker again and again has left a
 * trace; `takeBackAttempt` removes it when the run said nothing about the file.
 * @returns the record as written
 */
export function recordAttempt(objects: ObjectStore, record: JobRecord): Promise<JobRecord> {
  return overwrite(objects, { ...record, status: 'running', attempts: (record.attempts ?? 0) + 1 });
}

/** @returns the record as written, queued and with one attempt less */
export function takeBackAttempt(objects: ObjectStore, record: JobRecord): Promise<JobRecord> {
  const attempts = Math.max(0, (record.attempts ?? 0) - 1);
  return overwrite(objects, { ...record, status: 'queued', attempts });
}

/** May leave an open record beside an outcome that was just written; outcomes win, and settling the job clears it. */
async function overwrite(objects: ObjectStore, record: JobRecord): Promise<JobRecord> {
  await putRecord(objects, jobKeys.record(record.id), record, false);
  return record;
}

/** Deletes every object of a job, its outcome included: of one whose record cannot be read. */
export async function clearUnreadableJob(objects: ObjectStore, id: string): Promise<void> {
  await clearEndedJob(objects, id, { result: true });
  await objects.delete([jobKeys.outcome(id)]);
}

/**
 * Deletes what a job needed while it was open: its upload and its open record. The outcome stays until it expires, so
 * that late deliveries still find it.
 * @param options.result whether its result is deleted as well
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
  const body = new TextEncoder().encode(JSON.stringify(jobRecordSchema.loose().parse(record)));
  return objects.put(key, body, { contentType: 'application/json', ifAbsent });
}

async function readRecord(objects: ObjectStore, key: string): Promise<JobRecord | null> {
  const object = await objects.find(key);
  if (!object) return null;
  const text = (await readAll(object.body, MAX_RECORD_BYTES)).toString('utf8');
  const parsed = storedJobRecordSchema.safeParse(valueOf(text, key));
  if (!parsed.success) throw new UnreadableRecordError(key, false, { cause: parsed.error });
  return parsed.data;
}

/** Records are written whole, so that what is no JSON was damaged and not read too early. */
function valueOf(text: string, key: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new UnreadableRecordError(key, true, { cause });
  }
}
