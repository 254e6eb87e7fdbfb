import { existsSync, rmSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { OPERATING_LIMITS } from '#platform/contracts/operating-limits.ts';
import { createJobId } from '#platform/job-records.ts';
import { FakeClock } from '#tests/fixtures/fake-clock.ts';
import { temporaryFolder } from '#tests/fixtures/temporary-folder.ts';
import { openEmbedded } from '#tests/support/open-embedded.ts';

describe('the embedded queue while the time of day is set', () => {
  async function holdOne() {
    const clock = new FakeClock();
    const { queue } = await openEmbedded(temporaryFolder(), clock);
    await queue.send({ version: 1, jobId: createJobId() });
    const receive = () => queue.receive({ max: 1, waitSeconds: 0 });
    const [held] = await receive();
    return { clock, queue, receive, receipt: held?.receiptHandle ?? '' };
  }

  it('hides no message that was given back while the clock stood ahead', async () => {
    const { clock, queue, receive, receipt } = await holdOne();
    clock.set(300_000);
    await queue.extend(receipt, 0);
    clock.set(-300_000);
    expect(await receive()).toMatchObject([{ receiveCount: 2 }]);
  });

  it.each([300_000, -300_000])('keeps a message with who holds it as long as ever (%d ms)', async (by) => {
    const { clock, receive } = await holdOne();
    clock.set(by);
    await clock.advance(1_000 * OPERATING_LIMITS.visibilityTimeoutSeconds - 1);
    expect(await receive()).toEqual([]);
    await clock.advance(1);
    expect(await receive()).toMatchObject([{ receiveCount: 2 }]);
  });

  it('ends a receive that waits when its time is over', async () => {
    const { clock, queue } = await holdOne();
    const waiting = queue.receive({ max: 1, waitSeconds: 5 });
    clock.set(-300_000);
    await clock.advance(5_000);
    expect(await waiting).toEqual([]);
  });
});

describe('the queue of a full disk', () => {
  it.runIf(existsSync('/dev/full'))(
    'counts no receive that it cannot remember, and goes on when there is room',
    async () => {
      const dataDir = temporaryFolder();
      const { queue } = await openEmbedded(dataDir);
      const jobId = createJobId();
      await queue.send({ version: 1, jobId });
      const folder = join(dataDir, 'queue');
      const unfinished = join(folder, `${readdirSync(folder)[0]}.new`);
      // Every write to this device fails as on a full disk.
      symlinkSync('/dev/full', unfinished);
      for (let time = 0; time < 3; time += 1)
        await expect(queue.receive({ max: 1, waitSeconds: 0 })).rejects.toMatchObject({ code: 'ENOSPC' });
      expect(await queue.depth()).toEqual({ waiting: 1, inFlight: 0, dead: 0 });
      rmSync(unfinished);
      expect(await queue.receive({ max: 1, waitSeconds: 0 })).toMatchObject([
        { receiveCount: 1, message: { jobId } },
      ]);
    },
  );
});
