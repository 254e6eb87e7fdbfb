import express, { type Router } from 'express';
import type { PendingUploadAnswer } from '#platform/contracts/api/answers.ts';
import { jsonBody } from '../http/json-body.ts';
import { methodNotAllowed } from '../http/method-not-allowed.ts';
import type { UploadTokens } from '../services/uploads/upload-tokens.ts';
import { sendJob } from './job-routes.ts';
import { requestTargets } from './request-targets.ts';
import type { UploadDependencies } from './upload-dependencies.ts';

/** Uploads that go straight to the object store, in two steps: create an upload token, then complete the upload with it. */
export function uploadRoutes(
  { intake, jobs, limits, targets }: UploadDependencies,
  uploadTokens: UploadTokens,
): Router {
  const router = express.Router();
  router
    .route('/api/uploads')
    .post(jsonBody('invalid-request'), async (request, response) => {
      const release = await limits.admit(request, response);
      try {
        const client = await limits.clientOf(request);
        await intake.checkCapacity(client);
        response.setHeader('Cache-Control', 'no-store');
        const answer: PendingUploadAnswer = await uploadTokens.create(request.body, {
          client,
          deliver: requestTargets(targets, request, textsOf(request.body), { isAsync: true }),
        });
        response.status(201).json(answer);
      } finally {
        release();
      }
    })
    .all(methodNotAllowed('POST'));
  router
    .route('/api/uploads/complete')
    .post(jsonBody('invalid-request'), async (request, response) => {
      const { uploadToken } = request.body as { uploadToken?: unknown };
      const record = await uploadTokens.complete(uploadToken, await limits.clientOf(request));
      response.setHeader('Location', `/api/jobs/${record.id}`);
      response.setHeader('X-Job-Id', record.id);
      await sendJob(response.status(202), jobs, record);
    })
    .all(methodNotAllowed('POST'));
  return router;
}

/** The texts among the fields of a body; what else it holds is judged elsewhere. */
function textsOf(body: unknown): [name: string, text: string][] {
  return Object.entries(body as object).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
}
