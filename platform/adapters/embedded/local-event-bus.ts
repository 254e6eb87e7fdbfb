import { EVENT_SCHEMAS, type EventChannels } from '../../contracts/events.ts';
import type { EventBus } from '../../ports/event-bus.ts';

type Channel = keyof EventChannels;
interface Subscription {
  readonly handler: (event: never) => void;
  active: boolean;
}

/** Events within one process. Handlers run after `publish` has returned, in order, on a copy of the event. */
export class LocalEventBus implements EventBus {
  readonly #subscriptions: Record<Channel, Set<Subscription>> = {
    jobs: new Set(),
    stats: new Set(),
    expiry: new Set(),
  };

  async publish<C extends Channel>(channel: C, event: EventChannels[C]): Promise<void> {
    const checked = EVENT_SCHEMAS[channel].parse(event);
    for (const subscription of this.#subscriptions[channel]) {
      const copy = structuredClone(checked);
      setImmediate(() => deliver(subscription, copy));
    }
  }

  async subscribe<C extends Channel>(
    channel: C,
    handler: (event: EventChannels[C]) => void,
  ): Promise<() => Promise<void>> {
    const subscription: Subscription = { handler, active: true };
    this.#subscriptions[channel].add(subscription);
    return async () => {
      subscription.active = false;
      this.#subscriptions[channel].delete(subscription);
    };
  }

  isHeard(): boolean {
    return true;
  }

  async check(): Promise<void> {}

  async close(): Promise<void> {
    for (const subscriptions of Object.values(this.#subscriptions)) {
      for (const subscription of subscriptions) subscription.active = false;
      subscriptions.clear();
    }
  }
}

function deliver(subscription: Subscription, event: EventChannels[Channel]): void {
  if (!subscription.active) return;
  try {
    subscription.handler(event as never);
  } catch {
    // A handler that throws does not affect the others (port); what it wanted to do is its own to report.
  }
}
