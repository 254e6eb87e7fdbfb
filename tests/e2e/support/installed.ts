import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext, type CDPSession, type Page } from '@playwright/test';
import { test as base } from './test.ts';

/** A profile on disk: in a private window nothing can be installed. */
export const test = base.extend<{ installed: { context: BrowserContext; page: Page; devtools: CDPSession } }>(
  {
    installed: async ({ baseURL, launchOptions }, use) => {
      const profile = await mkdtemp(join(tmpdir(), 'featherpress-profile-'));
      const context = await chromium.launchPersistentContext(profile, {
        ...launchOptions,
        ...(baseURL ? { baseURL } : {}),
        serviceWorkers: 'allow',
        viewport: { width: 1280, height: 800 },
      });
      const page = context.pages()[0] ?? (await context.newPage());
      await page.goto('/compress');
      await underWorker(page);
      await use({ context, page, devtools: await context.newCDPSession(page) });
      await context.close();
      await rm(profile, { recursive: true, force: true });
    },
  },
);

/** The whole site has been fetched when the worker takes over. */
export async function underWorker(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    while (!navigator.serviceWorker.controller) await new Promise((wait) => setTimeout(wait, 50));
  });
}

/** A server before the product's. */
export interface Deployment {
  readonly url: string;
  /** Paths that were asked for, in order. */
  readonly asked: readonly string[];
  /** Puts another service worker in the place of the product's own, as a deployment does. */
  changeWorker(change: (source: string) => string): void;
  /** Sends the first half alone of what such paths lead to, as if it were the whole. @param path null for none any longer */
  halve(path: RegExp | null): void;
  /** Answers a path as the product answers another one. */
  alias(path: string, target: string): void;
  close(): Promise<void>;
}

/** Stands before the product and can change what a deployment changes. */
export async function standBefore(product: string): Promise<Deployment> {
  let change = (source: string) => source;
  let halved: RegExp | null = null;
  const aliases = new Map<string, string>();
  const asked: string[] = [];
  const pass = (request: IncomingMessage, answer: ServerResponse) => {
    const path = request.url ?? '/';
    asked.push(path);
    const isWorker = path === '/sw.js';
    const isHalved = halved?.test(path) ?? false;
    const isChanged = isWorker || isHalved;
    // Always the whole, uncompressed: something is changed in it.
    const { 'if-none-match': _etag, 'if-modified-since': _since, ...passed } = request.headers;
    const headers = isChanged ? { ...passed, 'accept-encoding': 'identity' } : request.headers;
    const onward = forward(
      product + (aliases.get(path) ?? path),
      { method: request.method, headers },
      (given) => {
        const { 'content-length': _length, ...rest } = given.headers;
        answer.writeHead(given.statusCode ?? 502, isChanged ? rest : given.headers);
        if (!isChanged) return void given.pipe(answer);
        const parts: Buffer[] = [];
        given.on('data', (part: Buffer) => parts.push(part));
        given.on('end', () => {
          const whole = Buffer.concat(parts);
          answer.end(isHalved ? whole.subarray(0, whole.length >> 1) : change(whole.toString()));
        });
      },
    );
    onward.on('error', () => answer.destroy());
    request.pipe(onward);
  };
  const server = createServer(pass);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    asked,
    changeWorker: (next) => void (change = next),
    halve: (path) => void (halved = path),
    alias: (path, target) => void aliases.set(path, target),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
