import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import express, { type Request, type Router } from 'express';
import { ApiError } from '../../app/services/api-error.server.ts';
import {
  createDemoIdentity,
  createDemoKey,
  DEMO_CLIENT_ID,
  type DemoIdentity,
} from '../../app/services/demo-identity.server.ts';
import { deleteExpiredRegularly } from '../../app/services/expired-objects.server.ts';
import { createGoogleIdentity, type GoogleIdentity } from '../../app/services/google-identity.server.ts';
import { JobService } from '../../app/services/job-service.server.ts';
import { createJobWaiters } from '../../app/services/job-waiters.server.ts';
import {
  bearerToken,
  createSessionTokens,
  type SessionTokens,
} from '../../app/services/session-tokens.server.ts';
import { ShareService } from '../../app/services/share-service.server.ts';
import type { StatsFeed } from '../../app/services/stats-feed.server.ts';
import { UploadTickets } from '../../app/services/upload-tickets.server.ts';
import type { Config } from '#platform/config.ts';
import { expiryRules } from '#platform/contracts/expiry-rules.ts';
import type { Logger } from '#platform/logger.ts';
import type { Platform } from '#platform/ports/platform.ts';
import { localSecret } from '../local-secrets.ts';
import { handle } from '../web/request-facts.ts';
import type { WebMetrics } from '../web/metrics.ts';
import { apiErrorHandler } from './answer-error.ts';
import { authRoutes, DEMO_CERTIFICATES_PATH } from './auth-routes.ts';
import { batchRoute } from './batch-route.ts';
import { saysTooLong } from './body-length.ts';
import { compressRoute, type UploadParts } from './compress-route.ts';
import { cors } from './cors.ts';
import { jobRoutes } from './job-routes.ts';
import { notAllowed } from './not-allowed.ts';
import { shareRoutes } from './share-routes.ts';
import { createUploadLimits } from './upload-limits.ts';
import { uploadRoutes } from './upload-routes.ts';

export interface ApiOptions {
  readonly config: Config;
  readonly platform: Platform;
  readonly logger: Logger;
  readonly metrics: WebMetrics;
  readonly stats: StatsFeed;
  /** Where this machine reaches the server; known once it listens. */
  readonly localUrl: () => string;
}

export interface Api {
  readonly router: Router;
  /** Whether a request says of itself that it is longer than anything that is taken. */
  isTooLong(request: IncomingMessage): boolean;
  close(): Promise<void>;
}

/** Puts the services together and gives each its address. */
export async function createApi(options: ApiOptions): Promise<Api> {
  const { config, platform, metrics, stats } = options;
  const secret = await sessionSecret(config);
  const sessions = createSessionTokens(secret);
  const waiters = await createJobWaiters({ platform });
  const jobs = new JobService({ ...config, platform, waiters });
  const shared = await sharedLimiters(options);
  const limits = createUploadLimits({
    limits: config.rateLimits,
    signedInAs: (request) => subjectOf(sessions, request),
    onRefused: () => metrics.rateLimited.inc(),
    ...(shared ? { createLimiter: shared.create } : {}),
  });
  const parts: UploadParts = { jobs, limits, metrics, maxFileBytes: config.maxFileBytes };
  const shares = new ShareService({ ...config, objects: platform.objects, jobs });
  const tickets = new UploadTickets({ ...config, objects: platform.objects, jobs, secret });

  const stopExpiry = expireInBuckets(options);

  const router = express.Router();
  router.use('/api', cors());
  router.use(compressRoute(parts), batchRoute(parts), jobRoutes(jobs), uploadRoutes(parts, tickets));
  router.use(authRoutes({ sessions, limits, ...(await identityProviders(options)) }));
  router.use(shareRoutes({ shares, sessions, limits, publicUrl: config.publicUrl }), statsRoute(stats));
  router.use('/api', (request, _response, next) => {
    // `/api` itself is a page: the documentation.
    if (request.path === '/') return next();
    throw new ApiError('not-found');
  });
  router.use(apiErrorHandler);

  return {
    router,
    isTooLong: (request) => saysTooLong(request, config.maxFileBytes),
    async close() {
      stopExpiry();
      shared?.close();
      await waiters.close();
    },
  };
}

/** A bucket's own rules count in days; the embedded store keeps its minutes itself. */
function expireInBuckets({ config, platform, logger }: ApiOptions): () => void {
  if (config.mode === 'embedded') return () => {};
  return deleteExpiredRegularly({
    objects: platform.objects,
    rules: expiryRules(config),
    logger,
  });
}

function statsRoute(stats: StatsFeed): Router {
  const router = express.Router();
  router
    .route('/api/stats')
    .get(
      handle(async (_request, response) => {
        response.setHeader('Cache-Control', 'no-store');
        response.json({ compressedCount: await stats.read() });
      }),
    )
    .all(notAllowed('GET'));
  return router;
}

async function sessionSecret(config: Config): Promise<string> {
  if (config.jwtSecret !== undefined) return config.jwtSecret;
  if (config.mode === 'distributed')
    throw new Error('Expected JWT_SECRET in distributed mode but it is not set');
  return localSecret(config.dataDir, 'session-secret', () => randomBytes(48).toString('base64url'));
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
  const demo = createDemoIdentity(await localSecret(config.dataDir, 'demo-identity.pem', createDemoKey));
  const certificatesUrl = () => localUrl() + DEMO_CERTIFICATES_PATH;
  return { google: createGoogleIdentity({ clientId: DEMO_CLIENT_ID, certificatesUrl }), demo };
}

/** In distributed mode all web processes count together. */
async function sharedLimiters({ config, logger }: ApiOptions) {
  if (config.mode === 'embedded') return null;
  const { redisLimiters } = await import('./redis-limiter.ts');
  return redisLimiters(config.redisUrl, logger);
}

/** A token that does not hold makes nobody somebody; uploads need none. */
async function subjectOf(sessions: SessionTokens, request: Request): Promise<string | null> {
  const token = bearerToken(request.headers.authorization);
  if (!token) return null;
  return sessions.verify(token).then(
    (user) => user.subject,
    () => null,
  );
}
