import express, { type Request, type RequestHandler, type Router } from 'express';
import type { ApiOperation } from '#platform/contracts/api/operation.ts';
import { API_OPERATION_LIST } from '#platform/contracts/api/operations.ts';
import { SCOPE_NOTES } from '#platform/contracts/api/scopes.ts';
import { drain } from '../http/drain.ts';
import { clientIdentityOf } from '../limits/client-identity.ts';
import { ApiError } from '../services/api-error.ts';

/**
 * Lets a request through to its route when its client may make that call, as the table of operations says. Routes
 * are matched by express itself, so no other writing of a path gets around it. Goes before all routes.
 */
export function accessGuard(): Router {
  const router = express.Router();
  for (const operation of API_OPERATION_LIST) {
    const method = operation.method.toLowerCase() as Lowercase<typeof operation.method>;
    // The tus protocol lets a client that has POST alone name another method in a header.
    const methods = operation.protocol === 'tus' ? (['post', method] as const) : [method];
    const path = operation.path.replace(/\{(\w+)\}/g, ':$1');
    const guard: RequestHandler = (request, _response, next) => {
      try {
        check(operation, request);
      } catch (error) {
        drain(request);
        throw error;
      }
      next();
    };
    for (const each of new Set(methods)) router[each](path, guard);
  }
  return router;
}

/** @throws ApiError "unauthorized" or "missing-scope" */
function check({ scope, needsToken, sessionOnly }: ApiOperation, request: Request): void {
  const { kind, scopes } = clientIdentityOf(request);
  if (kind === 'api-key') {
    if (sessionOnly)
      throw new ApiError('missing-scope', {
        message: 'A key cannot do that. Sign in on the site, and use the token of the session.',
      });
    if (scope === undefined || scopes.has(scope)) return;
    throw new ApiError('missing-scope', {
      message: `This key is not allowed to do that: it lacks the scope "${scope}" (${SCOPE_NOTES[scope].toLowerCase()}).`,
    });
  }
  if ((needsToken || sessionOnly) && kind === 'address') throw new ApiError('unauthorized');
}
