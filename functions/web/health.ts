import express, { type Router } from 'express';
import type { Platform } from '#platform/ports/platform.ts';
import type { ExpiryWatch } from './expiry-watch.ts';

/** How long a dependency may take to answer. */
const CHECK_TIMEOUT_MS = 2_000;

export interface DependencyState {
  readonly name: string;
  /** "full": it answers and can store nothing more. */
  readonly state: 'up' | 'down' | 'full';
  readonly durationMs: number;
}

/**
 * `/healthz`: the process is alive. `/readyz`: it and all it stands on can serve; 503 while closing or when a part is away.
 * What is overdue is told there as well. It does not make the server unready: to take it away would delete nothing.
 */
export function health(
  platform: Platform,
  isClosing: () => boolean,
  expiry: Pick<ExpiryWatch, 'overdue'>,
): Router {
  const router = express.Router();
  router.get('/healthz', (_request, response) => {
    response.setHeader('Cache-Control', 'no-store');
    response.json({ status: 'alive' });
  });
  router.get('/readyz', async (_request, response) => {
    const [dependencies, overdue] = await Promise.all([checkDependencies(platform), expiry.overdue()]);
    const ready = !isClosing() && dependencies.every(({ state }) => state === 'up');
    response.setHeader('Cache-Control', 'no-store');
    response.status(ready ? 200 : 503).json({
      status: isClosing() ? 'closing' : ready ? 'ready' : 'not ready',
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
