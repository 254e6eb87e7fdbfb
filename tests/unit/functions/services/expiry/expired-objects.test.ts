import { expect, it, onTestFinished } from 'vitest';
import {
  deleteExpired,
  deleteExpiredRegularly,
  deleteSentAgain,
} from '#functions/services/expiry/expired-objects.ts';
import { FileObjectStore } from '#platform/adapters/embedded/file-object-store.ts';
import { LocalTaskLeases } from '#platform/adapters/embedded/local-task-leases.ts';
import { jobKeys } from '#platform/contracts/job.ts';
import { createJobId } from '#platform/job-records.ts';
import { createLogger } from '#platform/logger.ts';
import { FakeClock } from '#tests/fixtures/fake-clock.ts';
import { temporaryFolder } from '#tests/fixtures/temporary-folder.ts';

const RULES = { 'results/': 60, 'shares/': 600 };

async function storeWith(clock: FakeClock, keys: readonly string[]) {
  const objects = new FileObjectStore(temporaryFolder(), { clock });
  for (const key of keys) await objects.put(key, Buffer.from('x'), { contentType: 'image/png' });
  const keysLeft = async () => {
    const left: string[] = [];
    for await (const { key } of objects.list('')) left.push(key);
    return left.sort();
  };
  return { objects, keysLeft };
}

it('deletes what has outlived the rule of its prefix and nothing else', async () => {
  const clock = new FakeClock();
  const { objects, keysLeft } = await storeWith(clock, ['results/a', 'results/b', 'shares/a', 'other/a']);
  const now = (await objects.head('results/a'))!.lastModified.getTime();
  expect(await deleteExpired(objects, RULES, now + 59_000)).toEqual({
    deleted: 0,
    failures: [],
    overdue: [],
  });
  expect(await deleteExpired(objects, RULES, now + 61_000)).toEqual({
    deleted: 2,
    failures: [],
    overdue: [],
  });
  expect(await keysLeft()).toEqual(['other/a', 'shares/a']);
});

it('deletes in portions of 500', async () => {
  const clock = new FakeClock();
  const listed = Array.from({ length: 1_001 }, (_, index) => `results/${index}`);
  const { objects } = await storeWith(clock, []);
  const portions: number[] = [];
  objects.list = async function* (prefix: string) {
    if (prefix !== 'results/') return;
    for (const key of listed) yield { key, bytes: 1, lastModified: new Date(0) };
  };
  objects.delete = (keys) => Promise.resolve(void portions.push(keys.length));
  expect(await deleteExpired(objects, RULES, clock.now())).toEqual({
    deleted: 1_001,
    failures: [],
    overdue: [],
  });
  expect(portions).toEqual([500, 500, 1]);
});

it('goes on past a listing and a portion that fail, and counts them', async () => {
  const clock = new FakeClock();
  const keys = Array.from({ length: 501 }, (_, index) => `results/${index}`);
  const { objects, keysLeft } = await storeWith(clock, [...keys, 'shares/old']);
  const away = new Error('away');
  const { list, delete: remove } = objects;
  objects.list = (prefix) => {
    if (prefix === 'broken/') throw away;
    return list.call(objects, prefix);
  };
  let portions = 0;
  objects.delete = (portion) =>
    (portions += 1) === 1 ? Promise.reject(away) : remove.call(objects, portion);
  const now = clock.now() + 3_600_000;
  expect(await deleteExpired(objects, { 'broken/': 60, ...RULES }, now)).toEqual({
    deleted: 2,
    failures: [away, away],
    overdue: [{ what: 'results/', seconds: 3_540 }],
  });
  expect(await keysLeft()).toHaveLength(500);

  const counted: number[] = [];
  const lines: string[] = [];
  const logger = createLogger({ write: (line) => lines.push(line) });
  const rules = { 'broken/': 60 };
  const onFailures = (count: number) => counted.push(count);
  onTestFinished(deleteExpiredRegularly({ objects, rules, logger, clock, onFailures }));
  await expect.poll(() => counted).toEqual([1]);
  expect(lines.join('')).toContain('"objects.expiry-failed"');
});

it('sweeps once a minute, also after a sweep that failed, until it is stopped', async () => {
  const clock = new FakeClock();
  const { objects } = await storeWith(clock, []);
  const lines: string[] = [];
  let sweeps = 0;
  const { list } = objects;
  objects.list = (prefix) => {
    sweeps += 1;
    if (sweeps === 1) throw new Error('away');
    return list.call(objects, prefix);
  };
  const logger = createLogger({ level: 'warn', write: (line) => lines.push(line) });
  const stop = deleteExpiredRegularly({ objects, rules: { 'results/': 60 }, logger, clock });
  onTestFinished(stop);
  await expect.poll(() => lines.join('')).toContain('objects.expiry-failed');
  await clock.advance(60_000);
  await expect.poll(() => sweeps).toBe(2);
  stop();
  await clock.advance(600_000);
  expect(sweeps).toBe(2);
});

it('leaves the sweep to one of several processes, and to each while they cannot agree', async () => {
  const clock = new FakeClock();
  const { objects } = await storeWith(clock, []);
  const logger = createLogger({ level: 'silent' });
  const taskLeases = new LocalTaskLeases({ clock });
  let swept = 0;
  const common = { objects, rules: RULES, logger, clock, onSwept: () => (swept += 1) };
  for (let process = 0; process < 3; process += 1)
    onTestFinished(deleteExpiredRegularly({ ...common, taskLeases }));
  await expect.poll(() => swept).toBe(1);
  await clock.advance(60_000);
  await expect.poll(() => swept).toBe(2);
  const away = { take: () => Promise.reject(new Error('away')) };
  onTestFinished(deleteExpiredRegularly({ ...common, taskLeases: away }));
  await expect.poll(() => swept).toBe(3);
});

it('deletes an upload that is sent again after its job has ended, and no other', async () => {
  const { objects } = await storeWith(new FakeClock(), []);
  const put = (key: string) => objects.put(key, new Uint8Array(1), { contentType: 'text/plain' });
  const [sentAgain, atWork, notCompleted] = [createJobId(), createJobId(), createJobId()];
  for (const id of [sentAgain, atWork, notCompleted]) await put(jobKeys.upload(id));
  for (const id of [sentAgain, atWork]) await put(jobKeys.completion(id));
  await put(jobKeys.record(atWork));
  await deleteSentAgain(objects);
  const left = await Promise.all(
    [sentAgain, atWork, notCompleted].map((id) => objects.head(jobKeys.upload(id))),
  );
  expect(left).toMatchObject([null, { bytes: 1 }, { bytes: 1 }]);
});
