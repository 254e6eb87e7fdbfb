import type { RequestHandler } from 'express';

/** Addresses of the earlier site, and where they are now. */
export const PERMANENT_REDIRECTS: Readonly<Record<string, string>> = {
  '/index.html': '/',
  '/compressor.html': '/compress',
};

/** Answers old addresses with 301 and keeps the query. */
export function permanentRedirects(): RequestHandler {
  return (request, response, next) => {
    const target = Object.hasOwn(PERMANENT_REDIRECTS, request.path)
      ? PERMANENT_REDIRECTS[request.path]
      : undefined;
    if (target === undefined || !['GET', 'HEAD'].includes(request.method)) return next();
    const query = request.originalUrl.indexOf('?');
    response.redirect(301, target + (query < 0 ? '' : request.originalUrl.slice(query)));
  };
}
