import type { RequestHandler } from 'express';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Platform } from '#platform/ports/platform.ts';
import type { WaitingJobs } from '../services/jobs/waiting-jobs.ts';
import type { ExpiryWatch } from './expiry-watch.ts';
import { endStatus, pathOf } from '../http/request-info.ts';
import { isOperator, type OperatorAccess } from './operator-access.ts';

/** What the web process counts; one registry a server, so that tests can have several. */
export interface WebMetrics {
  readonly registry: Registry;
  readonly uploadBytes: Counter;
  readonly jobs: Counter<'outcome'>;
  readonly rateLimited: Counter;
  readonly expiryFailures: Counter;
  readonly sockets: Gauge;
  /** Counts and times every request by method, kind of address and status. */
  readonly observe: RequestHandler;
}

interface WebMetricsOptions {
  readonly platform: Pick<Platform, 'queue'>;
  /** Tells what is overdue. */
  readonly expiry: Pick<ExpiryWatch, 'overdue'>;
  readonly waiting: Pick<WaitingJobs, 'oldestSeconds'>;
}

export function createWebMetrics({ platform, expiry, waiting }: WebMetricsOptions): WebMetrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'featherpress_http_request_duration_seconds',
    help: 'Time until the answer was out.',
    labelNames: ['method', 'area', 'status'] as const,
    buckets: [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120],
    registers,
  });
  new Gauge({
    name: 'featherpress_queue_messages',
    help: 'Messages by state.',
    labelNames: ['state'] as const,
    registers,
    async collect() {
      this.reset();
      // While the queue is away its numbers are missing; the other ones are wanted then more than ever.
      const depth = await platform.queue.depth().catch(() => ({}));
      for (const [state, count] of Object.entries(depth)) this.set({ state }, count);
    },
  });
  new Gauge({
    name: 'featherpress_queue_oldest_seconds',
    help: 'How long the oldest job has waited for an engine, of small and of large work.',
    labelNames: ['queue'] as const,
    registers,
    async collect() {
      this.set({ queue: 'small' }, await waiting.oldestSeconds({ isSmall: true }));
      this.set({ queue: 'large' }, await waiting.oldestSeconds({ isSmall: false }));
    },
  });
  new Gauge({
    name: 'featherpress_overdue_seconds',
    help: 'How long the oldest of what should have gone is past its rule, by what it is. Should be empty.',
    labelNames: ['what'] as const,
    registers,
    async collect() {
      this.reset();
      for (const { what, seconds } of await expiry.overdue()) this.set({ what }, seconds);
    },
  });
  return {
    registry,
    uploadBytes: new Counter({
      name: 'featherpress_upload_bytes_total',
      help: 'Bytes of files taken in.',
      registers,
    }),
    jobs: new Counter({
      name: 'featherpress_jobs_total',
      help: 'Jobs that this process waited for, by outcome.',
      labelNames: ['outcome'] as const,
      registers,
    }),
    rateLimited: new Counter({
      name: 'featherpress_rate_limited_total',
      help: 'Requests answered 429.',
      registers,
    }),
    expiryFailures: new Counter({
      name: 'featherpress_expiry_failures_total',
      help: 'Listings and deletions of expired objects that failed.',
      registers,
    }),
    sockets: new Gauge({ name: 'featherpress_sockets', help: 'Open stats sockets.', registers }),
    observe(request, response, next) {
      const stop = requests.startTimer();
      response.once('close', () =>
        stop({ method: request.method, area: areaOf(pathOf(request)), status: endStatus(response) }),
      );
      next();
    },
  };
}

/** `/metrics`: with the token, or from the machine itself where that is allowed; 404 for all others. */
export function metricsPage(registries: () => Registry[], access: OperatorAccess): RequestHandler {
  return async (request, response, next) => {
    if (!isOperator(request, access)) return next();
    response.setHeader('Cache-Control', 'no-store');
    const registry = Registry.merge(registries());
    response.type(registry.contentType).send(await registry.metrics());
  };
}

/** Few values only: ids in a label would grow the registry without end. */
function areaOf(path: string): string {
  // Open for as long as a job runs: times of their own.
  if (/^\/api\/[a-z]+\/[^/]+\/events$/.test(path)) return 'api/events';
  const area = /^\/(api\/[a-z]+|s|assets|healthz|readyz|metrics)(\/|$)/.exec(path)?.[1];
  return area ?? (path.startsWith('/api/') ? 'api/other' : 'page');
}
