import { expect } from 'vitest';
import type { RunningServer } from '#tests/fixtures/web-server.ts';

/** Expects that a server soon holds no file and that no job waits. */
export async function expectNothingLeft({ keys, platform }: RunningServer): Promise<void> {
  await expect.poll(() => keys(), { message: 'nothing is left in the store' }).toEqual([]);
  expect((await platform.queue.depth()).waiting).toBe(0);
}
