import { isOpen, type QueueItem } from './queue-state.ts';

/** Of work that has just begun nothing is foretold. */
const LEAST_SECONDS = 5;
const LEAST_PERCENT = 2;

/** How far a whole list is, 0 to 100, each file counted by its bytes. */
export function wholePercent(items: readonly QueueItem[]): number {
  const all = items.reduce((sum, { file }) => sum + file.size, 0);
  const done = items.reduce((sum, item) => sum + item.file.size * shareOf(item), 0);
  return all === 0 ? 0 : (done / all) * 100;
}

function shareOf({ state }: QueueItem): number {
  if (state.status === 'working') return state.percent / 100;
  return isOpen({ state }) ? 0 : 1;
}

/** Where a list stood at some time. */
interface Mark {
  readonly percent: number;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Seconds until a list has ended if it goes on as it did since `start`; null where that is too early to say. */
export function secondsLeft(start: Mark, now: Mark): number | null {
  const seconds = (now.at - start.at) / 1_000;
  const moved = now.percent - start.percent;
  if (seconds < LEAST_SECONDS || moved < LEAST_PERCENT) return null;
  return ((100 - now.percent) / moved) * seconds;
}
