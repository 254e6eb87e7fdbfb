import { setTimeout as pause } from 'node:timers/promises';
import JSZip from 'jszip';
import { describe, expect, it } from 'vitest';
import { FileExpiringCounters } from '#platform/adapters/embedded/file-expiring-counters.ts';
import { ShareService } from '#functions/services/shares/share-service.ts';
import { jobKeys } from '#platform/contracts/job.ts';
import { createJobId, createJobRecord, transitionJob } from '#platform/job-records.ts';
import { createLogger } from '#platform/logger.ts';
import { abandon, readAll } from '#platform/read-stream.ts';
import { FakeClock } from '#tests/fixtures/fake-clock.ts';
import { openJobService } from '#tests/fixtures/job-service.ts';
import { temporaryFolder } from '#tests/fixtures/temporary-folder.ts';
import { keysOf, newJobRecord } from '#tests/fixtures/jobs.ts';

async function completedJob() {
  const clock = new FakeClock();
  const { platform, objects, jobs } = await openJobService();
  const { id } = newJobRecord();
  await createJobRecord(objects, newJobRecord({ id, kind: 'pdf', fileName: 'Jahresbericht.pdf' }));
  await objects.put(jobKeys.result(id), Buffer.from('%PDF'), { contentType: 'application/pdf' });
  await transitionJob(objects, id, 'completed');
  const expiringCounters = await FileExpiringCounters.open(temporaryFolder(), { clock });
  const logger = createLogger({ level: 'silent' });
  const open = () =>
    new ShareService({
      ...{ objects, jobs, expiringCounters, logger, clock },
      shareTtlSeconds: 60,
      shareMaxSeconds: 600,
      resultTtlSeconds: 30,
      secret: 's'.repeat(32),
    });
  return { platform, expiringCounters, objects, jobs, shares: open(), elsewhere: open(), clock, id };
}

/** Whether a share can be opened; its file is closed again. */
async function opens(shares: ShareService, id: string): Promise<boolean> {
  const opened = await shares.open(id);
  if (opened) await abandon(opened.file.body);
  return opened !== null;
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

  it('is a zip of several results, the same for the same jobs in any order, and ends with each of them', async () => {
    const { platform, objects, shares, id } = await completedJob();
    const other = newJobRecord().id;
    await createJobRecord(objects, newJobRecord({ id: other, kind: 'pdf', fileName: 'jahresbericht.PDF' }));
    await objects.put(jobKeys.result(other), Buffer.from('%PDF-2'), { contentType: 'application/pdf' });
    await transitionJob(objects, other, 'completed', { outputBytes: 6 });
    const share = await shares.create({ jobIds: [id, other] }, 'ada');
    expect((await shares.create({ jobIds: [other, id, id] }, 'ada')).id).toBe(share.id);
    const { file, fileName } = (await shares.open(share.id))!;
    expect(fileName).toBe('featherpress_files.zip');
    const bytes = await readAll(file.body, 10_000);
    const zip = await JSZip.loadAsync(bytes);
    expect(Object.keys(zip.files)).toEqual([
      'featherpress_Jahresbericht.pdf',
      'featherpress_jahresbericht (2).PDF',
    ]);
    expect(await zip.file('featherpress_jahresbericht (2).PDF')?.async('string')).toBe('%PDF-2');
    expect(await shares.describe(share.id)).toMatchObject({
      ...{ kind: 'zip', files: 2, bytes: bytes.length },
      contents: Object.keys(zip.files).map((name) => ({ name, bytes: expect.any(Number) as number })),
    });
    expect(await shares.endAllOf(other, 'ada')).toBe(1);
    expect(await keysOf(platform, 'shares/')).toEqual([]);
  });

  it('keeps the folders of results that it is told, each set of them under an address of its own', async () => {
    const { objects, shares, id } = await completedJob();
    const other = newJobRecord().id;
    await createJobRecord(objects, newJobRecord({ id: other, kind: 'pdf', fileName: 'Jahresbericht.pdf' }));
    await objects.put(jobKeys.result(other), Buffer.from('%PDF-2'), { contentType: 'application/pdf' });
    await transitionJob(objects, other, 'completed', { outputBytes: 6 });
    const jobIds = [id, other];
    const placed = { jobIds, folders: { [id]: 'trip/day 1/', [other]: '../trip/day 1' } };
    const share = await shares.create(placed, 'ada');
    const zip = await JSZip.loadAsync(await readAll((await shares.open(share.id))!.file.body, 10_000));
    const names = Object.values(zip.files).flatMap((file) => (file.dir ? [] : file.name));
    expect(names).toEqual([
      'trip/day 1/featherpress_Jahresbericht.pdf',
      '_/trip/day 1/featherpress_Jahresbericht.pdf',
    ]);
    expect((await shares.create(placed, 'ada')).id).toBe(share.id);
    expect((await shares.create({ jobIds }, 'ada')).id).not.toBe(share.id);
  });

  it('leaves nothing where one of several has no result any more', async () => {
    const { platform, objects, shares, id } = await completedJob();
    const other = newJobRecord().id;
    await createJobRecord(objects, newJobRecord({ id: other }));
    await transitionJob(objects, other, 'completed');
    await expect(shares.create({ jobIds: [id, other] }, 'ada')).rejects.toMatchObject({ code: 'expired' });
    expect(await keysOf(platform, 'shares/')).toEqual([]);
  });

  it('tells the name of its person where that is asked for, and no longer when it is taken back', async () => {
    const { shares, id } = await completedJob();
    const ask = (showName?: boolean) => shares.create({ jobId: id, showName }, 'ada', undefined, 'Ada');
    const first = await ask();
    const nameSeen = async () => (await shares.describe(first.id))?.sharedBy;
    expect(await nameSeen()).toBeUndefined();
    expect(await ask(true)).toEqual(first);
    expect(await nameSeen()).toBe('Ada');
    await ask();
    expect(await nameSeen()).toBe('Ada');
    await ask(false);
    expect(await nameSeen()).toBeUndefined();
  });

  it('opens no longer than its time', async () => {
    const { shares, id, clock } = await completedJob();
    const share = await shares.create({ jobId: id }, 'ada');
    await clock.advance(59_999);
    expect(await opens(shares, share.id)).toBe(true);
    await clock.advance(1);
    expect(await shares.open(share.id)).toBeNull();
  });

  it.each(['open', 'endExpired'] as const)(
    'stays where it was made anew while %s looked at it',
    async (how) => {
      const { objects, shares, id, clock } = await completedJob();
      const first = await shares.create({ jobId: id }, 'ada');
      await clock.advance(60_000);
      const remove = objects.delete.bind(objects);
      let second: typeof first | undefined;
      objects.delete = async (keys) => {
        objects.delete = remove;
        second = await shares.create({ jobId: id }, 'ada');
        await remove(keys);
      };
      await (how === 'open' ? shares.open(first.id) : shares.endExpired());
      second ??= await shares.create({ jobId: id }, 'ada');
      expect(await opens(shares, second.id)).toBe(true);
      expect(await shares.ofAccount('ada')).toHaveLength(1);
    },
  );

  it('stays whole where the same is made at the same moment and fails', async () => {
    const { objects, shares, id } = await completedJob();
    const put = objects.put.bind(objects);
    let records = 0;
    objects.put = (key, ...rest) =>
      key.endsWith('.json') && ++records === 1 ? Promise.reject(new Error('away')) : put(key, ...rest);
    const made = await Promise.allSettled([
      shares.create({ jobId: id }, 'ada'),
      shares.create({ jobId: id }, 'ada'),
    ]);
    expect(made.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const [share] = await shares.ofAccount('ada');
    expect(await opens(shares, share!.id)).toBe(true);
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
    expect(await opens(shares, second.id)).toBe(true);
  });

  it('ends with its job when its account ends that, and nobody else', async () => {
    const { platform, shares, id } = await completedJob();
    const [ada, grace] = [
      await shares.create({ jobId: id }, 'ada'),
      await shares.create({ jobId: id }, 'grace'),
    ];
    expect(await shares.endAllOf(createJobId(), 'ada')).toBe(0);
    expect(await shares.endAllOf('../x', 'ada')).toBe(0);
    expect(await shares.endAllOf(id, undefined)).toBe(0);
    expect(await shares.endAllOf(id, 'ada')).toBe(1);
    expect(await shares.open(ada.id)).toBeNull();
    expect(await opens(shares, grace.id)).toBe(true);
    expect(await shares.endAllOf(id, 'grace')).toBe(1);
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

  it('lasts as long as asked, up to the limit, and can be given another time', async () => {
    const { platform, shares, id, clock } = await completedJob();
    for (const expiresInSeconds of [59, 601, 1e9, -1, 90.5, '90', null])
      await expect(shares.create({ jobId: id, expiresInSeconds }, 'ada')).rejects.toThrow('from 60 to 600');
    const first = await shares.create({ jobId: id, expiresInSeconds: 600 }, 'ada');
    expect(Date.parse(first.expiresAt)).toBe(clock.now() + 600_000);
    const second = await shares.create({ jobId: id, expiresInSeconds: 90 }, 'ada');
    expect(second).toEqual({ id: first.id, expiresAt: new Date(clock.now() + 90_000).toISOString() });
    expect(await keysOf(platform, 'shares/by/')).toHaveLength(1);
    await clock.advance(90_000);
    expect(await shares.open(first.id)).toBeNull();
  });

  it('is listed and revoked by its account alone, with its downloads', async () => {
    const { platform, expiringCounters, shares, id } = await completedJob();
    const share = await shares.create({ jobId: id }, 'ada');
    shares.countDownload(share.id);
    shares.countDownload(share.id);
    expect(await shares.ofAccount('ada')).toEqual([
      expect.objectContaining({
        id: share.id,
        fileName: 'featherpress_Jahresbericht.pdf',
        bytes: 4,
        downloads: 2,
        expiresAt: share.expiresAt,
      }),
    ]);
    expect(await shares.ofAccount('ad')).toEqual([]);
    expect(await shares.end(share.id, 'eve')).toBe(false);
    expect(await shares.end('..', 'ada')).toBe(false);
    expect(await opens(shares, share.id)).toBe(true);
    expect(await shares.end(share.id, 'ada')).toBe(true);
    expect(await shares.ofAccount('ada')).toEqual([]);
    expect(await keysOf(platform, 'shares/')).toEqual([]);
    expect(await expiringCounters.read(`share:${share.id}`)).toEqual({});
  });

  it('is deleted when its time is over and its job has no result any more, without anybody looking', async () => {
    const { platform, shares, id, clock } = await completedJob();
    await shares.create({ jobId: id, expiresInSeconds: 90 }, 'ada');
    await shares.create({ jobId: id, expiresInSeconds: 400 }, 'eve');
    const longer = await shares.create({ jobId: id, expiresInSeconds: 500 }, 'grace');
    await clock.advance(329_999);
    expect(await shares.endExpired()).toBe(0);
    await clock.advance(1);
    expect(await shares.endExpired()).toBe(1);
    await clock.advance(69_999);
    expect(await shares.endExpired()).toBe(0);
    await clock.advance(1);
    expect(await shares.endExpired()).toBe(1);
    expect((await keysOf(platform, 'shares/')).length).toBe(4);
    expect(await opens(shares, longer.id)).toBe(true);
  });

  it.each(['here', 'by another process'])(
    'is whole or gone where it is revoked and changed at once, %s',
    async (where) => {
      const { objects, shares, elsewhere, id } = await completedJob();
      const { id: shareId } = await shares.create({ jobId: id }, 'ada');
      const put = objects.put.bind(objects);
      let ended: Promise<unknown> = Promise.resolve();
      objects.put = async (key, ...rest) => {
        objects.put = put;
        ended = (where === 'here' ? shares : elsewhere).end(shareId, 'ada');
        await Promise.race([ended, pause(20)]);
        return put(key, ...rest);
      };
      await shares.create({ jobId: id, expiresInSeconds: 90 }, 'ada');
      await ended;
      for (const share of await shares.ofAccount('ada')) expect(await opens(shares, share.id)).toBe(true);
    },
  );

  it('does not outlive a job that its account deletes while it is made', async () => {
    const { platform, objects, jobs, shares, id } = await completedJob();
    const put = objects.put.bind(objects);
    objects.put = async (key, ...rest) => {
      if (!key.startsWith('shares/')) return put(key, ...rest);
      objects.put = put;
      await jobs.cancel(id);
      expect(await shares.endAllOf(id, 'ada')).toBe(0);
      return put(key, ...rest);
    };
    await expect(shares.create({ jobId: id }, 'ada')).rejects.toMatchObject({ code: 'expired' });
    expect(await keysOf(platform, 'shares/')).toEqual([]);
  });

  it('is one of two hundred of an account at most, also of those made at the same moment', async () => {
    const { platform, objects, shares, id, clock } = await completedJob();
    const jobIds = [id, newJobRecord().id, newJobRecord().id];
    for (const other of jobIds.slice(1)) {
      await createJobRecord(objects, newJobRecord({ id: other }));
      await objects.put(jobKeys.result(other), Buffer.from('%PDF'), { contentType: 'application/pdf' });
      await transitionJob(objects, other, 'completed');
    }
    for (let number = 0; number < 199; number += 1) {
      const mark = `shares/by/ada/${clock.now() + 60_000}-${createJobId()}`;
      await objects.put(mark, new Uint8Array(), { contentType: 'text/plain' });
    }
    const made = await Promise.allSettled(jobIds.map((jobId) => shares.create({ jobId }, 'ada')));
    const refused = made.filter((each) => each.status === 'rejected');
    expect(refused.length).toBeGreaterThanOrEqual(2);
    for (const { reason } of refused) expect(reason).toMatchObject({ code: 'limit-reached' });
    expect((await keysOf(platform, 'shares/by/ada/')).length).toBeLessThanOrEqual(200);
    await clock.advance(60_000);
    await shares.create({ jobId: id }, 'ada');
  });

  it('leaves nothing behind where it was made several times at the same moment', async () => {
    const { platform, shares, id } = await completedJob();
    const made = await Promise.all(
      [90, 91, 92].map((expiresInSeconds) => shares.create({ jobId: id, expiresInSeconds }, 'ada')),
    );
    expect(await shares.ofAccount('ada')).toHaveLength(1);
    expect(await shares.end(made[0]!.id, 'ada')).toBe(true);
    expect(await keysOf(platform, 'shares/')).toEqual([]);
  });

  it('is null for an id that is none and for one that is unknown', async () => {
    const { shares } = await completedJob();
    expect(await shares.open('..')).toBeNull();
    expect(await shares.open(createJobId())).toBeNull();
  });
});
