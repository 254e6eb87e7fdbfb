import express, { type Request, type Router } from 'express';
import type { BatchProgressAnswer, JobProgressAnswer } from '#platform/contracts/api/answers.ts';
import { OPERATING_LIMITS } from '#platform/contracts/operating-limits.ts';
import type { EventStreams, ServerSentEvent } from '../http/event-streams.ts';
import { methodNotAllowed } from '../http/method-not-allowed.ts';
import { ConcurrencyLimiter } from '../limits/concurrency-limiter.ts';
import type { UploadLimits } from '../limits/upload-limits.ts';
import { ApiError } from '../services/api-error.ts';
import type { BatchRecords } from '../services/jobs/batch-records.ts';
import { LAST_EVENT_ID } from '../services/jobs/job-event-ids.ts';
import type { JobEvents, JobStreamEvent } from '../services/jobs/job-events.ts';
import type { JobService } from '../services/jobs/job-service.ts';
import { merged } from '../services/merged.ts';
import { batchAnswer } from './batch-answer.ts';
import { existingBatch, noSuchBatch } from './batch-job-routes.ts';
import { existingJob, jobAnswer } from './job-routes.ts';

interface EventRoutesDependencies {
  readonly jobs: JobService;
  readonly events: JobEvents;
  readonly streams: EventStreams;
  readonly batches: Pick<BatchRecords, 'find'>;
  readonly limits: Pick<UploadLimits, 'clientOf'>;
}

/** `GET /api/jobs/{id}/events` and `GET /api/batches/{id}/events`: how jobs go on, as server-sent events. */
export function eventRoutes(dependencies: EventRoutesDependencies): Router {
  const { jobs, batches, events } = dependencies;
  const router = express.Router();
  const send = createSender(dependencies);
  router
    .route('/api/jobs/:id/events')
    .get(async (request, response) => {
      if (hasHadAll(request)) return void response.status(204).end();
      const record = await existingJob(jobs, request, { mayLag: true });
      const lastEventId = request.get('Last-Event-ID');
      await send(request, response, async function* (signal) {
        for await (const event of events.follow(record, { signal, lastEventId }))
          yield await asSent(jobs, event);
      });
    })
    .all(methodNotAllowed('GET, HEAD'));
  router
    .route('/api/batches/:id/events')
    .get(async (request, response) => {
      if (hasHadAll(request)) return void response.status(204).end();
      const batch = await existingBatch(batches, request);
      const found = await Promise.all(batch.jobIds.map((id) => jobs.find(id)));
      const records = found.filter((record) => record !== null);
      if (records.length === 0) throw noSuchBatch();
      await send(request, response, async function* (signal) {
        const parts = records.map((record) => events.follow(record, { signal }));
        for await (const event of merged(parts)) yield await asPart(jobs, event);
        if (signal.aborted) return;
        yield { name: 'completed', id: LAST_EVENT_ID, data: await batchAnswer(jobs, batch) };
      });
    })
    .all(methodNotAllowed('GET, HEAD'));
  return router;
}

/** An event source that is answered 204 does not come back; the job itself may have expired by now. */
function hasHadAll(request: Request): boolean {
  return request.get('Last-Event-ID') === String(LAST_EVENT_ID);
}

async function asSent(jobs: JobService, event: JobStreamEvent): Promise<ServerSentEvent> {
  if ('record' in event)
    return { name: event.record.status, id: event.id, data: await jobAnswer(jobs, event.record) };
  const data: JobProgressAnswer = event.state;
  return { name: 'progress', id: event.id, data };
}

async function asPart(jobs: JobService, event: JobStreamEvent): Promise<ServerSentEvent> {
  if ('record' in event) return { name: 'job', data: await jobAnswer(jobs, event.record) };
  const data: BatchProgressAnswer = { jobId: event.jobId, ...event.state };
  return { name: 'progress', data };
}

/** How to send events to a client that may have one more stream. */
function createSender({ streams, limits }: EventRoutesDependencies): EventStreams['send'] {
  const takeStream = createStreamLimit(limits);
  return async (request, response, source) => {
    const release = await takeStream(request);
    try {
      await streams.send(request, response, source);
    } finally {
      release();
    }
  };
}

/** Bounds how many streams a client holds in this process. @returns how to take one, which returns how to release it */
function createStreamLimit(
  limits: Pick<UploadLimits, 'clientOf'>,
): (request: Request) => Promise<() => void> {
  const open = new ConcurrencyLimiter();
  const most = OPERATING_LIMITS.maxEventStreamsPerClient;
  return async (request) => {
    const client = await limits.clientOf(request);
    if (!client.limits) return () => {};
    if (open.hasCapacity(client.key, most)) return open.acquire(client.key);
    throw new ApiError('rate-limited', {
      message: `You follow ${most} jobs or batches already, as many as you may at the same time. Please close some of the streams, or ask for the jobs now and then.`,
      retryAfterSeconds: 10,
    });
  };
}
