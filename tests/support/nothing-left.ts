import { expect } from 'vitest';
import type { RunningServer } from '#tests/fixtures/web-server.ts';

/** Expects that a server soon holds no file and that no job waits. */
export async function expectNothingLeft({ keys, platform }: RunningServer): Promise<void> {
  const left = async () => [await keys(), (await platform.queue.depth()).waiting];
  await expect.poll(left, { message: 'nothing is left in the store' }).toEqual([[], 0]);
}
