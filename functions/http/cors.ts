import type { RequestHandler } from 'express';

const EXPOSED = [
  'Content-Disposition',
  'Location',
  'Preference-Applied',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'X-Compressed-Size',
  'X-Job-Id',
  'X-Original-Size',
  'X-Request-Id',
].join(', ');

/** The API answers any origin, without credentials: tokens travel in a header that only their owner can set. */
export function cors(): RequestHandler {
  return (request, response, next) => {
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Access-Control-Expose-Headers', EXPOSED);
    response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
    if (request.method !== 'OPTIONS') return next();
    response.setHeader('Access-Control-Allow-Methods', 'GET, POST, DELETE, OPTIONS');
    response.setHeader('Access-Control-Allow-Headers', 'Authorization, Content-Type, Prefer');
    response.setHeader('Access-Control-Max-Age', '86400');
    response.status(204).end();
  };
}
