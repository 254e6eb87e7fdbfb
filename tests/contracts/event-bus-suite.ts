import { describe, expect, it } from 'vitest';
import type { JobEvent, StatsEvent } from '#platform/contracts/events.ts';
import { createJobId } from '#platform/job-records.ts';
import type { EventBus } from '#platform/ports/event-bus.ts';

export interface EventBusHarness {
  /** Two ends of the same bus; the same one where it lives in one process. */
  readonly near: EventBus;
  readonly far: EventBus;
}

/** What every EventBus promises. */
export function describeEventBus(name: string, open: () => Promise<EventBusHarness>): void {
  describe(`${name} as EventBus`, () => {
    it('delivers to everybody on the channel, in order', async () => {
      const { near, far } = await open();
      const [seen, alsoSeen, stats]: [JobEvent[], JobEvent[], StatsEvent[]] = [[], [], []];
      await far.subscribe('jobs', (event) => seen.push(event));
      await far.subscribe('jobs', (event) => alsoSeen.push(event));
      await near.subscribe('stats', (event) => stats.push(event));
      const events = Array.from({ length: 20 }, () => completed());
      for (const event of events) await near.publish('jobs', event);
      await expect.poll(() => seen).toEqual(events);
      await expect.poll(() => alsoSeen).toEqual(events);
      expect(stats).toEqual([]);
    });

    it('delivers nothing after unsubscribing', async () => {
      const { near, far } = await open();
      const [gone, stays]: [JobEvent[], JobEvent[]] = [[], []];
      const unsubscribe = await far.subscribe('jobs', (event) => gone.push(event));
      await far.subscribe('jobs', (event) => stays.push(event));
      await unsubscribe();
      await unsubscribe();
      await near.publish('jobs', completed());
      await expect.poll(() => stays).toHaveLength(1);
      expect(gone).toEqual([]);
    });

    it('goes on when a handler throws', async () => {
      const { near, far } = await open();
      const seen: JobEvent[] = [];
      await far.subscribe('jobs', () => {
        throw new Error('This handler is broken');
      });
      await far.subscribe('jobs', (event) => seen.push(event));
      await near.publish('jobs', completed());
      await near.publish('jobs', completed());
      await expect.poll(() => seen).toHaveLength(2);
    });

    it('gives each handler a copy of its own', async () => {
      const { near, far } = await open();
      const seen: StatsEvent[] = [];
      await far.subscribe('stats', (event) => Object.assign(event, { compressedCount: -1 }));
      await far.subscribe('stats', (event) => seen.push(event));
      const event: StatsEvent = { type: 'stats.updated', compressedCount: 7 };
      await near.publish('stats', event);
      await expect.poll(() => seen).toEqual([{ type: 'stats.updated', compressedCount: 7 }]);
      expect(event.compressedCount).toBe(7);
    });

    it('refuses an event that breaks the contract', async () => {
      const { near } = await open();
      const broken = { type: 'job.completed', jobId: 'no id' } as JobEvent;
      await expect(near.publish('jobs', broken)).rejects.toThrow();
    });

    it('says that it answers', async () => {
      const { near } = await open();
      await near.check();
    });
  });
}

function completed(): JobEvent {
  return { type: 'job.completed', jobId: createJobId() };
}
