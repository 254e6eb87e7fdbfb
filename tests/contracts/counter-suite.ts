import { describe, expect, it } from 'vitest';
import { createJobId } from '#platform/job-records.ts';
import type { Counter } from '#platform/ports/counter.ts';

/** What every Counter promises. */
export function describeCounter(name: string, open: () => Promise<Counter>): void {
  describe(`${name} as Counter`, () => {
    it('begins at zero and counts each id once', async () => {
      const counter = await open();
      expect(await counter.read()).toBe(0);
      expect(await counter.addOnce('a')).toEqual({ count: 1, counted: true });
      expect(await counter.addOnce('b')).toEqual({ count: 2, counted: true });
      expect(await counter.addOnce('a')).toEqual({ count: 2, counted: false });
      expect(await counter.read()).toBe(2);
    });

    it('counts once when many add the same id at the same moment', async () => {
      const counter = await open();
      const ids = Array.from({ length: 25 }, createJobId);
      const answers = await Promise.all([...ids, ...ids, ...ids].map((id) => counter.addOnce(id)));
      expect(answers.filter(({ counted }) => counted)).toHaveLength(25);
      expect(await counter.read()).toBe(25);
      const counts = answers.filter(({ counted }) => counted).map(({ count }) => count);
      expect(new Set(counts).size).toBe(25);
    });

    it('says that it answers', async () => {
      const counter = await open();
      await counter.check();
    });
  });
}
