import { mkdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createExpiryWatch } from '#functions/web/expiry-watch.ts';
import { createEmbeddedPlatform } from '#platform/adapters/embedded/create-embedded-platform.ts';
import { createJobId } from '#platform/job-records.ts';
import { FakeClock } from '#tests/fixtures/fake-clock.ts';
import { temporaryFolder } from '#tests/fixtures/temporary-folder.ts';

async function openWatch(folder = temporaryFolder()) {
  const clock = new FakeClock();
  const platform = await createEmbeddedPlatform({ dataDir: folder, clock });
  const watch = await createExpiryWatch({ platform, clock });
  onTestFinished(async () => {
    await watch.close();
    await platform.close();
  });
  return { clock, platform, watch, folder };
}

it('tells of a result that could not be deleted', async () => {
  const { clock, watch, folder } = await openWatch();
  const stray = join(folder, 'objects', 'results', 'stray');
  mkdirSync(stray, { recursive: true });
  utimesSync(stray, clock.now() / 1000, clock.now() / 1000);
  expect(await watch.overdue()).toEqual([]);
  await clock.advance(1_100_000);
  // The last sweep may still be under way.
  await expect.poll(() => watch.overdue()).toEqual([]);
  await clock.advance(900_000);
  await expect
    .poll(() => watch.overdue())
    .toMatchObject([{ what: 'results/', seconds: expect.closeTo(1_100, -2) }]);
});

it('tells of a message that nobody works on', async () => {
  const { clock, platform, watch } = await openWatch();
  await platform.queue.send({ version: 1, jobId: createJobId() });
  await clock.advance(7_300_000);
  // The last sweep may still be under way.
  await expect.poll(() => watch.overdue()).toEqual([]);
  await clock.advance(400_000);
  await expect.poll(() => watch.overdue()).toMatchObject([{ what: 'messages' }]);
});

it('tells when nobody looks any more', async () => {
  const { clock, platform, watch } = await openWatch();
  await platform.close();
  await clock.advance(700_000);
  expect(await watch.overdue()).toMatchObject([{ what: 'expiry' }]);
});
