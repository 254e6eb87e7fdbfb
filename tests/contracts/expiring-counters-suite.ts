import { describe, expect, it } from 'vitest';
import type { ExpiringCounters } from '#platform/ports/expiring-counters.ts';

export interface ExpiringCountersHarness {
  /** Two processes that share the counters; may be the same. */
  readonly near: ExpiringCounters;
  readonly far: ExpiringCounters;
  now(): number;
  pass(seconds: number): Promise<void>;
}

/** What every ExpiringCounters promises. */
export function describeExpiringCounters(name: string, open: () => Promise<ExpiringCountersHarness>): void {
  describe(`${name} as ExpiringCounters`, () => {
    it('counts everything that is added at the same moment', async () => {
      const { near, far, now } = await open();
      const end = now() + 60_000;
      const sums = await Promise.all(
        Array.from({ length: 50 }, (_, at) =>
          (at % 2 === 0 ? near : far).add('day:a', { files: 1, bytes: 2 ** 33 }, end),
        ),
      );
      expect(sums.map(({ files }) => files).sort((one, other) => one! - other!)).toEqual(
        Array.from({ length: 50 }, (_, at) => at + 1),
      );
      expect(await far.read('day:a')).toEqual({ files: 50, bytes: 50 * 2 ** 33 });
      expect(await far.read('day:b')).toEqual({});
    });

    it('replaces what is set and keeps the rest', async () => {
      const { near, far, now } = await open();
      const end = now() + 60_000;
      await near.add('key:a', { files: 3 }, end);
      await near.set('key:a', { usedAt: 1_700_000_000_000 }, end);
      await near.set('key:a', { usedAt: 1_700_000_000_001 }, end);
      expect(await far.read('key:a')).toEqual({ files: 3, usedAt: 1_700_000_000_001 });
      await far.delete('key:a');
      await far.delete('key:a');
      expect(await near.read('key:a')).toEqual({});
    });

    it('ends at its time and begins anew', async () => {
      const { near, far, now, pass } = await open();
      await near.add('day:a', { files: 1 }, now() + 500);
      await near.add('day:b', { files: 1 }, now() + 500);
      await near.add('day:b', { files: 1 }, now() + 60_000);
      await pass(0.6);
      expect(await far.read('day:a')).toEqual({});
      expect(await far.add('day:a', { files: 1 }, now() + 500)).toEqual({ files: 1 });
      expect(await far.read('day:b')).toEqual({ files: 2 });
    });
  });
}
