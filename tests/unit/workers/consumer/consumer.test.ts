import { describe, expect, it } from 'vitest';
import { submitJob } from '#tests/fixtures/jobs.ts';
import { until } from '#tests/fixtures/until.ts';
import { startTestWorker } from '#tests/fixtures/test-worker.ts';

const FILE = new Uint8Array(100).fill(7);

describe('consumer', () => {
  it('gives the jobs of a full worker back when the grace has passed', async () => {
    const { clock, platform, pool, consumer } = await startTestWorker({ size: 2 });
    for (let n = 0; n < 4; n += 1) await submitJob(platform, FILE);
    await until('a full worker', () => consumer.inFlight() === pool.size + 1);
    const stopped = consumer.stop({ graceMs: 1_000 });
    await clock.advance(999);
    expect(consumer.inFlight()).toBe(pool.size + 1);
    await clock.advance(1);
    await stopped;
    expect(await platform.queue.depth()).toEqual({ waiting: 4, inFlight: 0, dead: 0 });
  });
});
