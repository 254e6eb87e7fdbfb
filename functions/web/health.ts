import express, { type Router } from 'express';
import type { Platform } from '#platform/ports/platform.ts';
import type { ExpiryWatch } from './expiry-watch.ts';
import { isOperator, type OperatorAccess } from './operator-access.ts';

/** How long a dependency may take to answer. */
const CHECK_TIMEOUT_MS = 2_000;

export interface DependencyState {
  readonly name: string;
  /** "full": it answers and can store nothing more. */
  readonly state: 'up' | 'down' | 'full';
  readonly durationMs: number;
}

/** What no file can be compressed without. Events and the count only help: while they are away files go on. */
const NEEDED: ReadonlySet<string> = new Set(['objectStore', 'jobQueue']);

/**
 * `/healthz`: the process is alive. `/readyz`: it can serve; 503 while closing or when a part is away that is needed,
 * "degraded" when another one is. A load balancer that asks must not take every server out because Redis starts anew.
 * What is overdue is told there as well. It does not make the server unready: to take it away would delete nothing.
 * Strangers are told only whether it is ready.
 */
export function health({
  platform,
  isClosing,
  expiry,
  access,
}: {
  readonly platform: Platform;
  readonly isClosing: () => boolean;
  readonly expiry: Pick<ExpiryWatch, 'overdue'>;
  readonly access: OperatorAccess;
}): Router {
  const router = express.Router();
  router.get('/healthz', (_request, response) => {
    response.setHeader('Cache-Control', 'no-store');
    response.json({ status: 'alive' });
  });
  router.get('/readyz', async (request, response) => {
    const [dependencies, overdue] = await Promise.all([checkDependencies(platform), expiry.overdue()]);
    const away = dependencies.filter(({ state }) => state !== 'up');
    const ready = !isClosing() && !away.some(({ name }) => NEEDED.has(name));
    response.setHeader('Cache-Control', 'no-store');
    response.status(ready ? 200 : 503);
    if (!isOperator(request, access)) return void response.json({ status: ready ? 'ready' : 'not ready' });
    response.json({
      status: isClosing() ? 'closing' : !ready ? 'not ready' : away.length > 0 ? 'degraded' : 'ready',
      dependencies,
      overdue,
    });
  });
  return router;
}

/** Asks everything the platform stands on, at once. */
export async function checkDependencies(platform: Platform): Promise<DependencyState[]> {
  const parts = {
    objectStore: platform.objects,
    jobQueue: platform.queue,
    eventBus: platform.events,
    counter: platform.counter,
  };
  return Promise.all(
    Object.entries(parts).map(async ([name, part]) => {
      const start = performance.now();
      const state = await answersInTime(() => part.check());
      return { name, state, durationMs: Math.round(performance.now() - start) };
    }),
  );
}

async function answersInTime(check: () => Promise<void>): Promise<DependencyState['state']> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'down'>((resolve) => {
    timer = setTimeout(() => resolve('down'), CHECK_TIMEOUT_MS);
  });
  try {
    return await Promise.race([check().then(() => 'up' as const), late]);
  } catch (error) {
    // Which part is away is all that may be said; why, its own adapter logs.
    return (error as { code?: unknown }).code === 'storage-full' ? 'full' : 'down';
  } finally {
    clearTimeout(timer);
  }
}
