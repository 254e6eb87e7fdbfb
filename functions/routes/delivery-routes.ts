import express, { type Request, type Router } from 'express';
import type {
  DeliveryAnswer,
  DeliveryListAnswer,
  DeliveryPageAnswer,
  WebhookSecretsAnswer,
} from '#platform/contracts/api/answers.ts';
import type { DeliveryRecord } from '#platform/contracts/deliveries.ts';
import { webhookSecretsOf } from '#platform/webhook-secrets.ts';
import { methodNotAllowed } from '../http/method-not-allowed.ts';
import { accountOf } from '../limits/client-identity.ts';
import type { UploadLimits } from '../limits/upload-limits.ts';
import { ApiError } from '../services/api-error.ts';
import type { DeliveryService } from '../services/delivery-service.ts';
import type { JobService } from '../services/job-service.ts';

export interface DeliveryRouteDependencies {
  readonly deliveries: DeliveryService;
  readonly jobs: Pick<JobService, 'has'>;
  readonly limits: Pick<UploadLimits, 'countRequest'>;
  /** Of the installation, the newest first. */
  readonly webhookSecrets: readonly string[];
}

/** The log of what was delivered of a job, sending it again, and what webhooks are signed with. */
export function deliveryRoutes(dependencies: DeliveryRouteDependencies): Router {
  const { deliveries, jobs, limits, webhookSecrets } = dependencies;
  const router = express.Router();
  router
    .route('/api/jobs/:id/deliveries')
    .get(async (request, response) => {
      const jobId = String(request.params.id ?? '');
      const records = await deliveries.list(jobId);
      // The log outlives its job.
      if (records.length === 0 && !(await jobs.has(jobId))) throw new ApiError('expired');
      response.setHeader('Cache-Control', 'no-store');
      const answer: DeliveryListAnswer = { deliveries: records.map(deliveryAnswer) };
      response.json(answer);
    })
    .all(methodNotAllowed('GET'));
  router
    .route('/api/deliveries')
    .get(async (request, response) => {
      await limits.countRequest(request, response);
      const page = await deliveries.ofAccount(accountOf(request), queryText(request, 'before'));
      response.setHeader('Cache-Control', 'no-store');
      const answer: DeliveryPageAnswer = { ...page, deliveries: page.deliveries.map(deliveryAnswer) };
      response.json(answer);
    })
    .all(methodNotAllowed('GET'));
  router
    .route('/api/jobs/:id/deliveries/:delivery/resend')
    .post(async (request, response) => {
      const { id, delivery } = request.params;
      const record = await deliveries.resend(String(id ?? ''), String(delivery ?? ''));
      response.setHeader('Cache-Control', 'no-store');
      response.status(202).json(deliveryAnswer(record));
    })
    .all(methodNotAllowed('POST'));
  router
    .route('/api/webhooks/secrets')
    .get(async (request, response) => {
      const accountId = accountOf(request);
      if (webhookSecrets.length === 0)
        throw new ApiError('not-found', { message: 'This server sends no webhooks.' });
      response.setHeader('Cache-Control', 'no-store');
      const answer: WebhookSecretsAnswer = { secrets: webhookSecretsOf(webhookSecrets, accountId) };
      response.json(answer);
    })
    .all(methodNotAllowed('GET'));
  return router;
}

/** @throws ApiError "invalid-request" when it is given more than once */
function queryText({ query }: Request, name: string): string | undefined {
  const given = query[name];
  if (given === undefined || typeof given === 'string') return given;
  throw new ApiError('invalid-request', { message: `Expected one "${name}".` });
}

/** A delivery as clients see it: without the address, which may hold secrets, and without the body. */
function deliveryAnswer(record: DeliveryRecord): DeliveryAnswer {
  const { jobId, id, type, message, url, state, createdAt, nextAttemptAt, attempts } = record;
  return {
    jobId,
    id,
    type,
    event: message?.event,
    messageId: message?.id,
    receiver: new URL(url).origin,
    state,
    createdAt,
    nextAttemptAt,
    attempts,
  };
}
