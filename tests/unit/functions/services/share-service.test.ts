import { describe, expect, it } from 'vitest';
import { createShareService } from '#functions/services/share-service.ts';
import { jobKeys } from '#platform/contracts/job.ts';
import { createJobId, createJobRecord, transitionJob } from '#platform/job-records.ts';
import { createLogger } from '#platform/logger.ts';
import { readAll } from '#platform/read-stream.ts';
import { FakeClock } from '#tests/fixtures/fake-clock.ts';
import { openJobService } from '#tests/fixtures/job-service.ts';
import { keysOf, newJobRecord } from '#tests/fixtures/jobs.ts';

async function completedJob() {
  const clock = new FakeClock();
  const { platform, objects, jobs } = await openJobService();
  const { id } = newJobRecord();
  await createJobRecord(objects, newJobRecord({ id, kind: 'pdf', fileName: 'Jahresbericht.pdf' }));
  await objects.put(jobKeys.result(id), Buffer.from('%PDF'), { contentType: 'application/pdf' });
  await transitionJob(objects, id, 'completed');
  const { tallies } = platform;
  const logger = createLogger({ level: 'silent' });
  const shares = createShareService({
    ...{ objects, jobs, tallies, logger, clock },
    shareTtlSeconds: 60,
    shareMaxSeconds: 600,
    secret: 's'.repeat(32),
  });
  return { platform, objects, shares, clock, id };
}

describe('a share', () => {
  it('keeps a copy of the result under its download name', async () => {
    const { shares, objects, id, clock } = await completedJob();
    const share = await shares.create({ jobId: id }, 'ada');
    expect(Date.parse(share.expiresAt)).toBe(clock.now() + 60_000);
    await objects.delete([jobKeys.result(id)]);
    const opened = await shares.open(share.id);
    expect(opened?.fileName).toBe('featherpress_Jahresbericht.pdf');
    expect((await readAll(opened!.file.body, 100)).toString()).toBe('%PDF');
  });

  it('is deleted at the first look after its time', async () => {
    const { platform, shares, id, clock } = await completedJob();
    const share = await shares.create({ jobId: id }, 'ada');
    await clock.advance(60_000);
    expect(await shares.open(share.id)).toBeNull();
    expect(await keysOf(platform, 'shares/')).toEqual([]);
  });

  it('is the same for the same person, and another for another', async () => {
    const { platform, shares, id, clock } = await completedJob();
    const first = await shares.create({ jobId: id }, 'ada');
    await clock.advance(30_000);
    for (let again = 0; again < 5; again += 1)
      expect(await shares.create({ jobId: id }, 'ada')).toEqual(first);
    expect((await keysOf(platform, 'shares/')).length).toBe(4);
    expect((await shares.create({ jobId: id }, 'grace')).id).not.toBe(first.id);
  });

  it('is made anew when it has expired', async () => {
    const { shares, id, clock } = await completedJob();
    const first = await shares.create({ jobId: id }, 'ada');
    await clock.advance(60_000);
    const second = await shares.create({ jobId: id }, 'ada');
    expect(second.expiresAt > first.expiresAt).toBe(true);
    expect(await shares.open(second.id)).not.toBeNull();
  });

  it('ends with all others of its job', async () => {
    const { platform, shares, id } = await completedJob();
    const made = [await shares.create({ jobId: id }, 'ada'), await shares.create({ jobId: id }, 'grace')];
    expect(await shares.endAllOf(createJobId())).toBe(0);
    expect(await shares.endAllOf('../x')).toBe(0);
    expect(await shares.endAllOf(id)).toBe(2);
    for (const share of made) expect(await shares.open(share.id)).toBeNull();
    expect(await keysOf(platform, 'shares/')).toEqual([]);
  });

  it.each([
    [undefined, 'invalid-request'],
    ['../secret', 'invalid-request'],
    [createJobId(), 'expired'],
  ])('of %s is refused as %s', async (jobId, code) => {
    const { shares } = await completedJob();
    await expect(shares.create({ jobId }, 'ada')).rejects.toMatchObject({ code });
  });

  it('leaves nothing when its record cannot be written', async () => {
    const { platform, objects, shares, id } = await completedJob();
    const put = objects.put.bind(objects);
    objects.put = (key, ...rest) =>
      key.endsWith('.json') ? Promise.reject(new Error('disk full')) : put(key, ...rest);
    await expect(shares.create({ jobId: id }, 'ada')).rejects.toMatchObject({ code: 'unavailable' });
    expect(await keysOf(platform, 'shares/')).toEqual([]);
  });

  it('is null for an id that is none and for one that is unknown', async () => {
    const { shares } = await completedJob();
    expect(await shares.open('..')).toBeNull();
    expect(await shares.open(createJobId())).toBeNull();
  });
});
