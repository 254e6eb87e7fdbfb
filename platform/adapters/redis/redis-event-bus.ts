import type { Redis } from 'ioredis';
import { EVENT_SCHEMAS, type EventChannels } from '../../contracts/events.ts';
import type { EventBus } from '../../ports/event-bus.ts';
import { closeRedisClient, REDIS_PREFIX } from './redis-client.ts';

type Channel = keyof EventChannels;
type Handler = (event: never) => void;

/** Events through Redis publish/subscribe. Subscriptions have a connection of their own and survive its loss. */
export class RedisEventBus implements EventBus {
  readonly #publisher: Redis;
  readonly #subscriber: Redis;
  readonly #handlers: Record<Channel, Set<{ readonly run: Handler }>> = {
    jobs: new Set(),
    stats: new Set(),
    expiry: new Set(),
  };
  readonly #subscribed = new Map<Channel, Promise<unknown>>();

  /** @param subscriber a connection of its own: it can only listen */
  constructor(publisher: Redis, subscriber: Redis) {
    this.#publisher = publisher;
    this.#subscriber = subscriber;
    this.#subscriber.on('message', (name: string, text: string) => this.#deliver(name, text));
  }

  async publish<C extends Channel>(channel: C, event: EventChannels[C]): Promise<void> {
    await this.#publisher.publish(nameOf(channel), JSON.stringify(EVENT_SCHEMAS[channel].parse(event)));
  }

  async subscribe<C extends Channel>(
    channel: C,
    handler: (event: EventChannels[C]) => void,
  ): Promise<() => Promise<void>> {
    const entry = { run: handler };
    this.#handlers[channel].add(entry);
    await this.#subscribeOnce(channel);
    return async () => {
      this.#handlers[channel].delete(entry);
    };
  }

  /** A Redis that hangs shows in the publisher, which is waited for; the subscriber would listen for ever. */
  isHeard(): boolean {
    return [this.#publisher, this.#subscriber].every(({ status }) => status === 'ready' || status === 'wait');
  }

  async check(): Promise<void> {
    await this.#publisher.ping();
    const isWanted = Object.values(this.#handlers).some(({ size }) => size > 0);
    if (isWanted && this.#subscriber.status !== 'ready')
      throw new Error(`Expected a ready subscriber connection but it is ${this.#subscriber.status}`);
  }

  async close(): Promise<void> {
    for (const handlers of Object.values(this.#handlers)) handlers.clear();
    await Promise.all([closeRedisClient(this.#publisher), closeRedisClient(this.#subscriber)]);
  }

  /**
   * One subscription for all handlers of a channel; ioredis renews it after a lost connection. While Redis is away, also at
   * the start, the channel is waited for in the background: events are hints, and no work depends on them.
   */
  #subscribeOnce(channel: Channel): Promise<unknown> {
    let subscribed = this.#subscribed.get(channel);
    if (!subscribed) {
      subscribed = this.#subscriber.subscribe(nameOf(channel)).catch(() => {
        this.#subscribed.delete(channel);
        if (this.#subscriber.status === 'end') return;
        this.#subscriber.once('ready', () => void this.#subscribeOnce(channel));
      });
      this.#subscribed.set(channel, subscribed);
    }
    return subscribed;
  }

  #deliver(name: string, text: string): void {
    const channel = (Object.keys(this.#handlers) as Channel[]).find((each) => nameOf(each) === name);
    if (!channel) return;
    for (const { run } of [...this.#handlers[channel]]) {
      try {
        // Parsed for each handler: all of them get a copy of their own.
        run(EVENT_SCHEMAS[channel].parse(JSON.parse(text)) as never);
      } catch {
        // A handler that throws, or an event that is none of ours, does not affect the others (port).
      }
    }
  }
}

function nameOf(channel: Channel): string {
  return `${REDIS_PREFIX}:${channel}`;
}
