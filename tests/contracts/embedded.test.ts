import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { FileCounter } from '#platform/adapters/embedded/file-counter.ts';
import { FileJobQueue } from '#platform/adapters/embedded/file-job-queue.ts';
import { FileObjectStore } from '#platform/adapters/embedded/file-object-store.ts';
import { FileExpiringCounters } from '#platform/adapters/embedded/file-expiring-counters.ts';
import { FilePartialObjects } from '#platform/adapters/embedded/file-partial-objects.ts';
import { LocalEventBus } from '#platform/adapters/embedded/local-event-bus.ts';
import { LocalHoldings } from '#platform/adapters/embedded/local-holdings.ts';
import { LocalTaskLeases } from '#platform/adapters/embedded/local-task-leases.ts';
import { FakeClock } from '#tests/fixtures/fake-clock.ts';
import { temporaryFolder } from '#tests/fixtures/temporary-folder.ts';
import { describeCounter } from './counter-suite.ts';
import { describeEventBus } from './event-bus-suite.ts';
import { describeJobQueue } from './job-queue-suite.ts';
import { describeObjectStore } from './object-store-suite.ts';
import { describeHoldings } from './holdings-suite.ts';
import { describeExpiringCounters } from './expiring-counters-suite.ts';
import { describePartialObjects } from './partial-objects-suite.ts';
import { describeTaskLeases } from './task-leases-suite.ts';

describeObjectStore('FileObjectStore', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'incoming'));
  return {
    store: new FileObjectStore(folder),
    countLeftovers: async () => readdirSync(join(folder, 'incoming')).length,
  };
});

describePartialObjects('FilePartialObjects', async () => {
  const folder = temporaryFolder();
  const store = new FileObjectStore(folder);
  return {
    store,
    partials: new FilePartialObjects(folder, store),
    other: new FilePartialObjects(folder, store),
    countLeftovers: async () => readdirSync(join(folder, 'partials')).length,
  };
});

describeJobQueue('FileJobQueue', async () => {
  const folder = temporaryFolder();
  const clock = new FakeClock();
  const options = { clock, visibilityTimeoutSeconds: 1, maxReceiveCount: 3 };
  // What an earlier version or a broken disk left behind is the only way in for a foreign message.
  const queue = await FileJobQueue.open(folder, options);
  onTestFinished(() => queue.close());
  const harness = {
    queue,
    pass: (seconds: number) => clock.advance(seconds * 1000),
    async sendRaw(body: string) {
      writeFileSync(join(folder, 'queue', 'foreign.json'), foreign(body));
      const reopened = await FileJobQueue.open(folder, options);
      onTestFinished(() => reopened.close());
      harness.queue = reopened;
    },
  };
  return harness;
});

describeEventBus('LocalEventBus', async () => {
  const bus = new LocalEventBus();
  onTestFinished(() => bus.close());
  return { near: bus, far: bus };
});

describeCounter('FileCounter', async () => {
  const counter = await FileCounter.open(temporaryFolder());
  onTestFinished(() => counter.close());
  return counter;
});

describeHoldings('LocalHoldings', async () => {
  const clock = new FakeClock();
  const holdings = new LocalHoldings({ clock });
  return { near: holdings, far: holdings, pass: (seconds) => clock.advance(seconds * 1000) };
});

describeTaskLeases('LocalTaskLeases', async () => {
  const clock = new FakeClock();
  const taskLeases = new LocalTaskLeases({ clock });
  return { near: taskLeases, far: taskLeases, pass: (seconds) => clock.advance(seconds * 1000) };
});

describeExpiringCounters('FileExpiringCounters', async () => {
  const clock = new FakeClock();
  const expiringCounters = await FileExpiringCounters.open(temporaryFolder(), { clock });
  onTestFinished(() => expiringCounters.close());
  return {
    near: expiringCounters,
    far: expiringCounters,
    now: () => clock.now(),
    pass: (seconds) => clock.advance(seconds * 1000),
  };
});

function foreign(body: string): string {
  if (!body.startsWith('{')) return body;
  return `{"body":${body},"receiveCount":0,"notBefore":0,"sentAt":0,"dead":false}`;
}
