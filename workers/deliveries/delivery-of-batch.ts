import type { JobAnswer } from '#platform/contracts/api/answers.ts';
import type { DeliveryRecord } from '#platform/contracts/deliveries.ts';
import type { JobRecord } from '#platform/contracts/job.ts';
import { findDelivery } from '#platform/delivery-records.ts';
import { findJobRecord, isFinal } from '#platform/job-records.ts';
import type { ObjectStore } from '#platform/ports/object-store.ts';
import { batchDelivery, toldJobOf } from './new-deliveries.ts';

/**
 * The webhook of a whole batch, once all its jobs have ended. Each job writes its own delivery before it looks for those
 * of the others, so that the last one finds all, and of two at the same moment at least one does.
 * @param job one of them, that has ended
 * @returns null while another one is open, and for a job of no batch
 */
export async function deliveryOfBatch(
  objects: ObjectStore,
  job: JobRecord,
  nowMs: number,
): Promise<DeliveryRecord | null> {
  const { webhook: url, batch, signer } = job.deliver ?? {};
  if (url === undefined || batch === undefined) return null;
  const jobs: JobAnswer[] = [];
  for (const id of batch) {
    const told = id === job.id ? toldJobOf(job) : await endOf(objects, id);
    if (!told) return null;
    jobs.push(told);
  }
  return batchDelivery({ jobId: batch[0]!, url, signer }, jobs, nowMs);
}

/** What its webhook told of a job, which stays for longer than the job; of one that was cancelled, its record. */
async function endOf(objects: ObjectStore, jobId: string): Promise<JobAnswer | null> {
  const delivery = await findDelivery(objects, jobId, 'webhook');
  if (delivery?.message) return (JSON.parse(delivery.message.body) as { data: JobAnswer }).data;
  const record = await findJobRecord(objects, jobId);
  return record && isFinal(record.status) ? toldJobOf(record) : null;
}
