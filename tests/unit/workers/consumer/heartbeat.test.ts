import { describe, expect, it } from 'vitest';
import { FakeClock } from '#tests/fixtures/fake-clock.ts';
import { createHeartbeat } from '#workers/consumer/heartbeat.ts';

function setUp() {
  const clock = new FakeClock();
  const extensions: [string, number][] = [];
  const stale = new Set<string>();
  const away = { value: false };
  const queue = {
    async extend(receiptHandle: string, seconds: number) {
      if (stale.has(receiptHandle)) throw Object.assign(new Error('stale'), { code: 'stale-receipt' });
      if (away.value) throw new Error('no queue');
      extensions.push([receiptHandle, seconds]);
    },
  };
  const heartbeat = createHeartbeat({ queue, clock, everySeconds: 20, visibilityTimeoutSeconds: 60 });
  return { clock, extensions, stale, away, heartbeat };
}

describe('heartbeat', () => {
  it('extends the visibility timeout again and again', async () => {
    const { clock, extensions, heartbeat } = setUp();
    heartbeat.track('a', new AbortController());
    await clock.advance(65_000);
    expect(extensions).toEqual([
      ['a', 60],
      ['a', 60],
      ['a', 60],
    ]);
  });

  it('stops for a message that is done with and goes on for the others', async () => {
    const { clock, extensions, heartbeat } = setUp();
    heartbeat.track('a', new AbortController());
    heartbeat.track('b', new AbortController());
    heartbeat.untrack('a');
    await clock.advance(25_000);
    expect(extensions).toEqual([['b', 60]]);
  });

  it('tries again while the lease lasts and keeps the message', async () => {
    const { clock, extensions, away, heartbeat } = setUp();
    const controller = new AbortController();
    heartbeat.track('a', controller);
    away.value = true;
    await clock.advance(57_000);
    expect(controller.signal.aborted).toBe(false);
    away.value = false;
    await clock.advance(61_000);
    expect(controller.signal.aborted).toBe(false);
    expect(extensions.length).toBeGreaterThan(2);
  });

  it('gives up when the lease ends, with the last failure as cause', async () => {
    const { clock, away, heartbeat } = setUp();
    const controller = new AbortController();
    heartbeat.track('a', controller);
    await clock.advance(30_000);
    away.value = true;
    // Extended at 20 s, so hidden until 80 s.
    await clock.advance(49_999);
    expect(controller.signal.aborted).toBe(false);
    await clock.advance(1);
    expect(controller.signal.reason).toMatchObject({ code: 'lease-lost', cause: new Error('no queue') });
  });

  it('gives up when the lease ends while an extension has no answer', async () => {
    const clock = new FakeClock();
    const queue = { extend: () => new Promise<void>(() => {}) };
    const heartbeat = createHeartbeat({ queue, clock, everySeconds: 20, visibilityTimeoutSeconds: 60 });
    const controller = new AbortController();
    heartbeat.track('a', controller);
    await clock.advance(60_000);
    expect(controller.signal.reason).toMatchObject({ code: 'lease-lost' });
  });

  it.each([300_000, -300_000])('keeps its lease while the time of day is set by %d ms', async (by) => {
    const clock = new FakeClock();
    const queue = { extend: async () => clock.set(by) };
    const heartbeat = createHeartbeat({ queue, clock, everySeconds: 20, visibilityTimeoutSeconds: 60 });
    const controller = new AbortController();
    heartbeat.track('a', controller);
    await clock.advance(21_000);
    expect(controller.signal.aborted).toBe(false);
    queue.extend = () => new Promise<void>(() => {});
    await clock.advance(58_000);
    expect(controller.signal.aborted).toBe(false);
    await clock.advance(2_000);
    expect(controller.signal.reason).toMatchObject({ code: 'lease-lost' });
  });

  it('aborts the job of a stale receipt at once and keeps the others', async () => {
    const { clock, stale, heartbeat } = setUp();
    const lost = new AbortController();
    const kept = new AbortController();
    heartbeat.track('a', lost);
    heartbeat.track('b', kept);
    stale.add('a');
    await clock.advance(20_000);
    expect(lost.signal.reason).toMatchObject({ code: 'lease-lost', cause: { code: 'stale-receipt' } });
    expect(kept.signal.aborted).toBe(false);
  });

  it('beats no more after stop', async () => {
    const { clock, extensions, heartbeat } = setUp();
    heartbeat.track('a', new AbortController());
    heartbeat.stop();
    await clock.advance(100_000);
    expect(extensions).toEqual([]);
  });
});
