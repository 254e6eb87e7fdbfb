import type { Platform } from '../ports/platform.ts';

/**
 * Adapters as one platform, whose `close` releases all of them once, even if one fails; then it throws the first failure.
 * @param beforeClose what else has to stop
 */
export function platformOf(ports: Omit<Platform, 'close'>, beforeClose: () => void = () => {}): Platform {
  let closing: Promise<void> | undefined;
  return {
    ...ports,
    close() {
      closing ??= closeAll(
        [
          ports.queue,
          ports.counter,
          ports.holdings,
          ports.expiringCounters,
          ports.taskLeases,
          ports.events,
          ports.partials,
          ports.objects,
        ],
        beforeClose,
      );
      return closing;
    },
  };
}

async function closeAll(
  closable: readonly { close(): Promise<void> }[],
  beforeClose: () => void,
): Promise<void> {
  beforeClose();
  const results = await Promise.allSettled(closable.map((each) => each.close()));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}
