import { join } from 'node:path';
import compression from 'compression';
import express, { type RequestHandler, type Response, type Router } from 'express';

const YEAR = 31_536_000;

/** Compresses text on its way out; downloads are compressed already and go as they are. */
export function textCompression(): RequestHandler {
  return compression({
    filter: (request, response) =>
      !response.getHeader('Content-Disposition') && compression.filter(request, response),
  });
}

/**
 * The client build. Files below /assets carry a hash in their name and never change; the others
 * (icons, manifest, service worker) are asked for again, so that a new version is seen at once.
 */
export function staticAssets(clientDir: string): Router {
  const router = express.Router();
  router.use(
    '/assets',
    express.static(join(clientDir, 'assets'), {
      index: false,
      setHeaders: (response: Response) => cache(response, `public, max-age=${YEAR}, immutable`),
    }),
    // A missing asset is no page: an old tab must not be given HTML for a script.
    (_request, response) => void response.status(404).type('text').send('Not found'),
  );
  router.use(
    express.static(clientDir, {
      index: false,
      redirect: false,
      setHeaders: (response: Response, path: string) =>
        cache(response, /\/(sw\.js|manifest\.\w+)$/.test(path) ? 'no-cache' : 'public, max-age=3600'),
    }),
  );
  return router;
}

function cache(response: Response, value: string): void {
  response.setHeader('Cache-Control', value);
}
