import express, { type Request, type Router } from 'express';
import type { JobProgressAnswer } from '#platform/contracts/api/answers.ts';
import { OPERATING_LIMITS } from '#platform/contracts/operating-limits.ts';
import type { EventStreams, ServerSentEvent } from '../http/event-streams.ts';
import { methodNotAllowed } from '../http/method-not-allowed.ts';
import { ConcurrencyLimiter } from '../limits/concurrency-limiter.ts';
import type { UploadLimits } from '../limits/upload-limits.ts';
import { ApiError } from '../services/api-error.ts';
import { LAST_EVENT_ID } from '../services/job-event-ids.ts';
import type { JobEvents, JobStreamEvent } from '../services/job-events.ts';
import type { JobService } from '../services/job-service.ts';
import { existingJob, jobAnswer } from './job-routes.ts';

export interface JobEventsRouteDependencies {
  readonly jobs: JobService;
  readonly events: JobEvents;
  readonly streams: EventStreams;
  readonly limits: Pick<UploadLimits, 'clientOf'>;
}

/** `GET /api/jobs/{id}/events`: how a job goes on, as server-sent events. */
export function jobEventsRoute({ jobs, events, streams, limits }: JobEventsRouteDependencies): Router {
  const router = express.Router();
  const takeStream = createStreamLimit(limits);
  router
    .route('/api/jobs/:id/events')
    .get(async (request, response) => {
      const lastEventId = request.get('Last-Event-ID');
      // An event source that is answered 204 does not come back; the job itself may have expired by now.
      if (lastEventId === String(LAST_EVENT_ID)) return void response.status(204).end();
      const record = await existingJob(jobs, request);
      const release = await takeStream(request);
      try {
        await streams.send(request, response, async function* (signal) {
          for await (const event of events.follow(record, { signal, lastEventId }))
            yield await asSent(jobs, event);
        });
      } finally {
        release();
      }
    })
    .all(methodNotAllowed('GET'));
  return router;
}

async function asSent(jobs: JobService, event: JobStreamEvent): Promise<ServerSentEvent> {
  if ('record' in event)
    return { name: event.record.status, id: event.id, data: await jobAnswer(jobs, event.record) };
  const data: JobProgressAnswer = event.state;
  return { name: 'progress', id: event.id, data };
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
      message: `You follow ${most} jobs already, as many as you may at the same time. Please close some of the streams, or ask for the jobs now and then.`,
      retryAfterSeconds: 10,
    });
  };
}
