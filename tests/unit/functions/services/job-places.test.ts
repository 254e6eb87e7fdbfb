import { expect, it, onTestFinished } from 'vitest';
import { createJobPlaces } from '#functions/services/job-places.ts';
import { createEmbeddedPlatform } from '#platform/adapters/embedded/create-embedded-platform.ts';
import { createJobId, createJobRecord } from '#platform/job-records.ts';
import { createLogger } from '#platform/logger.ts';
import { FakeClock } from '#tests/fixtures/fake-clock.ts';
import { newJobRecord } from '#tests/fixtures/jobs.ts';
import { temporaryFolder } from '#tests/fixtures/temporary-folder.ts';

const CLIENT = { key: 'a', limits: { jobs: 2, bytes: 1_000 } };

async function openPlaces() {
  const clock = new FakeClock();
  const folder = temporaryFolder();
  const platform = await createEmbeddedPlatform({ dataDir: folder, clock });
  onTestFinished(() => platform.close());
  const log: string[] = [];
  const logger = createLogger({ write: (line) => log.push(line) });
  const places = createJobPlaces({ ...platform, logger, clock });
  const take = (jobId = createJobId(), isExpected = false) =>
    places.take(CLIENT, { jobId, bytes: 10, workSeconds: 0.5, isExpected }, 7_200);
  return { clock, folder, platform, places, take, log };
}

it('refuses in words, and says when to ask again', async () => {
  const { places, take } = await openPlaces();
  expect([await take(), await take()]).toEqual([0, 0.5]);
  const refusal = { code: 'rate-limited', retryAfterSeconds: 10 };
  await expect(take()).rejects.toMatchObject({
    ...refusal,
    message: expect.stringContaining('You have 2 files in work'),
  });
  await expect(places.check(CLIENT)).rejects.toMatchObject(refusal);
  await places.check({ key: 'b', limits: CLIENT.limits });
  await places.check({ ...CLIENT, limits: null });
});

it('finds out that a job has ended whose place was not given back', async () => {
  const { clock, platform, places, take } = await openPlaces();
  const open = newJobRecord();
  await createJobRecord(platform.objects, open);
  await take(open.id);
  await take();
  await expect(places.check(CLIENT)).rejects.toMatchObject({ code: 'rate-limited' });
  await clock.advance(90_000);
  await places.check(CLIENT);
  expect(await platform.openJobs.of(CLIENT.key)).toMatchObject([{ jobId: open.id }]);
});

it('leaves a file its place that has still to come', async () => {
  const { clock, places, take } = await openPlaces();
  for (let file = 0; file < 2; file += 1) await take(createJobId(), true);
  await clock.advance(90_000);
  await expect(places.check(CLIENT)).rejects.toMatchObject({ code: 'rate-limited' });
});

it('refuses nobody while the count is away', async () => {
  const { platform, places, take, log } = await openPlaces();
  const away = () => Promise.reject(new Error('away'));
  Object.assign(platform.openJobs, { take: away, of: away });
  for (let job = 0; job < 3; job += 1) expect(await take()).toBe(0);
  await places.check(CLIENT);
  expect(log.join('')).toContain('places.unavailable');
});

it('knows after a restart what was open before', async () => {
  const { folder, platform, clock } = await openPlaces();
  const message = { version: 1, jobId: createJobId(), client: 'a', bytes: 7, workSeconds: 0.25 };
  await platform.queue.send(message);
  await platform.close();
  const restarted = await createEmbeddedPlatform({ dataDir: folder, clock });
  onTestFinished(() => restarted.close());
  expect(await restarted.openJobs.of('a')).toMatchObject([{ jobId: message.jobId, bytes: 7 }]);
});
