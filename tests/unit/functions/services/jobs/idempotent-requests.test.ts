import { expect, it } from 'vitest';
import {
  IdempotentRequests,
  type FirstRequest,
  type RepeatedRequest,
} from '#functions/services/jobs/idempotent-requests.ts';
import { FileObjectStore } from '#platform/adapters/embedded/file-object-store.ts';
import { createJobId } from '#platform/job-records.ts';
import { readAll } from '#platform/read-stream.ts';
import { FakeClock } from '#tests/fixtures/fake-clock.ts';
import { temporaryFolder } from '#tests/fixtures/temporary-folder.ts';
import { until } from '#tests/fixtures/until.ts';

function openStore() {
  const clock = new FakeClock();
  const folder = temporaryFolder();
  const openObjects = () => new FileObjectStore(folder, { clock });
  /** A process of its own over the same folder. */
  const start = (objects = openObjects()) => new IdempotentRequests(objects, clock);
  const aliveUntil = async () => {
    const objects = openObjects();
    for await (const { key } of objects.list('idempotency/')) {
      const stored = await objects.find(key);
      if (stored)
        return (JSON.parse((await readAll(stored.body, 1e4)).toString()) as { aliveUntil: number })
          .aliveUntil;
    }
    return undefined;
  };
  return { clock, openObjects, start, aliveUntil };
}
const there = () => Promise.resolve(true);
const gone = () => Promise.resolve(false);
const first = (request: FirstRequest | RepeatedRequest): FirstRequest => {
  if (!request.isFirst) throw new Error('Expected the first request with this key');
  return request;
};
const work = (fingerprint = 'a') => ({ fingerprint, jobIds: [createJobId()] });

it('leads a key to its work, also after a restart, and other scopes to their own', async () => {
  const { start } = openStore();
  const made = work();
  await first(await start().open('client /a', 'key', there)).begin(made);
  expect(await start().open('client /a', 'key', there)).toEqual({ isFirst: false, work: made });
  expect((await start().open('client /b', 'key', there)).isFirst).toBe(true);
  expect((await start().open('other /a', 'key', there)).isFirst).toBe(true);
});

it('gives a key to one of many that come at once', async () => {
  const { start } = openStore();
  const opened = await Promise.allSettled(
    Array.from({ length: 8 }, () => start().open('client', 'key', there)),
  );
  expect(opened.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const each of opened)
    if (each.status === 'rejected') expect(each.reason).toMatchObject({ code: 'idempotency-conflict' });
});

it('holds a key for as long as its request takes', async () => {
  const { clock, start, aliveUntil } = openStore();
  const held = first(await start().open('client', 'key', there));
  for (let step = 0; step < 9; step += 1) {
    await clock.advance(20_000);
    await until('the renewal', async () => (await aliveUntil()) === clock.now() + 60_000);
  }
  await expect(start().open('client', 'key', there)).rejects.toMatchObject({
    code: 'idempotency-conflict',
    retryAfterSeconds: 20,
  });
  held.close();
});

it('gives a key of a process that is gone to the next request, a minute later', async () => {
  const { clock, start } = openStore();
  first(await start().open('client', 'key', there)).close();
  await expect(start().open('client', 'key', there)).rejects.toMatchObject({ code: 'idempotency-conflict' });
  await clock.advance(60_001);
  const next = first(await start().open('client', 'key', there));
  await next.begin(work());
  expect((await start().open('client', 'key', there)).isFirst).toBe(false);
});

it('gives a key back that came to nothing', async () => {
  const { start } = openStore();
  await first(await start().open('client', 'key', there)).release();
  const next = first(await start().open('client', 'key', there));
  expect(next.hasBegun).toBe(false);
  next.close();
});

it('does anew what is gone, and only the same', async () => {
  const { start } = openStore();
  await first(await start().open('client', 'key', there)).begin(work('a'));
  const other = first(await start().open('client', 'key', gone));
  await expect(other.begin(work('b'))).rejects.toMatchObject({ code: 'idempotency-mismatch' });
  await other.release();
  const again = work('a');
  await first(await start().open('client', 'key', gone)).begin(again);
  const answers = [gone, there].values();
  const found = await start().open('client', 'key', () => answers.next().value!());
  expect(found).toEqual({ isFirst: false, work: again });
});

it('keeps neither key nor client in readable form', async () => {
  const clock = new FakeClock();
  const objects = new FileObjectStore(temporaryFolder(), { clock });
  first(await new IdempotentRequests(objects, clock).open('203.0.113.7', 'order-4711', there)).close();
  for await (const { key } of objects.list('')) {
    expect(key).toMatch(/^idempotency\/[\w-]{43}\.0$/);
    const stored = await objects.find(key);
    expect((await readAll(stored!.body, 1e4)).toString()).not.toMatch(/203|4711/);
  }
});

it('takes no key back that was lost to the next request while the store was away', async () => {
  const { clock, openObjects, start } = openStore();
  const objects = openObjects();
  const held = first(await start(objects).open('client', 'key', there));
  objects.put = () => Promise.reject(new Error('away'));
  for (let renewal = 0; renewal < 4; renewal += 1) await clock.advance(20_000);
  const made = work();
  await first(await start().open('client', 'key', there)).begin(made);
  await held.release();
  expect(await start().open('client', 'key', there)).toEqual({ isFirst: false, work: made });
});
