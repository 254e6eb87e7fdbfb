import express, { type Router } from 'express';
import type { UploadTickets } from '../../app/services/upload-tickets.server.ts';
import { handle } from '../web/request-facts.ts';
import type { UploadParts } from './compress-route.ts';
import { sendJob } from './job-routes.ts';
import { jsonBody } from './json-body.ts';
import { notAllowed } from './not-allowed.ts';

/** Uploads that go straight to the object store, in two steps: ask where to, then say that it is there. */
export function uploadRoutes({ jobs, limits }: UploadParts, tickets: UploadTickets): Router {
  const router = express.Router();
  router
    .route('/api/uploads')
    .post(
      jsonBody('invalid-request'),
      handle(async (request, response) => {
        const release = await limits.admit(request, response);
        try {
          await jobs.checkCapacity();
          response.setHeader('Cache-Control', 'no-store');
          response.status(201).json({ method: 'PUT', ...(await tickets.offer(request.body)) });
        } finally {
          release();
        }
      }),
    )
    .all(notAllowed('POST'));
  router
    .route('/api/uploads/complete')
    .post(
      jsonBody('invalid-request'),
      handle(async (request, response) => {
        const record = await tickets.redeem((request.body as { ticket?: unknown }).ticket);
        response.setHeader('Location', `/api/jobs/${record.id}`);
        response.setHeader('X-Job-Id', record.id);
        sendJob(response.status(202), jobs, record);
      }),
    )
    .all(notAllowed('POST'));
  return router;
}
