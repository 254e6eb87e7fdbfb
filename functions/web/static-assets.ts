import { existsSync } from 'node:fs';
import { extname, join } from 'node:path';
import compression from 'compression';
import express, { type RequestHandler, type Response, type Router } from 'express';
import { WORKER_HEADERS } from '#platform/contracts/worker-policy.ts';

const YEAR = 31_536_000;
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.wasm': 'application/wasm',
};

/** Scripts of workers, by the names of their files: `pdf-pages-worker.ts` becomes `pdf-pages-worker-<hash>.js`. */
const WORKER_SCRIPTS = /^\/assets\/[\w.-]*-worker-[\w-]+\.js$/;

/** Compresses text on its way out; downloads are compressed already and go as they are. */
export function textCompression(): RequestHandler {
  return compression({
    filter: (request, response) =>
      !response.getHeader('Content-Disposition') &&
      // Events would wait until a block is full.
      !String(response.getHeader('Content-Type')).startsWith('text/event-stream') &&
      compression.filter(request, response),
  });
}

/**
 * The client build. Files below /assets carry a hash in their name and never change; the others
 * (icons, manifest, service worker) are asked for again, so that a new version is seen at once.
 */
export function staticAssets(clientDir: string): Router {
  const router = express.Router();
  router.use(WORKER_SCRIPTS, workerHeaders);
  router.use(compressedAhead(clientDir));
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
        cache(
          response,
          /\/(sw\.js|manifest\.\w+|engine-files\.json)$/.test(path) ? 'no-cache' : 'public, max-age=3600',
        ),
    }),
  );
  return router;
}

const workerHeaders: RequestHandler = (_request, response, next) => {
  for (const [name, value] of Object.entries(WORKER_HEADERS)) response.setHeader(name, value);
  next();
};

/**
 * The build leaves a `.br` beside every large text and all WebAssembly below /assets, made with all the time in the world: a seventh
 * smaller than what can be made while someone waits.
 */
function compressedAhead(clientDir: string): RequestHandler {
  return (request, response, next) => {
    const { path } = request;
    const type = /^\/assets\/[\w.-]+$/.test(path) ? TYPES[extname(path)] : undefined;
    if (type === undefined || !request.acceptsEncodings('br') || !existsSync(`${clientDir}${path}.br`))
      return next();
    response.setHeader('Content-Type', type);
    response.setHeader('Content-Encoding', 'br');
    response.vary('Accept-Encoding');
    request.url = request.url.replace(path, `${path}.br`);
    next();
  };
}

function cache(response: Response, value: string): void {
  response.setHeader('Cache-Control', value);
}
