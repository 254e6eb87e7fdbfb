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
    // The start of a run is told in any case, and does not hold up what comes next.
    if (ratio > 0 && now() < next) return;
    if (ratio > 0) next = now() + AT_LEAST_MS;
    events.publish('jobs', { type: 'job.progressed', jobId, ratio }).catch(() => {}); // The next one will tell more.
  };
}
