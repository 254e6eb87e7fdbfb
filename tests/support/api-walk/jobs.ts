import { LAST_EVENT_ID } from '#functions/services/jobs/job-event-ids.ts';
import type { jobOperations } from '#platform/contracts/api/operations/jobs.ts';
import { NO_JOB, PARTS, type ApiWalk, type CallsOf } from './api-walk.ts';

/** Jobs and batches that wait, have ended, or never were. */
export function jobCalls(walk: ApiWalk): CallsOf<typeof jobOperations> {
  const { call, jobThat, jobWithDelivery, batchThat } = walk;
  return {
    readBatch: [async () => call(await batchThat()), () => call(`/api/batches/${NO_JOB}`)],
    followBatch: [
      async () => call(`${await batchThat()}/events`),
      async () =>
        call(`${await batchThat()}/events`, { headers: { 'Last-Event-ID': String(LAST_EVENT_ID) } }),
      () => call(`/api/batches/${NO_JOB}/events`),
    ],
    cancelBatch: [
      async () => call(await batchThat(), { method: 'DELETE' }),
      () => call(`/api/batches/${NO_JOB}`, { method: 'DELETE' }),
    ],
    readJob: [
      async () => call(`/api/jobs/${await jobThat('completed')}`),
      async () => call(`/api/jobs/${await jobThat('failed')}`),
      async () => call(`/api/jobs/${await jobThat('queued')}`),
      async () => call(`/api/jobs/${await jobWithDelivery()}`),
      () => call(`/api/jobs/${NO_JOB}`),
    ],
    followJob: [
      async () => call(`/api/jobs/${await jobThat('completed')}/events`),
      () => call(`/api/jobs/${NO_JOB}/events`, { headers: { 'Last-Event-ID': String(LAST_EVENT_ID) } }),
      () => call(`/api/jobs/${NO_JOB}/events`),
    ],
    readResult: [
      async () => call(`/api/jobs/${await jobThat('completed')}/result`),
      ...PARTS.map(
        (headers) => async () => call(`/api/jobs/${await jobThat('completed')}/result`, { headers }),
      ),
      async () => {
        const id = await jobThat('completed');
        return call(`/api/jobs/${id}/result`, { headers: { 'If-None-Match': `"${id}"` } });
      },
      async () => call(`/api/jobs/${await jobThat('failed')}/result`),
      async () => call(`/api/jobs/${await jobThat('queued')}/result`),
      () => call(`/api/jobs/${NO_JOB}/result`),
    ],
    cancelJob: [
      async () => call(`/api/jobs/${await jobThat('queued')}`, { method: 'DELETE' }),
      () => call(`/api/jobs/${NO_JOB}`, { method: 'DELETE' }),
    ],
  };
}
