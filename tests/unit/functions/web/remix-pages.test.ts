import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import express from 'express';
import { describe, expect, it } from 'vitest';
import type { WebLoadContext } from '#app/load-context.ts';
import { remixPages } from '#functions/web/remix-pages.ts';
import { listen } from '#tests/fixtures/listen.ts';
import { temporaryFolder } from '#tests/fixtures/temporary-folder.ts';

/** A server build as Remix makes them, with one route that answers without a component. */
const BUILD = `
const route = {
  id: 'routes/echo', path: '/echo/*',
  module: {
    async loader({ request, params, context }) {
      if (params['*'] === 'wait') {
        globalThis.remixWaits = 'for the end';
        await new Promise((resolve) => request.signal.addEventListener('abort', resolve));
        globalThis.remixWaits = 'no longer';
      }
      const headers = new Headers({ 'X-Url': request.url, 'X-Nonce': context.cspNonce });
      headers.append('Set-Cookie', 'a=1');
      headers.append('Set-Cookie', 'b=2');
      return new Response(params['*'], { status: 203, headers });
    },
    async action({ request }) {
      const form = await request.formData();
      return new Response(String(form.get('files').size));
    },
  },
};
export const routes = { [route.id]: route };
export const entry = { module: { default: (_request, status) => new Response('page', { status }) } };
export const assets = { entry: {}, routes: {}, url: '', version: '1' };
export const future = { v3_singleFetch: true };
export const publicPath = '/';
export const assetsBuildDirectory = 'build/client';
export const basename = '/';
export const isSpaMode = false;
`;

async function openPages() {
  const serverBuild = join(temporaryFolder(), 'index.mjs');
  await writeFile(serverBuild, BUILD);
  const loadContext = () => ({ cspNonce: 'nonce' }) as WebLoadContext;
  const app = express();
  app.disable('x-powered-by');
  app.use(remixPages({ serverBuild, loadContext })!);
  return listen(app);
}

describe('Remix pages on express 5', () => {
  it('answer with status, headers and every cookie of the route', async () => {
    const url = await openPages();
    const answer = await fetch(`${url}/echo/a/b%20c?d=e`);
    expect(answer.status).toBe(203);
    expect(await answer.text()).toBe('a/b c');
    expect(answer.headers.get('x-url')).toBe(`${url}/echo/a/b%20c?d=e`);
    expect(answer.headers.get('x-nonce')).toBe('nonce');
    expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  });

  it('hand a form to the action', async () => {
    const body = new FormData();
    body.append('files', new File([new Uint8Array(200_000)], 'a.png'));
    const answer = await fetch(`${await openPages()}/echo/x`, { method: 'POST', body });
    expect(await answer.text()).toBe('200000');
  });

  it('abort the request of a loader when the client disconnects', async () => {
    const url = await openPages();
    const client = new AbortController();
    const answer = fetch(`${url}/echo/wait`, { signal: client.signal });
    const gone = expect(answer).rejects.toThrow();
    const waits = () => (globalThis as { remixWaits?: string }).remixWaits;
    await expect.poll(waits).toBe('for the end');
    client.abort();
    await gone;
    await expect.poll(waits).toBe('no longer');
  });

  it('are null without a build', () => {
    expect(remixPages({ serverBuild: '/nowhere/index.js', loadContext: () => ({}) as WebLoadContext })).toBe(
      null,
    );
  });
});
