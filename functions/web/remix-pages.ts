import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { createRequestHandler } from '@remix-run/express';
import type { AppLoadContext, ServerBuild } from '@remix-run/node';
import type { Request, RequestHandler, Response } from 'express';
import type { ViteDevServer } from 'vite';
import type { WebLoadContext } from '#app/load-context.ts';

interface PagesOptions {
  /** The built server, e.g. build/server/index.js. */
  readonly serverBuild: string;
  /** Set in development: pages come fresh from the sources. */
  readonly viteDevServer?: ViteDevServer | undefined;
  readonly loadContext: (request: Request, response: Response) => WebLoadContext;
}

/** The Remix pages, or null when there is no build: then the server has an API and no pages. */
export function remixPages(options: PagesOptions): RequestHandler | null {
  const { serverBuild, viteDevServer } = options;
  if (!viteDevServer && !existsSync(serverBuild)) return null;
  const load = viteDevServer
    ? () => viteDevServer.ssrLoadModule('virtual:remix/server-build') as Promise<ServerBuild>
    : once(() => import(pathToFileURL(serverBuild).href) as Promise<ServerBuild>);
  // Read before the first request needs it. A failure is reported by that request.
  if (!viteDevServer) load().catch(() => {});
  return createRequestHandler({
    build: load,
    mode: viteDevServer ? 'development' : 'production',
    // Remix's own type allows any further key; ours names all there are.
    getLoadContext: (request, response) =>
      options.loadContext(request, response) as unknown as AppLoadContext,
  });
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}
