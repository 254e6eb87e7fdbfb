import express, { type Router } from 'express';
import type { Config } from '#platform/config.ts';
import type { Platform } from '#platform/ports/platform.ts';
import type { Domains } from '../create-domains.ts';
import { apiErrorHandler } from '../http/answer-error.ts';
import { cors } from '../http/cors.ts';
import type { EventStreams } from '../http/event-streams.ts';
import { identifyClients } from '../limits/client-identity.ts';
import { createClientKeys } from '../limits/client-keys.ts';
import { lookupLimit } from '../limits/lookup-limit.ts';
import { ApiError } from '../services/api-error.ts';
import type { StatsFeed } from '../services/stats/stats-feed.ts';
import type { WebMetrics } from '../web/metrics.ts';
import { accessGuard } from './access-guard.ts';
import { accountRoutes } from './account-routes.ts';
import { authRoutes } from './auth-routes.ts';
import { batchJobRoutes } from './batch-job-routes.ts';
import { batchRoute } from './batch-route.ts';
import { compressRoute } from './compress-route.ts';
import { deliveryRoutes } from './delivery-routes.ts';
import { eventRoutes } from './event-routes.ts';
import { jobRoutes } from './job-routes.ts';
import { openapiRoute } from './openapi-route.ts';
import { publicJobIds } from './public-job-ids.ts';
import { resumableRoutes, tusHeaders } from './resumable-routes.ts';
import { shareRoutes } from './share-routes.ts';
import { statsRoute } from './stats-route.ts';
import type { UploadDependencies } from './upload-dependencies.ts';
import { tinifyErrorHandler, tinifyRoutes } from './tinify-routes.ts';
import { uploadRoutes } from './upload-routes.ts';

interface ApiRouterOptions {
  readonly config: Config;
  readonly platform: Platform;
  readonly domains: Domains;
  readonly streams: EventStreams;
  readonly stats: StatsFeed;
  readonly metrics: WebMetrics;
}

/** Paths that name a job, a batch, an upload or a share by its id. */
const LOOKUPS = [
  '/api/jobs/:id',
  '/api/batches/:id',
  '/api/uploads/complete',
  '/api/resumable/:id',
  '/s/:id',
  '/output/:id',
];
/** Of programs that were written for another service. */
const TINIFY = ['/shrink', '/output'];

/** The API as a list: what every request passes, then its routes. */
export function apiRouter(options: ApiRouterOptions): Router {
  const { config, domains } = options;
  const { limits } = domains.limits;
  const router = express.Router();
  router.use('/api/resumable', tusHeaders(config.maxFileBytes));
  router.use('/api', cors(config));
  router.use(['/api', '/s', '/dev', ...TINIFY], clientIdentification(domains));
  router.use(accessGuard());
  router.use(LOOKUPS, lookupLimit(limits));
  router.use(publicJobIds(domains.access));
  router.use(fileRoutes(options));
  router.use(jobRoutesOf(options));
  router.use(accountRoutesOf(options));
  router.use(statsRoute(options.stats, limits), openapiRoute());
  router.use('/api', (request, _response, next) => {
    // `/api` itself is a page: the documentation.
    if (request.path === '/') return next();
    throw new ApiError('not-found');
  });
  router.use(TINIFY, tinifyErrorHandler);
  router.use(apiErrorHandler);
  return router;
}

function clientIdentification({ identity, limits: { limits } }: Domains) {
  const { keys, keyUses, sessions, secrets } = identity;
  return identifyClients({
    keys,
    onKeyUsed: (keyId) => keyUses.note(keyId),
    countKeyLookup: (request) => limits.countKeyLookup(request),
    countKeyMiss: (request) => limits.countMiss(request),
    accountOfSession: async (token) => (await sessions.verify(token)).accountId,
    keyOf: createClientKeys(secrets[0]),
  });
}

/** Files in. */
function fileRoutes({ config, platform, domains, metrics }: ApiRouterOptions): Router[] {
  const { maxFileBytes, resultTtlSeconds } = config;
  const { jobs, limits, deliveries, uploads } = domains;
  const dependencies: UploadDependencies = {
    ...jobs,
    ...limits,
    ...deliveries,
    sources: uploads.sources,
    metrics,
    maxFileBytes,
    resultTtlSeconds,
  };
  return [
    compressRoute(dependencies),
    batchRoute(dependencies),
    uploadRoutes(dependencies, uploads.tokens),
    resumableRoutes(dependencies, uploads.resumable),
    tinifyRoutes({
      ...dependencies,
      expiringCounters: platform.expiringCounters,
      publicUrl: config.publicUrl,
    }),
  ];
}

/** Jobs, their results, deliveries, events and shares. */
function jobRoutesOf({ config, platform, domains, streams }: ApiRouterOptions): Router[] {
  const { access } = domains;
  const all = { ...domains.jobs, ...domains.limits, ...domains.deliveries, ...domains.shares, access };
  const { webhookSecrets } = config.deliveries;
  return [
    batchJobRoutes(all),
    jobRoutes(all),
    deliveryRoutes({ ...all, objects: platform.objects, webhookSecrets }),
    eventRoutes({ ...all, streams }),
    shareRoutes({ ...all, sessions: domains.identity.sessions, publicUrl: config.publicUrl }),
  ];
}

/** Sign-in and accounts. */
function accountRoutesOf({ config, platform, domains }: ApiRouterOptions): Router[] {
  const { identity, limits } = domains;
  const { thisMachineOnly, rateLimits } = config;
  const { expiringCounters } = platform;
  return [
    authRoutes({ ...identity, ...identity.providers, ...limits, thisMachineOnly }),
    accountRoutes({ ...identity, ...limits, expiringCounters, tiers: rateLimits.tiers }),
  ];
}
