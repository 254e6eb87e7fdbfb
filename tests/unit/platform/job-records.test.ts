import { describe, expect, it, onTestFinished } from 'vitest';
import { createEmbeddedPlatform } from '#platform/adapters/embedded/create-embedded-platform.ts';
import { jobKeys } from '#platform/contracts/job.ts';
import {
  clearEndedJob,
  createJobId,
  createJobRecord,
  findJobRecord,
  isFinal,
  transitionJob,
  clearUnreadableJob,
  recordAttempt,
  takeBackAttempt,
} from '#platform/job-records.ts';
import type { ObjectStore } from '#platform/ports/object-store.ts';
import { newJobRecord } from '#tests/fixtures/jobs.ts';
import { temporaryFolder } from '#tests/fixtures/temporary-folder.ts';

async function openStore() {
  const platform = await createEmbeddedPlatform({ dataDir: temporaryFolder() });
  onTestFinished(() => platform.close());
  return platform.objects;
}

async function put(objects: ObjectStore, key: string, body: string): Promise<void> {
  await objects.put(key, Buffer.from(body), { contentType: 'application/json' });
}

describe('job records', () => {
  it('come back as they were written', async () => {
    const objects = await openStore();
    const record = newJobRecord({ fileName: 'Ferien 2026.jpg' });
    await createJobRecord(objects, record);
    const found = await findJobRecord(objects, record.id);
    expect(found).toEqual({ ...record, createdBy: expect.any(String) as string });
    expect(await createJobRecord(objects, { ...record, fileName: 'second.jpg' })).toEqual({
      record: found,
      created: false,
    });
    expect(await createJobRecord(objects, found!)).toMatchObject({ created: true });
  });

  it('are read with the names of the version before', async () => {
    const objects = await openStore();
    const record = newJobRecord({ status: 'completed', targetBytes: 500 });
    const stored = new TextEncoder().encode(JSON.stringify({ ...record, resultBytes: 99 }));
    await objects.put(jobKeys.outcome(record.id), stored, { contentType: 'application/json' });
    expect(await findJobRecord(objects, record.id)).toEqual({ ...record, outputBytes: 99 });
  });

  it('are null for an unknown id and for something that is no id', async () => {
    const objects = await openStore();
    expect(await findJobRecord(objects, createJobId())).toBeNull();
    expect(await findJobRecord(objects, '../../etc/passwd')).toBeNull();
    expect(await transitionJob(objects, createJobId(), 'completed')).toBeNull();
  });

  it('move on until the job has ended and then stay', async () => {
    const objects = await openStore();
    const record = newJobRecord({ fileName: 'Ferien 2026.jpg' });
    await createJobRecord(objects, record);
    await recordAttempt(objects, record);
    const done = await transitionJob(objects, record.id, 'completed', { outputBytes: 99 });
    expect(done).toMatchObject({ changed: true, record: { status: 'completed', outputBytes: 99 } });
    for (const status of ['failed', 'cancelled', 'completed'] as const)
      expect(await transitionJob(objects, record.id, status)).toMatchObject({
        changed: false,
        record: { status: 'completed' },
      });
  });

  it('end exactly once when several try at the same moment', async () => {
    const objects = await openStore();
    const record = newJobRecord({ fileName: 'Ferien 2026.jpg' });
    await createJobRecord(objects, record);
    const outcomes = await Promise.all(
      (['completed', 'cancelled', 'failed', 'completed'] as const).map((status) =>
        transitionJob(objects, record.id, status),
      ),
    );
    expect(outcomes.filter((outcome) => outcome?.changed)).toHaveLength(1);
    const winner = outcomes.find((outcome) => outcome?.changed)?.record.status;
    expect((await findJobRecord(objects, record.id))?.status).toBe(winner);
    expect(new Set(outcomes.map((outcome) => outcome?.record.status))).toEqual(new Set([winner]));
  });

  it.each([
    { status: 'completed', result: false, name: 'Ferien 2026.jpg' },
    { status: 'failed', result: true, name: '' },
    { status: 'cancelled', result: true, name: '' },
  ] as const)('keep of a job that is $status what is still of use', async ({ status, result, name }) => {
    const objects = await openStore();
    const record = newJobRecord({ fileName: 'Ferien 2026.jpg' });
    await createJobRecord(objects, record);
    const { id } = record;
    for (const key of [jobKeys.upload(id), jobKeys.result(id)])
      await objects.put(key, new Uint8Array([1, 2, 3]), { contentType: 'image/jpeg' });
    await transitionJob(objects, id, status);
    await clearEndedJob(objects, id, { result });
    expect(await objects.head(jobKeys.upload(id))).toBeNull();
    expect(await objects.head(jobKeys.record(id))).toBeNull();
    expect((await objects.head(jobKeys.result(id))) === null).toBe(result);
    expect(await findJobRecord(objects, id)).toMatchObject({ status, fileName: name });
  });

  it('are found when the job ends between two reads', async () => {
    const objects = await openStore();
    const record = newJobRecord({ fileName: 'Ferien 2026.jpg' });
    await createJobRecord(objects, record);
    const ending: ObjectStore = Object.create(objects, {
      find: {
        async value(key: string) {
          const found = await objects.find(key);
          if (key !== jobKeys.outcome(record.id) || found) return found;
          await transitionJob(objects, record.id, 'completed');
          await clearEndedJob(objects, record.id, { result: false });
          return null;
        },
      },
    });
    expect(await findJobRecord(ending, record.id)).toMatchObject({ status: 'completed' });
  });

  it('of the next version are read, and keep what this one does not know', async () => {
    const objects = await openStore();
    const record = newJobRecord();
    const newer = { ...record, version: 2, clientKey: 'abc' };
    await put(objects, jobKeys.record(record.id), JSON.stringify(newer));
    const found = await findJobRecord(objects, record.id);
    expect(found).toMatchObject({ id: record.id, status: 'queued' });
    await recordAttempt(objects, found!);
    await transitionJob(objects, record.id, 'completed');
    expect(await findJobRecord(objects, record.id)).toMatchObject({ version: 2, clientKey: 'abc' });
  });

  it.each([
    ['damaged', '{"version":1,', true],
    ['of a kind that is not known', JSON.stringify({ ...newJobRecord(), kind: 'docx' }), false],
  ])('are reported as unreadable when %s', async (_what, body, isDamaged) => {
    const objects = await openStore();
    const { id } = newJobRecord();
    await put(objects, jobKeys.record(id), body);
    await expect(findJobRecord(objects, id)).rejects.toMatchObject({ code: 'unreadable-record', isDamaged });
    await clearUnreadableJob(objects, id);
    expect(await findJobRecord(objects, id)).toBeNull();
  });

  it('count engine runs and take them back, never below zero', async () => {
    const objects = await openStore();
    const record = newJobRecord();
    await createJobRecord(objects, record);
    const begun = await recordAttempt(objects, record);
    expect(await findJobRecord(objects, record.id)).toMatchObject({ status: 'running', attempts: 1 });
    const back = await takeBackAttempt(objects, begun);
    await takeBackAttempt(objects, back);
    expect(await findJobRecord(objects, record.id)).toMatchObject({ status: 'queued', attempts: 0 });
  });

  it('know which states are final', () => {
    expect((['queued', 'running', 'completed', 'failed', 'cancelled'] as const).map(isFinal)).toEqual([
      false,
      false,
      true,
      true,
      true,
    ]);
  });
});
