import { OPERATING_LIMITS } from '#platform/contracts/operating-limits.ts';
import { describe, expect, it } from 'vitest';
import type { AcceptedFile } from '#functions/services/jobs/job-intake.ts';
import { jobKeys } from '#platform/contracts/job.ts';
import { clearEndedJob, findJobRecord, transitionJob } from '#platform/job-records.ts';
import { abandon } from '#platform/read-stream.ts';
import { FakeClock } from '#tests/fixtures/fake-clock.ts';
import { openJobService, PNG_START } from '#tests/fixtures/job-service.ts';
import { keysOf } from '#tests/fixtures/jobs.ts';

const OPTIONS = { preset: 'balanced' } as const;
const DECLARED = { fileName: 'a.png', mimeType: 'image/png' };
const open = () => new AbortController().signal;

async function* body(...chunks: (Uint8Array | Error)[]) {
  for (const chunk of chunks) {
    if (chunk instanceof Error) throw chunk;
    yield chunk;
  }
}

type Opened = Awaited<ReturnType<typeof openJobService>>;
const accept = ({ intake }: Opened) => intake.accept(body(PNG_START), DECLARED, open());

/** Ends a job as a worker does. */
async function end({ platform }: Opened, { jobId }: AcceptedFile, how: 'completed' | 'failed') {
  const changes =
    how === 'completed'
      ? { outputBytes: 5 }
      : { failure: { code: 'password-protected', message: 'Remove the password.' } as const };
  if (how === 'completed')
    await platform.objects.put(jobKeys.result(jobId), Buffer.from('small'), { contentType: 'image/png' });
  await transitionJob(platform.objects, jobId, how, changes);
  await platform.events.publish('jobs', { type: `job.${how}`, jobId });
}

describe('accepting a file', () => {
  it('stores it under a new id', async () => {
    const opened = await openJobService();
    const file = await accept(opened);
    expect(file).toMatchObject({ kind: 'png', fileName: 'a.png', sourceBytes: PNG_START.length });
    expect(await keysOf(opened.platform)).toEqual([jobKeys.upload(file.jobId)]);
  });

  it.each([
    ['photo.v2.pdf', 'photo.v2.png'],
    ['photo.heic', 'photo.heic.png'],
    ['photo', 'photo'],
    ['old.ppt', 'old.png'],
  ])('corrects the name %s by its content', async (given, fileName) => {
    const { intake } = await openJobService();
    expect(await intake.accept(body(PNG_START), { fileName: given, mimeType: '' }, open())).toMatchObject({
      kind: 'png',
      fileName,
    });
  });

  it.each([
    ['the client disconnects', body(PNG_START, new Error('aborted')), 'invalid-request'],
    ['it is too large', body(PNG_START, Buffer.alloc(1_000_000)), 'too-large'],
    ['its content is of no kind', body(Buffer.from('Hello')), 'unsupported-type'],
  ])('leaves nothing when %s', async (_what, bytes, code) => {
    const { platform, intake } = await openJobService();
    await expect(intake.accept(bytes, DECLARED, open())).rejects.toMatchObject({ code });
    expect(await keysOf(platform)).toEqual([]);
  });

  it('is unavailable when the store fails, and ends with the reason of the signal', async () => {
    const put = () => Promise.reject(new Error('disk full'));
    const { intake } = await openJobService({ objects: { put } });
    await expect(intake.accept(body(PNG_START), DECLARED, open())).rejects.toMatchObject({
      code: 'unavailable',
    });
    const gone = AbortSignal.abort(new Error('gone'));
    await expect(intake.accept(body(PNG_START), DECLARED, gone)).rejects.toThrow('gone');
  });
});

describe('capacity', () => {
  it('is refused while newcomers wait too long, and asked for once a second', async () => {
    const clock = new FakeClock();
    let seconds = 0;
    const waiting = { oldestSeconds: () => Promise.resolve(seconds) };
    const { intake } = await openJobService({ waiting, clock });
    await intake.checkCapacity();
    seconds = OPERATING_LIMITS.maxQueueAgeSeconds;
    await intake.checkCapacity();
    await clock.advance(1_001);
    await expect(intake.checkCapacity()).rejects.toMatchObject({ code: 'busy', retryAfterSeconds: 30 });
  });

  it('is unavailable while the queue is away, before any file is read', async () => {
    const { intake, platform } = await openJobService();
    platform.queue.check = () => Promise.reject(new Error('away'));
    await expect(intake.checkCapacity()).rejects.toMatchObject({ code: 'unavailable' });
  });
});

describe('starting a job', () => {
  it('writes its record and a message', async () => {
    const opened = await openJobService();
    const record = await opened.intake.start(await accept(opened), { preset: 'small', targetBytes: 9 });
    expect(await opened.jobs.find(record.id)).toEqual(record);
    expect(await opened.platform.queue.depth()).toMatchObject({ waiting: 1 });
  });

  it('leaves nothing when the queue is away', async () => {
    const opened = await openJobService();
    const file = await accept(opened);
    opened.platform.queue.send = () => Promise.reject(new Error('away'));
    await expect(opened.intake.start(file, OPTIONS)).rejects.toMatchObject({ code: 'unavailable' });
    expect(await keysOf(opened.platform)).toEqual([]);
  });
});

describe('running a job', () => {
  it('comes back with the record when it has completed', async () => {
    const opened = await openJobService();
    const file = await accept(opened);
    const running = opened.jobs.run(file, OPTIONS, open());
    await expect.poll(() => opened.platform.queue.depth()).toMatchObject({ waiting: 1 });
    await end(opened, file, 'completed');
    expect(await running).toMatchObject({ status: 'completed', outputBytes: 5 });
    const result = await opened.jobs.openResult(file.jobId);
    expect(result.bytes).toBe(5);
    await abandon(result.body);
  });

  it('throws why it failed and leaves no bytes', async () => {
    const opened = await openJobService();
    const file = await accept(opened);
    const running = opened.jobs.run(file, OPTIONS, open());
    running.catch(() => {});
    await expect.poll(() => opened.platform.queue.depth()).toMatchObject({ waiting: 1 });
    await end(opened, file, 'failed');
    await expect(running).rejects.toMatchObject({
      code: 'password-protected',
      message: 'Remove the password.',
    });
    expect(await keysOf(opened.platform)).toEqual([jobKeys.outcome(file.jobId)]);
  });

  it('cancels the job when the client disconnects', async () => {
    const opened = await openJobService();
    const file = await accept(opened);
    const client = new AbortController();
    const running = opened.jobs.run(file, OPTIONS, client.signal);
    running.catch(() => {});
    client.abort(new Error('gone'));
    await expect(running).rejects.toThrow('gone');
    expect(await findJobRecord(opened.objects, file.jobId)).toMatchObject({
      status: 'cancelled',
      fileName: '',
    });
  });
});

describe('a job that has ended', () => {
  it('is found until it expires', async () => {
    const clock = new FakeClock();
    const opened = await openJobService({ clock });
    const file = await accept(opened);
    const record = await opened.intake.start(file, OPTIONS);
    expect(opened.jobs.expiresAt(record)).toBe(Infinity);
    const finishedAt = new Date(clock.now()).toISOString();
    await transitionJob(opened.objects, file.jobId, 'completed', { finishedAt });
    await clock.advance(899_000);
    expect(await opened.jobs.find(file.jobId)).toMatchObject({ status: 'completed' });
    await clock.advance(1_000);
    expect(await opened.jobs.find(file.jobId)).toBeNull();
    await expect(opened.jobs.openResult(file.jobId)).rejects.toMatchObject({ code: 'expired' });
  });

  it('loses result and record when it is cancelled', async () => {
    const opened = await openJobService();
    const file = await accept(opened);
    await opened.intake.start(file, OPTIONS);
    await end(opened, file, 'completed');
    await opened.jobs.cancel(file.jobId);
    // What stays keeps a late delivery of its message from bringing the result back, and names no file.
    expect(await keysOf(opened.platform)).toEqual([jobKeys.outcome(file.jobId)]);
    expect(await opened.jobs.find(file.jobId)).toBeNull();
    expect(await findJobRecord(opened.objects, file.jobId)).toMatchObject({
      status: 'cancelled',
      fileName: '',
    });
  });
});

describe('the place of a result', () => {
  /** Of a job that has ended as a worker ends it. */
  async function completed() {
    const opened = await openJobService();
    const sender = { client: { key: 'a', limits: null }, mostBytes: 1_000 };
    const file = await opened.intake.accept(body(PNG_START), DECLARED, open(), sender);
    await opened.intake.start(file, OPTIONS);
    await end(opened, file, 'completed');
    const { holdings } = opened.platform;
    const place = { id: file.jobId, state: 'kept', bytes: 5, workSeconds: 0 } as const;
    await holdings.take('a', place, { limits: null, holdSeconds: 900 });
    return { ...opened, file, place, held: () => holdings.of('a') };
  }

  it('is held when its upload is completed once more', async () => {
    const { intake, file, place, held } = await completed();
    await intake.start(file, OPTIONS, { isRepeated: true });
    expect(await held()).toMatchObject([place]);
  });

  it('is given back for good when it is deleted while it is downloaded', async () => {
    const { jobs, file, held } = await completed();
    const record = (await jobs.find(file.jobId))!;
    await jobs.noteFetched(record);
    expect(await held()).toMatchObject([{ state: 'fetched' }]);
    await jobs.cancel(file.jobId);
    await jobs.noteFetched(record);
    expect(await held()).toEqual([]);
  });

  it('is given back for good when it is deleted while its download is noted', async () => {
    const { jobs, file, held, platform } = await completed();
    const take = platform.holdings.take.bind(platform.holdings);
    platform.holdings.take = async (...args) => {
      await jobs.cancel(file.jobId);
      return take(...args);
    };
    await jobs.noteFetched((await jobs.find(file.jobId))!);
    expect(await held()).toEqual([]);
  });

  it('is given back for good when another web server deletes it while its download is noted', async () => {
    const { jobs, file, held, platform, objects } = await completed();
    const take = platform.holdings.take.bind(platform.holdings);
    platform.holdings.take = async (...args) => {
      // What is told of it has not come yet.
      await clearEndedJob(objects, file.jobId, { result: true });
      await platform.holdings.release(file.jobId);
      return take(...args);
    };
    await jobs.noteFetched((await jobs.find(file.jobId))!);
    expect(await held()).toEqual([]);
  });
});

describe('a job whose record cannot be read', () => {
  it.each([
    ['open', jobKeys.record],
    ['ended', jobKeys.outcome],
  ])('is our own failure, and can be deleted (%s)', async (_name, keyOf) => {
    const opened = await openJobService();
    const file = await accept(opened);
    const damaged = Buffer.from('{"version":1,');
    await opened.objects.put(keyOf(file.jobId), damaged, { contentType: 'application/json' });
    await expect(opened.jobs.find(file.jobId)).rejects.toMatchObject({
      code: 'internal',
      message: 'What is known of this job cannot be read. Please compress the file again.',
    });
    expect(await opened.jobs.has(file.jobId)).toBe(true);
    await opened.jobs.cancel(file.jobId);
    expect(await keysOf(opened.platform)).toEqual([]);
    expect(await opened.jobs.has(file.jobId)).toBe(false);
  });
});
