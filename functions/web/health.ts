import express, { type Router } from 'express';
import type { Platform } from '#platform/ports/platform.ts';
import type { StorageRoom } from '../services/holdings/storage-room.ts';
import type { ExpiryWatch } from './expiry-watch.ts';
import { isOperator, type OperatorAccess } from './operator-access.ts';

/** How long a dependency may take to answer. */
const CHECK_TIMEOUT_MS = 2_000;

interface DependencyState {
  readonly name: string;
  /** "full": it answers and can store nothing more; "short": what is left is kept for jobs that run, and takes no new files. */
  readonly state: 'up' | 'down' | 'full' | 'short';
  readonly durationMs: number;
}

/** What no file can be compressed without. Events and the count only help: while they are away files go on. */
const NEEDED: ReadonlySet<string> = new Set(['objectStore', 'jobQueue']);

/**
 * `/healthz`: the process is alive. `/readyz`: it can serve; 503 while closing or when a part is away that is needed,
 * "degraded" when another one is, or while there is no room for new files: what was sent is worked on and can be fetched. A load balancer that asks must not take every server out because Redis starts anew.
 * What is overdue is told there as well. It does not make the server unready: to take it away would delete nothing.
 * Strangers are told only whether it is ready.
 */
export function health({
  platform,
  isClosing,
  expiry,
  room,
  access,
}: {
  readonly platform: Platform;
  readonly isClosing: () => boolean;
  readonly expiry: Pick<ExpiryWatch, 'overdue'>;
  readonly room: StorageRoom;
  readonly access: OperatorAccess;
}): Router {
  const router = express.Router();
  router.get('/healthz', (_request, response) => {
    response.setHeader('Cache-Control', 'no-store');
    response.json({ status: 'alive' });
  });
  router.get('/readyz', async (request, response) => {
    const [dependencies, overdue] = await Promise.all([checkDependencies(platform, room), expiry.overdue()]);
    const away = dependencies.filter(({ state }) => state !== 'up');
    const ready = !isClosing() && !away.some(({ name, state }) => NEEDED.has(name) && state !== 'short');
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
export async function checkDependencies(platform: Platform, room: StorageRoom): Promise<DependencyState[]> {
  const parts = {
    objectStore: { check: () => checkStore(platform, room) },
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

/** @throws with the code "storage-short" while new files are refused */
async function checkStore({ objects }: Platform, room: StorageRoom): Promise<void> {
  await objects.check();
  const { leftBytes } = await room.read().catch(() => ({ leftBytes: Infinity })); // Its counts are away.
  if (leftBytes <= 0) throw Object.assign(new Error('No room for new files'), { code: 'storage-short' });
}

const STATES: Readonly<Record<string, DependencyState['state']>> = {
  'storage-full': 'full',
  'storage-short': 'short',
};

async function answersInTime(check: () => Promise<void>): Promise<DependencyState['state']> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'down'>((resolve) => {
    timer = setTimeout(() => resolve('down'), CHECK_TIMEOUT_MS);
  });
  try {
    return await Promise.race([check().then(() => 'up' as const), late]);
  } catch (error) {
    // Which part is away is all that may be said; why, its own adapter logs.
    return STATES[String((error as { code?: unknown }).code)] ?? 'down';
  } finally {
    clearTimeout(timer);
  }
}
