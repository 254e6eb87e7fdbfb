import { describe, expect, it } from 'vitest';
import type { Turns } from '#platform/ports/turns.ts';

export interface TurnsHarness {
  /** Two processes that share the turns; may be the same. */
  readonly near: Turns;
  readonly far: Turns;
  pass(seconds: number): Promise<void>;
}

/** What every Turns promises. */
export function describeTurns(name: string, open: () => Promise<TurnsHarness>): void {
  describe(`${name} as Turns`, () => {
    it('tells one of all that ask, and another one later', async () => {
      const { near, far, pass } = await open();
      const asked = await Promise.all([near, far, near, far].map((turns) => turns.take('sweep', 1)));
      expect(asked.filter(Boolean)).toHaveLength(1);
      expect(await near.take('another task', 1)).toBe(true);
      await pass(1.2);
      expect(await far.take('sweep', 1)).toBe(true);
    });
  });
}
