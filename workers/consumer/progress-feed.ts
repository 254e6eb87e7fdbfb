import type { EventBus } from '#platform/ports/event-bus.ts';

/** People see a bar move four times a second; the bus need not carry more. */
const AT_LEAST_MS = 250;

/** Publishes progress, seldom enough to be no burden. Losing one is no harm. */
export function createProgressFeed(
  events: EventBus,
  jobId: string,
  now: () => number,
): (ratio: number) => void {
  let next = 0;
  return (ratio) => {
    if (now() < next) return;
    next = now() + AT_LEAST_MS;
    events.publish('jobs', { type: 'job.progressed', jobId, ratio }).catch(() => {}); // The next one will tell more.
  };
}
