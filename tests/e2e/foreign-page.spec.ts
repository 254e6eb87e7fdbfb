import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openFirefox } from './support/other-browsers.ts';
import { expect, test } from './support/test.ts';

let site: Server;
let siteUrl: string;
test.beforeAll(async () => {
  site = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end('<!doctype html><title>Another site</title>');
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => site.once('listening', resolve));
  siteUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;
});
test.afterAll(() => site.close());

/** The limit that a script of a page is told when it sends a form without a file to a server, null for none. */
const limitAt = (server: string) =>
  `return (await fetch('${server}/api/compress', { method: 'POST', body: new FormData() })).headers.get('ratelimit-policy')`;

test('limits a page of another site in Chromium, and not our own', async ({ page, baseURL }) => {
  const limit = () => page.evaluate(`(async () => { ${limitAt(baseURL!)} })()`);
  await page.goto(siteUrl);
  expect(await limit()).toBe('"files";q=60;w=60');
  await page.goto(baseURL!);
  expect(await limit()).toBeNull();
});

test('limits a page of another site in Firefox, and not our own', async ({ baseURL }) => {
  const page = await openFirefox();
  try {
    await page.goto(siteUrl);
    expect(await page.run(limitAt(baseURL!))).toBe('"files";q=60;w=60');
    await page.goto(baseURL!);
    expect(await page.run(limitAt(baseURL!))).toBeNull();
  } finally {
    await page.close();
  }
});
