import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import express, { type Express, type RequestHandler } from 'express';
import type { Registry } from 'prom-client';
import proxyAddress from 'proxy-addr';
import type { ViteDevServer } from 'vite';
import type { WebLoadContext } from '#app/load-context.ts';
import type { Config } from '#platform/config.ts';
import { OPERATING_LIMITS } from '#platform/contracts/operating-limits.ts';
import type { Logger } from '#platform/logger.ts';
import type { Platform } from '#platform/ports/platform.ts';
import { createApi, type Api } from './create-api.ts';
import { answerError, apiErrorHandler } from './http/answer-error.ts';
import { methodNotAllowed } from './http/method-not-allowed.ts';
import { requestInfoOf, trackRequest } from './http/request-info.ts';
import { comesFromThisMachine } from './http/this-machine.ts';
import { addressKey } from './limits/address-key.ts';
import { apiDescription } from './openapi/api-description.ts';
import { ApiError } from './services/api-error.ts';
import { PAGES, SHARED } from './routes/share-routes.ts';
import { createStorageRoom, type StorageRoom } from './services/holdings/storage-room.ts';
import { createStatsFeed } from './services/stats/stats-feed.ts';
import { createWaitingJobs } from './services/jobs/waiting-jobs.ts';
import { answerBrokenRequests } from './web/broken-requests.ts';
import { limitConnections } from './web/connection-limit.ts';
import { createExpiryWatch, type ExpiryWatch } from './web/expiry-watch.ts';
import { gracefulClose } from './web/graceful-close.ts';
import { health } from './web/health.ts';
import { createWebMetrics, metricsPage } from './web/metrics.ts';
import { permanentRedirects } from './web/redirects.ts';
import { remixPages } from './web/remix-pages.ts';
import { nonceOf, securityHeaders } from './web/security-headers.ts';
import { staticAssets, textCompression } from './web/static-assets.ts';
import { SOCKET_PATH, statsSocket } from './web/stats-socket.ts';

interface WebServerOptions {
  readonly config: Config;
  readonly platform: Platform;
  readonly logger: Logger;
  /** Set in development: pages come fresh from the sources. */
  readonly viteDevServer?: ViteDevServer;
  /** What /metrics shows beside the web server's own [nothing]. Asked each time. */
  readonly moreMetrics?: () => readonly Registry[];
  /** Folder with client/ and server/index.js [build]. Without a build there is an API and no pages. */
  readonly buildDir?: string;
}

export interface WebServer {
  /** Begins to serve. `url` is where this machine reaches it. */
  listen(): Promise<{ url: string; port: number }>;
  /** Takes no new requests, lets those that run finish for some seconds, and releases what it made. May be called twice. */
  close(): Promise<void>;
}

type ProxyTrust = Parameters<typeof proxyAddress>[1];

/**
 * Whether a request is to become a socket; elsewhere it is answered as any other. Other protocols that a client would rather speak are passed over, as RFC 9110, 7.8,
 * allows: the HttpClient of Java asks for HTTP/2 with every request, and would never get an answer.
 */
function asksForSocket({ headers, url }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket' && (url ?? '').startsWith(SOCKET_PATH);
}

/** After a request that asked for another protocol Node reads no further one, whatever it is answered. */
const endOfUpgrades: RequestHandler = (request, response, next) => {
  if (request.headers.upgrade !== undefined) response.setHeader('Connection', 'close');
  next();
};

/** Two names let a proxy and this server mean different hosts. Source: RFC 9112, 3.2. */
const oneHost: RequestHandler = ({ headersDistinct, httpVersion }, _response, next) => {
  const hosts = headersDistinct.host?.length ?? 0;
  if (hosts === 1 || (hosts === 0 && httpVersion === '1.0')) return next();
  const message = `The request has ${hosts === 0 ? 'no' : 'more than one'} Host header.`;
  throw new ApiError('invalid-request', { message });
};

/** A 200 MB file over 1 Mbit/s takes 28 minutes. */
const UPLOAD_TIMEOUT_MS = 30 * 60_000;
/** A head is at most 16 KB; who takes longer holds a connection and sends nothing. */
const HEADERS_TIMEOUT_MS = 20_000;
/**
 * Longer than any load balancer in front keeps a connection: the one that closes must be the one that sends requests, or a
 * request crosses the end of its connection and is answered 502.
 */
const KEEP_ALIVE_MS = (OPERATING_LIMITS.idleConnectionSeconds + 10) * 1_000;

/**
 * Pages, API and sockets on one port. The platform is handed in and stays the caller's to close.
 */
export async function createWebServer(options: WebServerOptions): Promise<WebServer> {
  const { config, platform, logger } = options;
  const expiry = await createExpiryWatch({ platform });
  const waiting = await createWaitingJobs({ platform });
  const metrics = createWebMetrics({ platform, expiry, waiting });
  const stats = await createStatsFeed({ platform, logger });
  const server = createServer({
    requestTimeout: UPLOAD_TIMEOUT_MS,
    headersTimeout: HEADERS_TIMEOUT_MS,
    connectionsCheckingInterval: HEADERS_TIMEOUT_MS / 4,
    keepAliveTimeout: KEEP_ALIVE_MS,
    shouldUpgradeCallback: asksForSocket,
    // Node would answer without a word.
    requireHostHeader: false,
  });
  answerBrokenRequests(server);
  if (config.trustedProxies === 0) limitConnections(server);
  const stopServing = gracefulClose(server, config.drainSeconds * 1_000);
  const origin = () => localUrl(config.host, (server.address() as AddressInfo).port);
  const room = createStorageRoom({ ...platform, ...config });
  const api = await createApi({ config, platform, logger, metrics, stats, waiting, room, localUrl: origin });

  let closing: Promise<void> | undefined;
  const app = createApp(options, { api, metrics, expiry, room, isClosing: () => closing !== undefined });
  server.on('request', app);
  // A client that asks first is refused before it sends a body that is too long.
  server.on('checkContinue', (request, response) => {
    if (!api.isTooLong(request)) response.writeContinue();
    app(request, response);
  });
  const closeSockets = statsSocket({
    server,
    stats,
    logger,
    metrics,
    publicUrl: config.publicUrl,
    thisMachineOnly: config.thisMachineOnly,
    clientOf: (request) =>
      config.rateLimits.loopbackExempt && comesFromThisMachine(request)
        ? null
        : addressKey(proxyAddress(request, app.get('trust proxy fn') as ProxyTrust)),
  });

  return {
    async listen() {
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen(config.port, config.host, () => {
          server.off('error', reject);
          resolve();
        });
      });
      const { port } = server.address() as AddressInfo;
      return { url: localUrl(config.host, port), port };
    },
    close: () =>
      (closing ??= (async () => {
        closeSockets();
        api.endStreams();
        await stopServing();
        await api.close();
        await stats.close();
        await expiry.close();
        await waiting.close();
      })()),
  };
}

interface AppDependencies {
  readonly api: Api;
  readonly metrics: ReturnType<typeof createWebMetrics>;
  readonly expiry: ExpiryWatch;
  readonly room: StorageRoom;
  readonly isClosing: () => boolean;
}

function createApp(
  options: WebServerOptions,
  { api, metrics, expiry, room, isClosing }: AppDependencies,
): Express {
  const { config, platform, logger, viteDevServer } = options;
  const buildDir = options.buildDir ?? fileURLToPath(new URL('../build', import.meta.url));
  const app = express();
  app.disable('x-powered-by');
  app.set('trust proxy', config.trustedProxies);
  app.set('etag', false);

  app.use(endOfUpgrades, trackRequest(logger), metrics.observe);
  app.use(
    securityHeaders({
      googleSignIn: config.googleClientId !== undefined,
      analytics: config.analyticsId !== undefined,
      https: config.publicUrl?.startsWith('https://') ?? false,
      development: viteDevServer !== undefined,
    }),
  );
  const access = { token: config.metricsToken, onLoopback: config.metricsOnLoopback };
  app.use(oneHost, health({ platform, isClosing, expiry, room, access }));
  app.get(
    '/metrics',
    metricsPage(() => [metrics.registry, ...(options.moreMetrics?.() ?? [])], access),
  );
  app.use(permanentRedirects(), textCompression());
  app.use(api.router);
  if (viteDevServer) app.use(viteDevServer.middlewares);
  else app.use(staticAssets(`${buildDir}/client`));

  const pages = remixPages({
    serverBuild: `${buildDir}/server/index.js`,
    viteDevServer,
    loadContext: (request, response) => ({
      platform,
      publicConfig: {
        googleClientId: config.googleClientId,
        demoSignIn: config.demoSignIn,
        analyticsId: config.analyticsId,
        publicUrl: config.publicUrl,
      },
      apiDescription,
      cspNonce: nonceOf(response),
      clientAddress: request.ip ?? '',
      shared: response.locals[SHARED] as WebLoadContext['shared'],
      ...requestInfoOf(request),
    }),
  });
  app.set(PAGES, pages !== null);
  app.use(onlyWhatPagesTake);
  if (pages) app.use(pages);
  app.use((request, response) => answerError(request, response, new ApiError('not-found')));
  app.use(apiErrorHandler);
  return app;
}

/** Pages to which something can be sent: an installed app is handed shared files there, see app/pwa/install-manifest.ts. */
const PAGES_WITH_ACTION = new Set(['/compress']);

/** Other pages take a look only, at a path that can be decoded; Remix would print a line or a stack for the rest. */
const onlyWhatPagesTake: RequestHandler = (request, response, next) => {
  const isTaken =
    ['GET', 'HEAD'].includes(request.method) ||
    (request.method === 'POST' && PAGES_WITH_ACTION.has(request.path));
  if (!isTaken) return methodNotAllowed('GET, HEAD')(request, response, next);
  try {
    decodeURI(request.path);
  } catch {
    throw new ApiError('invalid-request');
  }
  next();
};

function localUrl(host: string, port: number): string {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host;
  const name = reachable.includes(':') && !reachable.startsWith('[') ? `[${reachable}]` : reachable;
  return `http://${name}:${port}`;
}
