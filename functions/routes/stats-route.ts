import express, { type Router } from 'express';
import type { StatsAnswer } from '#platform/contracts/api/answers.ts';
import { deviceFilesSchema } from '#platform/contracts/api/requests.ts';
import { jsonBody } from '../http/json-body.ts';
import { methodNotAllowed } from '../http/method-not-allowed.ts';
import type { UploadLimits } from '../limits/upload-limits.ts';
import { ApiError, fromBackend } from '../services/api-error.ts';
import type { StatsFeed } from '../services/stats/stats-feed.ts';

/** `GET /api/stats`: how many files were compressed; `POST`: so many more, by a browser itself. */
export function statsRoute(stats: StatsFeed, limits: Pick<UploadLimits, 'countDeviceFiles'>): Router {
  const router = express.Router();
  router
    .route('/api/stats')
    .get(async (_request, response) => {
      response.setHeader('Cache-Control', 'no-store');
      const answer: StatsAnswer = { compressedCount: await fromBackend(() => stats.read()) };
      response.json(answer);
    })
    .post(jsonBody('invalid-request'), async (request, response) => {
      const told = deviceFilesSchema.safeParse(request.body);
      if (!told.success)
        throw new ApiError('invalid-request', {
          message: 'Expected {"files": 1 to 10} and nothing else.',
        });
      await limits.countDeviceFiles(request, response, told.data.files);
      await fromBackend(() => stats.countDeviceFiles(told.data.files));
      response.status(204).end();
    })
    .all(methodNotAllowed('GET, HEAD, POST'));
  return router;
}
