import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { SpanStatusCode } from '@opentelemetry/api';
import type { Request, RequestHandler } from 'express';
import { API_OPERATION_LIST } from '#platform/contracts/api/operations.ts';
import type { Logger } from '#platform/logger.ts';
import { tracedJobId } from '#platform/public-job-id.ts';
import { tracedRequest } from '#platform/tracing.ts';

/** Id and logger of one request. */
interface RequestInfo {
  readonly requestId: string;
  readonly logger: Logger;
}

const CLIENT_LEFT = 499;

const infos = new WeakMap<IncomingMessage, RequestInfo>();

/**
 * Gives each request an id, sends it as `X-Request-Id`, follows the trace of its client (`traceparent`), and logs one line
 * when the response has ended.
 */
export function trackRequest(logger: Logger): RequestHandler {
  return (request, response, next) => {
    const requestId = randomBytes(9).toString('base64url');
    const own = logger.child({ requestId });
    infos.set(request, { requestId, logger: own });
    response.setHeader('X-Request-Id', requestId);
    const start = performance.now();
    // Log, metrics, limits and the stream itself all listen for its end: more listeners than Node's leak warning allows.
    response.setMaxListeners(20);
    const path = loggedPath(pathOf(request));
    tracedRequest(requestId, { name: `${request.method} ${path}`, headers: request.headers }, (span) => {
      response.once('close', () => {
        const jobId = jobIdOf(request, response);
        const status = endStatus(response);
        own.info('request.answered', {
          method: request.method,
          path,
          ...(jobId === undefined ? {} : { jobId }),
          status,
          durationMs: Math.round(performance.now() - start),
        });
        span.setAttributes({
          'http.request.method': request.method,
          'url.path': path,
          'http.response.status_code': status,
          ...tracedJobId(jobId),
        });
        if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      });
      next();
    });
  };
}

/**
 * The job that a request was about, by its answer or its address. Only of jobs that are there, whose ids the log of their
 * workers has as well: a path without a route is not written down.
 */
function jobIdOf(request: Request, response: ServerResponse): string | undefined {
  const asked =
    response.statusCode >= 400
      ? undefined
      : /^\/api\/jobs\/((?:job_)?[A-Za-z0-9_-]{22})(?:\/|$)/.exec(pathOf(request))?.[1];
  const answered = response.getHeader('X-Job-Id');
  return asked ?? (typeof answered === 'string' ? answered : undefined);
}

/** The status of an answer that is over: 499, as nginx has it, when the client had left before it was out. */
export function endStatus(response: Pick<ServerResponse, 'statusCode' | 'writableFinished'>): number {
  return response.writableFinished ? response.statusCode : CLIENT_LEFT;
}

/** The path as it was asked for: routers that are mounted below a path change `request.path`. */
export function pathOf(request: Request): string {
  return request.originalUrl.split('?', 1)[0]!;
}

/** The words of which the paths of the API are made. */
const WORDS = new Set(API_OPERATION_LIST.flatMap(({ path }) => path.split('/')));

/**
 * The address of a share, a job or an upload is the key to its file: it does not belong in a log, and no query does. Of a
 * path of the API only its own words are written, in whatever way the rest is spelt.
 */
function loggedPath(path: string): string {
  if (!/^\/(api|s)\//i.test(path)) return path.replace(ID, '…');
  const known = (part: string) => (WORDS.has(part.toLowerCase()) ? part : '…');
  return path.split('/').map(known).join('/');
}

const ID = /(?<![\w-])[\w-]{22}(?![\w-])/g;

/** Id and logger of a request that went through {@link trackRequest}. */
export function requestInfoOf(request: IncomingMessage): RequestInfo {
  const found = infos.get(request);
  if (!found) throw new Error('Expected a request that went through trackRequest()');
  return found;
}
