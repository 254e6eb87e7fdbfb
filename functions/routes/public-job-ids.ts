import type { RequestHandler } from 'express';
import { clientIdentityOf } from '../limits/client-identity.ts';
import type { JobAccess } from '../services/holdings/job-access.ts';

const PATH = /^\/api\/jobs\/(job_[A-Za-z0-9_-]{22})(?=[/?]|$)/;

/** Lets an account name its jobs by their public ids, which its webhooks tell. Goes before the routes of jobs. */
export function publicJobIds(access: Pick<JobAccess, 'idOf'>): RequestHandler {
  return async (request, _response, next) => {
    const [, named] = PATH.exec(request.url) ?? [];
    if (named !== undefined)
      request.url = request.url.replace(named, await access.idOf(named, clientIdentityOf(request).accountId));
    next();
  };
}
