import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import express from 'express';
import { expect, it, onTestFinished } from 'vitest';
import { staticAssets, textCompression } from '#functions/web/static-assets.ts';
import { temporaryFolder } from '#tests/fixtures/temporary-folder.ts';

const SCRIPT = 'export const answer = 42;\n'.repeat(100);
const AHEAD = brotliCompressSync(SCRIPT);

/** @returns the address of a server over a client build with one script that was compressed ahead and one that was not */
async function serveBuild(): Promise<string> {
  const folder = temporaryFolder();
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'assets/root-1a.js'), SCRIPT);
  await writeFile(join(folder, 'assets/root-1a.js.br'), AHEAD);
  await writeFile(join(folder, 'assets/small-2b.js'), 'export {};');
  await writeFile(join(folder, 'sw.js'), '// The worker.');
  const server = createServer(express().use(textCompression()).use(staticAssets(folder)));
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it('serves the script that was compressed ahead to whom takes it, for a year', async () => {
  const url = await serveBuild();
  const answer = await fetch(`${url}/assets/root-1a.js`, { headers: { 'Accept-Encoding': 'br' } });
  expect(answer.headers.get('content-encoding')).toBe('br');
  expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect(answer.headers.get('content-length')).toBe(String(AHEAD.length));
  expect(answer.headers.get('cache-control')).toContain('immutable');
  expect(answer.headers.get('vary')).toContain('Accept-Encoding');
  expect(await answer.text()).toBe(SCRIPT);
});

it.each([
  ['/assets/root-1a.js', 'identity', SCRIPT],
  ['/assets/root-1a.js', 'gzip', SCRIPT],
  ['/assets/small-2b.js', 'br', 'export {};'],
])('serves %s to a client that takes %s', async (path, encoding, text) => {
  const answer = await fetch((await serveBuild()) + path, { headers: { 'Accept-Encoding': encoding } });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-encoding')).not.toBe('br');
  expect(answer.headers.get('content-type')).toContain('javascript');
  expect(await answer.text()).toBe(text);
});

it('asks for the service worker anew each time, and has no page for a missing asset', async () => {
  const url = await serveBuild();
  expect((await fetch(`${url}/sw.js`)).headers.get('cache-control')).toBe('no-cache');
  const missing = await fetch(`${url}/assets/gone-3c.js`, { headers: { 'Accept-Encoding': 'br' } });
  expect(missing.status).toBe(404);
  expect(missing.headers.get('content-type')).toContain('text/plain');
});
