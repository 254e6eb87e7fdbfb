import { expect, it, onTestFinished } from 'vitest';
import { countCompressed, readMonth } from '#platform/account-usage.ts';
import { FileExpiringCounters } from '#platform/adapters/embedded/file-expiring-counters.ts';
import { FakeClock } from '#tests/fixtures/fake-clock.ts';
import { newJobRecord } from '#tests/fixtures/jobs.ts';
import { temporaryFolder } from '#tests/fixtures/temporary-folder.ts';

it('counts the jobs of an account by the month of UTC, and nobody’s not at all', async () => {
  const clock = new FakeClock();
  const expiringCounters = await FileExpiringCounters.open(temporaryFolder(), { clock });
  onTestFinished(() => expiringCounters.close());
  const job = newJobRecord({ sourceBytes: 100, outputBytes: 40, accountId: 'ada' });
  const now = clock.now();
  await countCompressed(expiringCounters, job, now);
  await countCompressed(expiringCounters, { ...job, outputBytes: 100 }, now);
  await countCompressed(expiringCounters, newJobRecord({ sourceBytes: 100, outputBytes: 40 }), now);
  const month = new Date(now).toISOString().slice(0, 7);
  expect(await readMonth(expiringCounters, 'ada', now)).toEqual({
    month,
    files: 2,
    sourceBytes: 200,
    savedBytes: 60,
  });
  expect(await readMonth(expiringCounters, 'eve', now)).toMatchObject({ files: 0, savedBytes: 0 });
  expect(await readMonth(expiringCounters, 'ada', now + 40 * 86_400_000)).toMatchObject({ files: 0 });
});
