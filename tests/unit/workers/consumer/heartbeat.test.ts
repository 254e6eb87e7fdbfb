import { describe, expect, it } from 'vitest';
import { FakeClock } from '#tests/fixtures/fake-clock.ts';
import { createHeartbeat } from '#workers/consumer/heartbeat.ts';

function setUp() {
  const clock = new FakeClock();
  const extensions: [string, number][] = [];
  const stale = new Set<string>();
  const queue = {
    async extend(receiptHandle: string, seconds: number) {
      if (stale.has(receiptHandle)) throw new Error('stale receipt');
      extensions.push([receiptHandle, seconds]);
    },
  };
  const heartbeat = createHeartbeat({ queue, clock, everySeconds: 20, visibilityTimeoutSeconds: 60 });
  return { clock, extensions, stale, heartbeat };
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

  it('aborts the job of a message that it cannot keep', async () => {
    const { clock, stale, heartbeat } = setUp();
    const lost = new AbortController();
    const kept = new AbortController();
    heartbeat.track('a', lost);
    heartbeat.track('b', kept);
    stale.add('a');
    await clock.advance(20_000);
    expect(lost.signal.reason).toMatchObject({ code: 'lease-lost', cause: new Error('stale receipt') });
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
