import { describe, expect, it } from 'vitest';
import { UploadTokens } from '#functions/services/uploads/upload-tokens.ts';
import { jobKeys } from '#platform/contracts/job.ts';
import { clearEndedJob, transitionJob } from '#platform/job-records.ts';
import { FakeClock } from '#tests/fixtures/fake-clock.ts';
import { openJobService, PNG_START } from '#tests/fixtures/job-service.ts';
import { keysOf } from '#tests/fixtures/jobs.ts';

const REQUEST = { fileName: 'C:\\photos\\a.png', type: 'image/png', bytes: PNG_START.length };

async function openTokens(presigned: string | null = 'https://store.example/put') {
  const clock = new FakeClock();
  const { platform, objects, intake, jobs } = await openJobService({
    objects: { presignPut: () => Promise.resolve(presigned) },
  });
  const tokens = new UploadTokens({
    objects,
    intake,
    jobs,
    secrets: ['s'.repeat(32)],
    maxFileBytes: 1_000,
    clock,
  });
  const send = (jobId: string, bytes: Uint8Array) =>
    objects.put(jobKeys.upload(jobId), bytes, { contentType: 'image/png' });
  return { platform, tokens, clock, send };
}

describe('creating an upload token', () => {
  it('says where and how to send the file', async () => {
    const { tokens, clock } = await openTokens();
    expect(await tokens.create(REQUEST)).toMatchObject({
      url: 'https://store.example/put',
      headers: { 'Content-Type': 'image/png', 'Content-Length': String(PNG_START.length) },
      expiresAt: new Date(clock.now() + 3_600_000).toISOString(),
    });
  });

  it.each([
    [null, 'invalid-request'],
    [{ fileName: 'a.png' }, 'invalid-request'],
    [{ ...REQUEST, bytes: -1 }, 'invalid-request'],
    [{ ...REQUEST, preset: 'tiny' }, 'invalid-request'],
    [{ ...REQUEST, target: {} }, 'invalid-request'],
    [{ ...REQUEST, bytes: 1_001 }, 'too-large'],
    [{ fileName: 'a.exe', bytes: 5 }, 'unsupported-type'],
    [{ fileName: 'scan', bytes: 5 }, 'unsupported-type'],
    [{ fileName: 'a.ppt', bytes: 5 }, 'legacy-ppt'],
  ])('refuses %j as %s', async (request, code) => {
    const { tokens } = await openTokens();
    await expect(tokens.create(request)).rejects.toMatchObject({ code });
  });

  it('is not found where the store takes no uploads of its own', async () => {
    const { tokens } = await openTokens(null);
    await expect(tokens.create(REQUEST)).rejects.toMatchObject({ code: 'not-found' });
  });
});

describe('completing an upload', () => {
  it('starts the job once', async () => {
    const { platform, tokens, send } = await openTokens();
    const { jobId, uploadToken } = await tokens.create({ ...REQUEST, preset: 'high', target: 500 });
    await expect(tokens.complete(uploadToken)).rejects.toThrow('The file has not been uploaded yet.');
    await send(jobId, PNG_START);
    expect(await tokens.complete(uploadToken)).toMatchObject({
      id: jobId,
      status: 'queued',
      fileName: 'a.png',
      sourceBytes: PNG_START.length,
      preset: 'high',
      targetBytes: 500,
    });
    expect(await tokens.complete(uploadToken)).toMatchObject({ id: jobId, status: 'queued' });
    expect((await platform.queue.depth()).waiting).toBe(1);
  });

  it.each([
    ['too short', PNG_START.subarray(1), 'invalid-request'],
    ['of no kind of ours', Buffer.alloc(PNG_START.length), 'unsupported-type'],
  ])('deletes a file that is %s', async (_what, bytes, code) => {
    const { platform, tokens, send } = await openTokens();
    const { jobId, uploadToken } = await tokens.create(REQUEST);
    await send(jobId, bytes);
    await expect(tokens.complete(uploadToken)).rejects.toMatchObject({ code });
    expect(await keysOf(platform)).toEqual([]);
  });

  it('judges the file by its content', async () => {
    const { tokens, send } = await openTokens();
    const { jobId, uploadToken } = await tokens.create(REQUEST);
    await send(jobId, Buffer.alloc(PNG_START.length, '%PDF-1.7'));
    expect(await tokens.complete(uploadToken)).toMatchObject({ kind: 'pdf', fileName: 'a.pdf' });
  });

  it('leads to one job when it is asked for twice at once', async () => {
    const { platform, tokens, send } = await openTokens();
    for (let round = 0; round < 20; round += 1) {
      const { jobId, uploadToken } = await tokens.create(REQUEST);
      await send(jobId, PNG_START);
      const answers = await Promise.all([tokens.complete(uploadToken), tokens.complete(uploadToken)]);
      expect(answers.map(({ id, status }) => [id, status])).toEqual([
        [jobId, 'queued'],
        [jobId, 'queued'],
      ]);
      expect(await platform.objects.head(jobKeys.record(jobId))).not.toBeNull();
      expect(await platform.objects.head(jobKeys.upload(jobId))).not.toBeNull();
      expect((await platform.queue.depth()).waiting).toBe(round + 1);
    }
  });

  it('queues the job of a call that died before it could, and no other one again', async () => {
    const { platform, tokens, send } = await openTokens();
    const { jobId, uploadToken } = await tokens.create(REQUEST);
    await send(jobId, PNG_START);
    const { send: sendMessage } = platform.queue;
    const died = new Promise<void>((resolve) => {
      platform.queue.send = () => {
        resolve();
        return new Promise(() => {});
      };
    });
    tokens.complete(uploadToken).catch(() => {});
    await died;
    platform.queue.send = sendMessage;
    expect((await platform.queue.depth()).waiting).toBe(0);
    for (let round = 0; round < 3; round += 1) {
      expect(await tokens.complete(uploadToken)).toMatchObject({ id: jobId, status: 'queued' });
      expect((await platform.queue.depth()).waiting).toBe(1);
    }
  });

  it('answers the job also when it has ended between two looks', async () => {
    const { platform, tokens, send } = await openTokens();
    const { jobId, uploadToken } = await tokens.create(REQUEST);
    await send(jobId, PNG_START);
    const { find } = platform.objects;
    platform.objects.find = async (key, options) => {
      if (key !== jobKeys.upload(jobId)) return find.call(platform.objects, key, options);
      platform.objects.find = find;
      await tokens.complete(uploadToken);
      await transitionJob(platform.objects, jobId, 'completed');
      await clearEndedJob(platform.objects, jobId, { result: false });
      return find.call(platform.objects, key, options);
    };
    expect(await tokens.complete(uploadToken)).toMatchObject({ id: jobId, status: 'completed' });
  });

  it('runs no second job with the same token once the first has expired', async () => {
    const { platform, tokens, send } = await openTokens();
    const { jobId, uploadToken } = await tokens.create(REQUEST);
    await send(jobId, PNG_START);
    await tokens.complete(uploadToken);
    await transitionJob(platform.objects, jobId, 'completed');
    await clearEndedJob(platform.objects, jobId, { result: true });
    // As expiry does after fifteen minutes, while the address for uploads still works.
    await platform.objects.delete([jobKeys.outcome(jobId)]);
    await send(jobId, PNG_START);
    await expect(tokens.complete(uploadToken)).rejects.toMatchObject({
      code: 'expired',
      message: expect.stringContaining('completed before'),
    });
    expect((await platform.queue.depth()).waiting).toBe(1);
  });

  it('refuses a token that is not ours or has expired', async () => {
    const { tokens, clock } = await openTokens();
    const { uploadToken } = await tokens.create(REQUEST);
    const refusal = 'This upload token is not valid, or it has expired.';
    await expect(tokens.complete(undefined)).rejects.toThrow(refusal);
    await expect(tokens.complete(`${uploadToken}x`)).rejects.toThrow(refusal);
    await clock.advance(3_601_000);
    await expect(tokens.complete(uploadToken)).rejects.toThrow(refusal);
  });
});
