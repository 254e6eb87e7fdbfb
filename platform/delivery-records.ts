import { createHash } from 'node:crypto';
import { deliveryKeys, deliveryRecordSchema, type DeliveryRecord } from './contracts/deliveries.ts';
import { hostOf } from './receiver-url.ts';
import type { ObjectStore } from './ports/object-store.ts';
import { publicJobIdOf } from './public-job-id.ts';
import { readAll } from './read-stream.ts';

/** Deliveries are two objects: the record, and while it is pending a mark in the outbox that says when it is due. */

const MAX_RECORD_BYTES = 8 * 1024 * 1024;
/** No delivery is made after it: the year 2286. */
const LATEST_MS = 9_999_999_999_999;

/** A mark in the outbox. */
export interface DueDelivery {
  /** Key of the mark. */
  readonly mark: string;
  /** In ms since 1970. */
  readonly dueAt: number;
  readonly jobId: string;
  readonly id: string;
  /** Digest of the receiver's host. */
  readonly receiver: string;
  /** Whose delivery it is; empty for clients without an account. */
  readonly signer: string;
}

/**
 * Writes a new delivery, unless the job has one of this name. The marks come first: one without a record is cleared
 * away, while a record without a mark would not be found.
 * @returns whether this call made it
 */
export async function createDelivery(objects: ObjectStore, record: DeliveryRecord): Promise<boolean> {
  await putMark(objects, record);
  const entry = accountEntryOf(record);
  if (entry !== null) {
    await objects.put(entry, new Uint8Array(), { contentType: 'text/plain' });
    const told = deliveryKeys.jobOf(publicJobIdOf(record.jobId));
    await objects.put(told, new TextEncoder().encode(record.jobId), { contentType: 'text/plain' });
  }
  const { created } = await putRecord(objects, record, true);
  return created;
}

/** Writes what an attempt has changed, and puts the mark in its new place. @param before the mark as it was */
export async function updateDelivery(
  objects: ObjectStore,
  record: DeliveryRecord,
  before: DueDelivery,
): Promise<void> {
  await putMark(objects, record);
  await putRecord(objects, record, false);
  if (markOf(record)?.mark !== before.mark) await objects.delete([before.mark]);
}

/** A delivery, or null. */
export async function findDelivery(
  objects: ObjectStore,
  jobId: string,
  id: string,
): Promise<DeliveryRecord | null> {
  const stored = await objects.find(deliveryKeys.record(jobId, id));
  if (!stored) return null;
  const text = (await readAll(stored.body, MAX_RECORD_BYTES)).toString('utf8');
  return deliveryRecordSchema.loose().parse(JSON.parse(text));
}

/** The id of a job of an account that something was delivered of, by its public id; else null. */
export async function findJobByPublicId(
  objects: Pick<ObjectStore, 'find'>,
  publicId: string,
): Promise<string | null> {
  const stored = await objects.find(deliveryKeys.jobOf(publicId));
  return stored && (await readAll(stored.body, MAX_RECORD_BYTES)).toString('utf8');
}

/** All deliveries of a job, in the order in which they were made. */
export async function deliveriesOf(objects: ObjectStore, jobId: string): Promise<DeliveryRecord[]> {
  const prefix = deliveryKeys.ofJob(jobId);
  const ids: string[] = [];
  for await (const { key } of objects.list(prefix)) ids.push(key.slice(prefix.length).replace(/\.json$/, ''));
  const records = await Promise.all(ids.map((id) => findDelivery(objects, jobId, id)));
  return records
    .filter((record) => record !== null)
    .sort((a, b) => a.createdAt.localeCompare(b.createdAt) || a.id.localeCompare(b.id));
}

/** Deliveries of an account, and where there are older ones what to ask for them by. */
export interface DeliveryPage {
  readonly deliveries: DeliveryRecord[];
  readonly next?: string;
}

/**
 * The newest deliveries of an account.
 * @param signer id of the account
 * @param page   `most` deliveries [1, …], of those older than `before`, which is the `next` of a page
 */
export async function deliveriesOfAccount(
  objects: ObjectStore,
  signer: string,
  { most, before }: { readonly most: number; readonly before?: string | undefined },
): Promise<DeliveryPage> {
  const prefix = deliveryKeys.ofAccount(signer);
  const names: string[] = [];
  for await (const { key } of objects.list(prefix)) {
    const name = key.slice(prefix.length);
    if (before === undefined || name > before) names.push(name);
  }
  const wanted = names.sort().slice(0, most);
  const records = await Promise.all(
    wanted.map((name) => {
      const [, jobId = '', id = ''] = name.split('.');
      return findDelivery(objects, jobId, id);
    }),
  );
  // The log of a job that was deleted has gone with it.
  const deliveries = records.filter((record) => record !== null).filter((record) => record.signer === signer);
  return names.length > most ? { deliveries, next: wanted.at(-1)! } : { deliveries };
}

/** Deletes all deliveries of a job. Their marks in the outbox go when they are due. @returns how many there were */
export async function deleteDeliveriesOf(objects: ObjectStore, jobId: string): Promise<number> {
  const records = await deliveriesOf(objects, jobId);
  const entries = records.map(accountEntryOf).filter((entry) => entry !== null);
  const keys = records.map(({ id }) => deliveryKeys.record(jobId, id));
  const told = deliveryKeys.jobOf(publicJobIdOf(jobId));
  if (keys.length > 0) await objects.delete([...keys, ...entries, told]);
  return keys.length;
}

/** Everything in the outbox, in no order. */
export async function* listOutbox(objects: ObjectStore): AsyncGenerator<DueDelivery> {
  for await (const { key } of objects.list(deliveryKeys.outbox)) {
    const mark = parseMark(key);
    if (mark) yield mark;
  }
}

/** The mark of a pending delivery; null when it has ended. */
export function markOf(record: DeliveryRecord): DueDelivery | null {
  const { state, nextAttemptAt, jobId, id, url, signer = '' } = record;
  if (state !== 'pending' || nextAttemptAt === undefined) return null;
  const dueAt = Date.parse(nextAttemptAt);
  const receiver = receiverOf(url);
  const mark = `${deliveryKeys.outbox}${dueAt}.${jobId}.${id}.${receiver}.${signer}`;
  return { mark, dueAt, jobId, id, receiver, signer };
}

/** Key of the mark that a receiver wants no more: of the same client at the same address. */
export function goneKeyOf({ url, signer = '' }: DeliveryRecord): string {
  return deliveryKeys.gone(digest(`${signer} ${url}`));
}

/** Key of the mark by which the deliveries of an account are listed; null without an account. */
function accountEntryOf({ signer, createdAt, jobId, id }: DeliveryRecord): string | null {
  if (signer === undefined) return null;
  const newestFirst = String(LATEST_MS - Date.parse(createdAt)).padStart(String(LATEST_MS).length, '0');
  return `${deliveryKeys.ofAccount(signer)}${newestFirst}.${jobId}.${id}`;
}

function parseMark(key: string): DueDelivery | null {
  const [due = '', jobId, id, receiver, signer = ''] = key.slice(deliveryKeys.outbox.length).split('.');
  if (!/^\d+$/.test(due) || !jobId || !id || !receiver) return null;
  return { mark: key, dueAt: Number(due), jobId, id, receiver, signer };
}

function receiverOf(url: string): string {
  return digest(URL.canParse(url) ? hostOf(new URL(url)) : url);
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}

async function putMark(objects: ObjectStore, record: DeliveryRecord): Promise<void> {
  const due = markOf(record);
  if (due) await objects.put(due.mark, new Uint8Array(), { contentType: 'text/plain' });
}

function putRecord(objects: ObjectStore, record: DeliveryRecord, ifAbsent: boolean) {
  const body = new TextEncoder().encode(JSON.stringify(deliveryRecordSchema.loose().parse(record)));
  const key = deliveryKeys.record(record.jobId, record.id);
  return objects.put(key, body, { contentType: 'application/json', ifAbsent });
}
