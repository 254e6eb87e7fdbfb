import express, { type Router } from 'express';
import { methodNotAllowed } from '../http/method-not-allowed.ts';
import type { StatsAnswer } from '#platform/contracts/api/answers.ts';
import { fromBackend } from '../services/api-error.ts';
import type { StatsFeed } from '../services/stats-feed.ts';

/** `GET /api/stats`: how many files were compressed. */
export function statsRoute(stats: StatsFeed): Router {
  const router = express.Router();
  router
    .route('/api/stats')
    .get(async (_request, response) => {
      response.setHeader('Cache-Control', 'no-store');
      const answer: StatsAnswer = { compressedCount: await fromBackend(() => stats.read()) };
      response.json(answer);
    })
    .all(methodNotAllowed('GET'));
  return router;
}
