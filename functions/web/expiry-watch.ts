import { systemClock, type Clock } from '#platform/clock.ts';
import { OPEN_JOB_SECONDS } from '#platform/contracts/expiry-rules.ts';
import { OVERDUE_MARGIN_SECONDS, type Overdue } from '#platform/contracts/overdue.ts';
import type { Platform } from '#platform/ports/platform.ts';

/** Knows whether everything goes when its time has come. What people are promised about their files hangs on it. */
export interface ExpiryWatch {
  /** What should be gone by now: objects that could not be deleted, messages without end, or the expiry that does not run. */
  overdue(): Promise<Overdue[]>;
  close(): Promise<void>;
}

/** Sweeps come by the minute, from whichever process has its turn. */
const SILENT_SECONDS = 600;

export async function createExpiryWatch(options: {
  readonly platform: Pick<Platform, 'events' | 'queue'>;
  readonly clock?: Clock;
}): Promise<ExpiryWatch> {
  const { platform, clock = systemClock } = options;
  let last: { readonly at: number; readonly overdue: readonly Overdue[] } = {
    at: clock.elapsed(),
    overdue: [],
  };
  const unsubscribe = await platform.events.subscribe('expiry', ({ overdue }) => {
    last = { at: clock.elapsed(), overdue };
  });

  const silence = (): Overdue[] => {
    const seconds = Math.round((clock.elapsed() - last.at) / 1000);
    return seconds > SILENT_SECONDS ? [{ what: 'expiry', seconds }] : [];
  };
  const messages = async (): Promise<Overdue[]> => {
    // A queue that is away is told by its own check.
    const age = (await platform.queue.oldestSeconds().catch(() => null)) ?? 0;
    const seconds = Math.round(age - OPEN_JOB_SECONDS);
    return seconds > OVERDUE_MARGIN_SECONDS ? [{ what: 'messages', seconds }] : [];
  };

  return {
    overdue: async () => [...last.overdue, ...silence(), ...(await messages())],
    close: unsubscribe,
  };
}
