import type { RequestHandler } from 'express';

/** Headers of answers that scripts of other origins may read, beside those that every script may. */
const EXPOSED_HEADERS = [
  'Accept-Ranges',
  'Content-Disposition',
  'Content-Range',
  'ETag',
  'Idempotent-Replayed',
  'Link',
  'Location',
  'Preference-Applied',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'Server-Timing',
  'Tus-Extension',
  'Tus-Max-Size',
  'Tus-Resumable',
  'Tus-Version',
  'Upload-Expires',
  'Upload-Length',
  'Upload-Metadata',
  'Upload-Offset',
  'X-Compressed-Size',
  'X-Failed-Count',
  'X-File-Count',
  'X-Job-Id',
  'X-Original-Size',
  'X-Request-Id',
  'X-Saved-Percent',
  'X-Score',
  'X-Target-Met',
] as const;

const ALLOWED_HEADERS = [
  'Authorization',
  'Content-Disposition',
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'If-Range',
  'Last-Event-ID',
  'Prefer',
  'Range',
  'traceparent',
  'tracestate',
  'X-API-Key',
  'X-Made-On-Device',
  'X-Result-URL',
  'X-Webhook-URL',
  'Tus-Resumable',
  'Upload-Length',
  'Upload-Metadata',
  'Upload-Offset',
  'X-HTTP-Method-Override',
];

/**
 * The API answers any origin, without credentials: tokens travel in a header that only their owner can set.
 * @param thisMachineOnly whether the server is its owner's alone: then pages of the public internet are not let in from there.
 *   Source: Private Network Access, 3.2
 */
export function cors({ thisMachineOnly }: { readonly thisMachineOnly: boolean }): RequestHandler {
  return (request, response, next) => {
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Access-Control-Expose-Headers', EXPOSED_HEADERS.join(', '));
    response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
    if (request.method !== 'OPTIONS') return next();
    response.setHeader('Access-Control-Allow-Methods', 'GET, HEAD, POST, PATCH, DELETE, OPTIONS');
    response.setHeader('Access-Control-Allow-Headers', ALLOWED_HEADERS.join(', '));
    response.setHeader('Access-Control-Max-Age', '86400');
    if (request.headers['access-control-request-private-network'] === 'true' && !thisMachineOnly)
      response.setHeader('Access-Control-Allow-Private-Network', 'true');
    response.status(204).end();
  };
}
