import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { engineAssets } from '../../../infra/setup/engine-assets-plugin.ts';

type Middleware = (...args: [...Parameters<RequestListener>, () => void]) => void;

let server: Server;
afterEach(() => new Promise((closed) => server.close(closed)));

/** The development server as far as the plugin adds to it. */
async function startServer(): Promise<string> {
  const middlewares: Middleware[] = [];
  const { configureServer } = engineAssets();
  (configureServer as (server: object) => void)({
    middlewares: { use: (middleware: Middleware) => void middlewares.push(middleware) },
  });
  server = createServer((request, response) =>
    middlewares[0]!(request, response, () => void response.writeHead(404).end()),
  );
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/@engine-assets`;
}

it('serves a script of the engine as Vite asks for it, with the policy of workers', async () => {
  const origin = await startServer();
  const script = await fetch(`${origin}/on-device.vips-worker.js?import`);
  expect(script.status).toBe(200);
  expect(script.headers.get('content-type')).toBe('text/javascript');
  expect(script.headers.get('cross-origin-embedder-policy')).toBe('require-corp');
  const text = await script.text();
  expect([text.includes('em-pthread'), text.includes('new Function')]).toEqual([true, false]);
  expect((await fetch(`${origin}/other.js`)).status).toBe(404);
});
