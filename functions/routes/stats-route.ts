import express, { type Router } from 'express';
import { methodNotAllowed } from '../http/method-not-allowed.ts';
import { fromBackend } from '../services/api-error.ts';
import type { StatsFeed } from '../services/stats-feed.ts';

/** `GET /api/stats`: how many files were compressed. */
export function statsRoute(stats: StatsFeed): Router {
  const router = express.Router();
  router
    .route('/api/stats')
    .get(async (_request, response) => {
      response.setHeader('Cache-Control', 'no-store');
      response.json({ compressedCount: await fromBackend(() => stats.read()) });
    })
    .all(methodNotAllowed('GET'));
  return router;
}
