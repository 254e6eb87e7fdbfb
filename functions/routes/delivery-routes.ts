import express, { type Request, type Response, type Router } from 'express';
import type {
  DeliveryAnswer,
  DeliveryListAnswer,
  DeliveryPageAnswer,
  WebhookSecretsAnswer,
} from '#platform/contracts/api/answers.ts';
import { toldAttempt, type DeliveryRecord } from '#platform/contracts/deliveries.ts';
import { secretRequestSchema } from '#platform/contracts/api/requests.ts';
import type { ObjectStore } from '#platform/ports/object-store.ts';
import { changeSecret, secretNumbersOf } from '#platform/webhook-secret-changes.ts';
import { webhookSecretsOf } from '#platform/webhook-secrets.ts';
import { jsonBody } from '../http/json-body.ts';
import { methodNotAllowed } from '../http/method-not-allowed.ts';
import { accountOf, clientIdentityOf } from '../limits/client-identity.ts';
import type { UploadLimits } from '../limits/upload-limits.ts';
import { ApiError, fromBackend } from '../services/api-error.ts';
import type { DeliveryService } from '../services/deliveries/delivery-service.ts';
import type { JobAccess } from '../services/holdings/job-access.ts';
import type { JobService } from '../services/jobs/job-service.ts';

interface DeliveryRouteDependencies {
  readonly deliveries: DeliveryService;
  readonly objects: Pick<ObjectStore, 'find' | 'put'>;
  readonly jobs: Pick<JobService, 'has'>;
  readonly access: Pick<JobAccess, 'checkOwner'>;
  readonly limits: Pick<UploadLimits, 'countRequest' | 'countFile'>;
  /** Of the installation, the newest first. */
  readonly webhookSecrets: readonly string[];
}

/** The log of what was delivered of a job, sending it again, and what webhooks are signed with. */
export function deliveryRoutes(dependencies: DeliveryRouteDependencies): Router {
  const { deliveries, objects, jobs, access, limits, webhookSecrets } = dependencies;
  /** What was delivered, and to deliver it again, is the business of whose job it is. */
  const ownJobId = async (request: Request) => {
    const jobId = String(request.params.id ?? '');
    await access.checkOwner(jobId, clientIdentityOf(request).accountId);
    return jobId;
  };
  const router = express.Router();
  router
    .route('/api/jobs/:id/deliveries')
    .get(async (request, response) => {
      const jobId = await ownJobId(request);
      const records = await deliveries.list(jobId);
      // The log outlives its job.
      if (records.length === 0 && !(await jobs.has(jobId))) throw new ApiError('expired');
      response.setHeader('Cache-Control', 'no-store');
      const answer: DeliveryListAnswer = { deliveries: records.map(deliveryAnswer) };
      response.json(answer);
    })
    .all(methodNotAllowed('GET, HEAD'));
  router
    .route('/api/deliveries')
    .get(async (request, response) => {
      await limits.countRequest(request, response);
      const page = await deliveries.ofAccount(accountOf(request), queryText(request, 'before'));
      response.setHeader('Cache-Control', 'no-store');
      const answer: DeliveryPageAnswer = { ...page, deliveries: page.deliveries.map(deliveryAnswer) };
      response.json(answer);
    })
    .all(methodNotAllowed('GET, HEAD'));
  router
    .route('/api/jobs/:id/deliveries/:delivery/resend')
    .post(async (request, response) => {
      const jobId = await ownJobId(request);
      await limits.countFile(request, response);
      const record = await deliveries.resend(jobId, String(request.params.delivery ?? ''));
      response.setHeader('Cache-Control', 'no-store');
      response.status(202).json(deliveryAnswer(record));
    })
    .all(methodNotAllowed('POST'));
  router
    .route('/api/webhooks/secrets')
    .all((_request, _response, next) => {
      if (webhookSecrets.length > 0) return next();
      throw new ApiError('not-found', { message: 'This server sends no webhooks.' });
    })
    .get(async (request, response) => {
      const accountId = accountOf(request);
      const numbers = await fromBackend(() => secretNumbersOf(objects, accountId, Date.now()));
      sendSecrets(response, webhookSecretsOf(webhookSecrets, accountId, numbers));
    })
    .post(jsonBody('invalid-request'), async (request, response) => {
      await limits.countRequest(request, response);
      const accountId = accountOf(request);
      const wanted = secretRequestSchema.safeParse(request.body);
      if (!wanted.success) throw new ApiError('invalid-request', { message: SECRET_REQUEST });
      const change = { ...wanted.data, nowMs: Date.now() };
      const numbers = await fromBackend(() => changeSecret(objects, accountId, change));
      sendSecrets(response.status(201), webhookSecretsOf(webhookSecrets, accountId, numbers));
    })
    .all(methodNotAllowed('GET, HEAD, POST'));
  return router;
}

const SECRET_REQUEST = 'Expected "overlapSeconds" alone, as a whole number from 0 to 604800.';

function sendSecrets(response: Response, secrets: string[]): void {
  const answer: WebhookSecretsAnswer = { secrets };
  response.setHeader('Cache-Control', 'no-store').json(answer);
}

/** @throws ApiError "invalid-request" when it is given more than once */
function queryText({ query }: Request, name: string): string | undefined {
  const given = query[name];
  if (given === undefined || typeof given === 'string') return given;
  throw new ApiError('invalid-request', { message: `Expected one "${name}".` });
}

/** Exactly it would tell how long an attempt without an answer took. */
function endOfMinute(time: string): string {
  return new Date(Math.ceil(Date.parse(time) / 60_000) * 60_000).toISOString();
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
    nextAttemptAt: nextAttemptAt === undefined ? undefined : endOfMinute(nextAttemptAt),
    attempts: attempts.map(toldAttempt),
  };
}
