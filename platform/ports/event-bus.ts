import type { EventChannels } from '../contracts/events.ts';

/**
 * Tells other processes that something happened. Promises:
 * - at most once, to those subscribed at that moment, in the order of one publisher;
 * - a handler that throws does not affect the others;
 * - after `subscribe` has resolved, events published from then on arrive; after the returned function has resolved, none;
 * - while the service is away, also at the first call, `subscribe` resolves soon and its events begin with its return.
 * A lost connection is restored by itself; events of the gap are lost, so every waiter also polls the record slowly.
 */
export interface EventBus {
  publish<C extends keyof EventChannels>(channel: C, event: EventChannels[C]): Promise<void>;
  subscribe<C extends keyof EventChannels>(
    channel: C,
    handler: (event: EventChannels[C]) => void,
  ): Promise<() => Promise<void>>;
  /** Whether events arrive as far as is known: while they do not, waiting callers read the record often. Makes no request. */
  isHeard(): boolean;
  check(): Promise<void>;
  close(): Promise<void>;
}
