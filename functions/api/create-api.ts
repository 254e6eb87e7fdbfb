import type { IncomingMessage } from 'node:http';
import express, { type Router } from 'express';
import { ApiError } from '../../app/services/api-error.server.ts';
import type { StatsFeed } from '../../app/services/stats-feed.server.ts';
import type { Config } from '#platform/config.ts';
import type { Logger } from '#platform/logger.ts';
import type { Platform } from '#platform/ports/platform.ts';
import { handle } from '../web/request-facts.ts';
import type { WebMetrics } from '../web/metrics.ts';
import { apiErrorHandler } from './answer-error.ts';
import { cors } from './cors.ts';

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
  const { stats } = options;
  const router = express.Router();
  router.use('/api', cors());
  router
    .route('/api/stats')
    .get(
      handle(async (_request, response) => {
        response.setHeader('Cache-Control', 'no-store');
        response.json({ compressedCount: await stats.read() });
      }),
    )
    .all(notAllowed('GET'));
  router.use('/api', () => {
    throw new ApiError('not-found');
  });
  router.use('/api', apiErrorHandler);
  return { router, isTooLong: () => false, close: async () => {} };
}

/** Answers 405 and names what is allowed. */
export function notAllowed(allow: string): express.RequestHandler {
  return (_request, response) => {
    response.setHeader('Allow', allow);
    throw new ApiError('method-not-allowed');
  };
}
