import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import express, { type Router } from 'express';
import type { Config } from '#platform/config.ts';
import { MIN_SECRET_CHARACTERS } from '#platform/config-schema.ts';
import { expiryRules } from '#platform/contracts/expiry-rules.ts';
import type { Logger } from '#platform/logger.ts';
import type { Platform } from '#platform/ports/platform.ts';
import { receiverRules } from '#platform/receiver-rules.ts';
import { apiErrorHandler } from './http/answer-error.ts';
import { exceedsBodyLimit } from './http/body-length.ts';
import { createEventStreams } from './http/event-streams.ts';
import { cors } from './http/cors.ts';
import { identifyClients } from './limits/client-identity.ts';
import { createClientKeys } from './limits/client-keys.ts';
import { createDailyFiles } from './limits/daily-files.ts';
import { lookupLimit } from './limits/lookup-limit.ts';
import { createUploadLimits } from './limits/upload-limits.ts';
import { localSecret } from './local-secrets.ts';
import { accessGuard } from './routes/access-guard.ts';
import { accountRoutes } from './routes/account-routes.ts';
import { authRoutes, DEMO_CERTIFICATES_PATH } from './routes/auth-routes.ts';
import { batchJobRoutes } from './routes/batch-job-routes.ts';
import { batchRoute } from './routes/batch-route.ts';
import { compressRoute } from './routes/compress-route.ts';
import { deliveryRoutes } from './routes/delivery-routes.ts';
import { eventRoutes } from './routes/event-routes.ts';
import { jobRoutes } from './routes/job-routes.ts';
import { openapiRoute } from './routes/openapi-route.ts';
import { publicJobIds } from './routes/public-job-ids.ts';
import { resumableRoutes, tusHeaders } from './routes/resumable-routes.ts';
import { shareRoutes } from './routes/share-routes.ts';
import { statsRoute } from './routes/stats-route.ts';
import type { UploadDependencies } from './routes/upload-dependencies.ts';
import { uploadRoutes } from './routes/upload-routes.ts';
import { ApiError } from './services/api-error.ts';
import { createApiKeys } from './services/identity/api-keys/api-keys.ts';
import { createKeyUses } from './services/identity/api-keys/key-uses.ts';
import { createBatchRecords } from './services/jobs/batch-records.ts';
import {
  createDemoIdentity,
  createDemoKey,
  DEMO_CLIENT_ID,
  isDemoKey,
  type DemoIdentity,
} from './services/identity/demo-identity.ts';
import { createDeliveryService } from './services/deliveries/delivery-service.ts';
import { createDeliveryTargets } from './services/deliveries/delivery-targets.ts';
import { endSharesRegularly } from './services/shares/ended-shares.ts';
import { deleteExpiredRegularly } from './services/shares/expired-objects.ts';
import { createGoogleIdentity, type GoogleIdentity } from './services/identity/google-identity.ts';
import { createIdempotentRequests } from './services/jobs/idempotent-requests.ts';
import { createJobAccess } from './services/jobs/job-access.ts';
import { createJobEvents } from './services/jobs/job-events.ts';
import { createJobProgress } from './services/jobs/job-progress.ts';
import { createJobPlaces } from './services/jobs/job-places.ts';
import { createJobService } from './services/jobs/job-service.ts';
import { createJobWaiters } from './services/jobs/job-waiters.ts';
import { createRecentRecords } from './services/jobs/recent-records.ts';
import { createSessionTokens } from './services/identity/session-tokens.ts';
import { createResumableUploads } from './services/uploads/resumable-uploads.ts';
import { createShareService } from './services/shares/share-service.ts';
import { createSignOuts } from './services/identity/sign-outs.ts';
import type { StorageRoom } from './services/jobs/storage-room.ts';
import type { StatsFeed } from './services/stats/stats-feed.ts';
import { createUploadTokens } from './services/uploads/upload-tokens.ts';
import type { WaitingJobs } from './services/jobs/waiting-jobs.ts';
import type { WebMetrics } from './web/metrics.ts';

export interface ApiOptions {
  readonly config: Config;
  readonly platform: Platform;
  readonly logger: Logger;
  readonly metrics: WebMetrics;
  readonly stats: StatsFeed;
  readonly waiting: WaitingJobs;
  readonly room: StorageRoom;
  /** Where this machine reaches the server; known once it listens. */
  readonly localUrl: () => string;
}

export interface Api {
  readonly router: Router;
  /** Whether a request declares a body longer than its path accepts. */
  isTooLong(request: IncomingMessage): boolean;
  /** Ends the streams of events, which would otherwise hold up a server that closes. */
  endStreams(): void;
  close(): Promise<void>;
}

/** Constructs the services of the API and mounts their routes. */
export async function createApi(options: ApiOptions): Promise<Api> {
  const { config, platform, logger, metrics, stats } = options;
  const secrets = await sessionSecrets(options);
  const secret = secrets[0]!;
  const identity = await identityProviders(options);
  const signOuts = createSignOuts({ objects: platform.objects });
  const sessions = createSessionTokens({ secrets, isDemo: identity.demo !== undefined, signOuts });
  const records = await createRecentRecords({ platform });
  const waiters = await createJobWaiters({ platform, records });
  const progress = await createJobProgress({ platform });
  const streams = createEventStreams();
  const onRefused = () => metrics.rateLimited.inc();
  const places = createJobPlaces({ ...platform, room: options.room, logger, onRefused });
  const jobs = createJobService({
    ...config,
    platform,
    waiters,
    records,
    progress,
    places,
    waiting: options.waiting,
  });
  const shared = await sharedLimiters(options);
  const dailyFiles = createDailyFiles({ tallies: platform.tallies, logger });
  const keys = createApiKeys({ objects: platform.objects });
  const keyUses = createKeyUses({ tallies: platform.tallies, logger });
  const limits = createUploadLimits({
    limits: config.rateLimits,
    dailyFiles,
    onRefused,
    ...(shared ? { createLimiter: shared.create } : {}),
  });
  const { webhookSecrets, anonymous } = config.deliveries;
  const deliveries = createDeliveryService(platform);
  const targets = createDeliveryTargets({
    rules: receiverRules(config),
    anonymous,
    canSign: webhookSecrets.length > 0,
  });
  const { objects, tallies } = platform;
  const batches = createBatchRecords(objects);
  const { maxFileBytes, resultTtlSeconds } = config;
  const dependencies: UploadDependencies = {
    jobs,
    batches,
    idempotency: createIdempotentRequests(objects),
    limits,
    targets,
    metrics,
    maxFileBytes,
    resultTtlSeconds,
  };
  const access = createJobAccess({ objects, jobs, deliveries });
  const shares = createShareService({ ...config, objects, tallies, logger, jobs, places, secret });
  // Elsewhere Redis remembers them.
  if (config.mode === 'embedded') await shares.holdAgain();
  const uploadTokens = createUploadTokens({ ...config, objects, jobs, secrets });

  const isHeard = () => platform.events.isHeard();
  const jobEvents = createJobEvents({ records, progress, isHeard });

  const stopExpiry = expireInBuckets(options);
  const stopShares = endSharesRegularly({ shares, turns: platform.turns, logger });

  const router = express.Router();
  router.use('/api/resumable', tusHeaders(config.maxFileBytes));
  router.use('/api', cors(config));
  router.use(
    ['/api', '/s', '/dev'],
    identifyClients({
      keys,
      onKeyUsed: (keyId) => keyUses.note(keyId),
      countKeyLookup: (request) => limits.countKeyLookup(request),
      countKeyMiss: (request) => limits.countMiss(request),
      accountOfSession: async (token) => (await sessions.verify(token)).accountId,
      keyOf: createClientKeys(secret),
    }),
  );
  router.use(accessGuard());
  router.use(
    ['/api/jobs/:id', '/api/batches/:id', '/api/uploads/complete', '/api/resumable/:id', '/s/:id'],
    lookupLimit(limits),
  );
  router.use(publicJobIds(access));
  router.use(
    compressRoute(dependencies),
    batchRoute(dependencies),
    batchJobRoutes({ jobs, access, batches, shares }),
    jobRoutes({ jobs, access, shares, deliveries }),
    deliveryRoutes({ deliveries, objects, jobs, access, limits, webhookSecrets }),
    eventRoutes({ batches, jobs, events: jobEvents, streams, limits }),
    uploadRoutes(dependencies, uploadTokens),
    resumableRoutes(dependencies, createResumableUploads({ ...config, platform, jobs })),
  );
  const { thisMachineOnly } = config;
  router.use(authRoutes({ sessions, limits, thisMachineOnly, ...identity }));
  router.use(
    shareRoutes({ shares, limits, publicUrl: config.publicUrl }),
    accountRoutes({ keys, keyUses, dailyFiles, tallies, tiers: config.rateLimits.tiers, signOuts, limits }),
    statsRoute(stats, limits),
    openapiRoute(),
  );
  router.use('/api', (request, _response, next) => {
    // `/api` itself is a page: the documentation.
    if (request.path === '/') return next();
    throw new ApiError('not-found');
  });
  router.use(apiErrorHandler);

  return {
    router,
    isTooLong: (request) => exceedsBodyLimit(request, config.maxFileBytes),
    endStreams: () => streams.endAll(),
    async close() {
      stopExpiry();
      stopShares();
      shared?.close();
      await waiters.close();
      await progress.close();
      await records.close();
    },
  };
}

/** Expiry rules of a bucket count in days; the embedded store deletes by the minute itself. */
function expireInBuckets({ config, platform, logger, metrics }: ApiOptions): () => void {
  if (config.mode === 'embedded') return () => {};
  return deleteExpiredRegularly({
    ...platform,
    rules: expiryRules(config),
    logger,
    onFailures: (count) => metrics.expiryFailures.inc(count),
    onSwept: (overdue) =>
      void platform.events
        .publish('expiry', { type: 'expiry.swept', overdue })
        .catch((error: unknown) => logger.warn('event.lost', { error })),
    turns: platform.turns,
  });
}

/** The first signs, all are taken. */
async function sessionSecrets({ config, logger }: ApiOptions): Promise<readonly string[]> {
  if (config.jwtSecrets !== undefined) return config.jwtSecrets;
  if (config.mode === 'distributed')
    throw new Error('Expected JWT_SECRET in distributed mode but it is not set');
  const kept = await localSecret({
    dataDir: config.dataDir,
    name: 'session-secret',
    create: () => randomBytes(48).toString('base64url'),
    // As for JWT_SECRET.
    isUsable: (kept) => linesOf(kept).every((line) => line.length >= MIN_SECRET_CHARACTERS),
    logger,
  });
  return linesOf(kept);
}

/** A secret a line, the newest first. */
function linesOf(kept: string): string[] {
  return kept.trim().split(/\s*\n\s*/);
}

/** Google where a client id is set; else, on the developer's own machine, the demo provider behind the same checks. */
async function identityProviders({ config, logger, localUrl }: ApiOptions): Promise<{
  google: GoogleIdentity | undefined;
  demo: DemoIdentity | undefined;
}> {
  if (config.googleClientId !== undefined) {
    return { google: createGoogleIdentity({ clientId: config.googleClientId }), demo: undefined };
  }
  if (!config.demoSignIn || config.mode !== 'embedded') return { google: undefined, demo: undefined };
  for (const warning of config.warnings) logger.warn('demo-sign-in.open', { warning });
  const key = await localSecret({
    dataDir: config.dataDir,
    name: 'demo-identity.pem',
    create: createDemoKey,
    isUsable: isDemoKey,
    logger,
  });
  const demo = createDemoIdentity(key);
  const certificatesUrl = () => localUrl() + DEMO_CERTIFICATES_PATH;
  return {
    google: createGoogleIdentity({ clientId: DEMO_CLIENT_ID, certificatesUrl, take: demo.take }),
    demo,
  };
}

/** In distributed mode all web processes count together. */
async function sharedLimiters({ config, logger }: ApiOptions) {
  if (config.mode === 'embedded') return null;
  const { redisLimiters } = await import('./limits/redis-limiter.ts');
  return redisLimiters(config.redisUrl, logger);
}
