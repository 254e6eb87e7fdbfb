import { setTimeout as pause } from 'node:timers/promises';
import type { Platform } from '#platform/ports/platform.ts';

/** What befalls the ports of a process for a while, and its clock. */
export type PortFault =
  /** Events that are published reach nobody. */
  | 'events lost'
  /** Events arrive twice. */
  | 'events doubled'
  /** Messages are sent twice, as a queue that delivers at least once may deliver them. */
  | 'messages doubled'
  /** Every call of the object store fails. */
  | 'store refused'
  /** Calls of the object store are answered when the fault is over. */
  | 'store hung'
  /** Nothing can be written. For where no small disk can be had. */
  | 'disk refused'
  /** The clock stands minutes before or after the time, then jumps back. */
  | 'clock jumped';

/** What the run tells a process under test. */
export interface FaultOrder {
  readonly fault: PortFault;
  /** How long, in ms. */
  readonly forMs: number;
  /** Of a clock that jumps, in ms. */
  readonly offsetMs?: number;
}

/** Which faults are on in this process. */
export class FaultSwitch {
  private readonly endsAt = new Map<PortFault, number>();

  order({ fault, forMs, offsetMs = 0 }: FaultOrder): void {
    this.endsAt.set(fault, performance.now() + forMs);
    if (fault === 'clock jumped') jump(offsetMs, forMs);
  }

  isOn(fault: PortFault): boolean {
    return performance.now() < (this.endsAt.get(fault) ?? -Infinity);
  }

  /** Waits while a fault is on. */
  async untilOver(fault: PortFault): Promise<void> {
    while (this.isOn(fault)) await pause(50);
  }
}

const trueNow = Date.now.bind(Date);

/** The system's clock as this process reads it; timers run on, as they do when a real clock jumps. */
function jump(offsetMs: number, forMs: number): void {
  Date.now = () => trueNow() + offsetMs;
  setTimeout(() => (Date.now = trueNow), forMs).unref();
}

/** The platform, with ports that fail while their faults are on. */
export function withPortFaults(platform: Platform, faults: FaultSwitch): Platform {
  const { objects, queue, events } = platform;
  const troubled = async (method: string) => {
    await faults.untilOver('store hung');
    if (faults.isOn('store refused')) throw new Error('The store refuses');
    if (/^(put|create)/.test(method) && faults.isOn('disk refused'))
      throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
  };
  return {
    ...platform,
    objects: wrapped(objects, (method, call) => {
      if (method === 'list') return listing(() => troubled(method), call as () => AsyncIterable<unknown>);
      return troubled(method).then(call);
    }),
    queue: wrapped(queue, (method, call) => {
      if (method !== 'send' || !faults.isOn('messages doubled')) return call();
      return Promise.all([call(), call()]).then(() => undefined);
    }),
    events: wrapped(events, (method, call) => {
      if (method !== 'publish') return call();
      if (faults.isOn('events lost')) return Promise.resolve();
      if (faults.isOn('events doubled')) return Promise.all([call(), call()]).then(() => undefined);
      return call();
    }),
  };
}

async function* listing(
  trouble: () => Promise<void>,
  list: () => AsyncIterable<unknown>,
): AsyncGenerator<unknown> {
  await trouble();
  yield* list();
}

/** A port whose every call goes through `around`. */
function wrapped<Port extends object>(
  port: Port,
  around: (method: string, call: () => unknown) => unknown,
): Port {
  return new Proxy(port, {
    get(target, method) {
      const value: unknown = Reflect.get(target, method);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]) => around(String(method), () => Reflect.apply(value, target, args));
    },
  });
}
