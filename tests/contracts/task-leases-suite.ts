import { describe, expect, it } from 'vitest';
import type { TaskLeases } from '#platform/ports/task-leases.ts';

export interface TurnsHarness {
  /** Two processes that share the leases; may be the same. */
  readonly near: TaskLeases;
  readonly far: TaskLeases;
  pass(seconds: number): Promise<void>;
}

/** What every TaskLeases promises. */
export function describeTaskLeases(name: string, open: () => Promise<TurnsHarness>): void {
  describe(`${name} as TaskLeases`, () => {
    it('tells one of all that ask, and another one later', async () => {
      const { near, far, pass } = await open();
      const asked = await Promise.all(
        [near, far, near, far].map((taskLeases) => taskLeases.take('sweep', 1)),
      );
      expect(asked.filter(Boolean)).toHaveLength(1);
      expect(await near.take('another task', 1)).toBe(true);
      await pass(1.2);
      expect(await far.take('sweep', 1)).toBe(true);
    });
  });
}
