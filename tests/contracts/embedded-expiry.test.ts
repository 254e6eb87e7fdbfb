import { mkdirSync, readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createEmbeddedPlatform } from '#platform/adapters/embedded/create-embedded-platform.ts';
import { FileCounter } from '#platform/adapters/embedded/file-counter.ts';
import type { FileObjectStore } from '#platform/adapters/embedded/file-object-store.ts';
import { expiryRules } from '#platform/contracts/expiry-rules.ts';
import { OPERATING_LIMITS } from '#platform/contracts/operating-limits.ts';
import { jobKeys } from '#platform/contracts/job.ts';
import { createJobId } from '#platform/job-records.ts';
import { createLogger } from '#platform/logger.ts';
import { FakeClock } from '#tests/fixtures/fake-clock.ts';
import { temporaryFolder } from '#tests/fixtures/temporary-folder.ts';
import { openEmbedded } from '#tests/support/open-embedded.ts';

const PNG = { contentType: 'image/png' };

describe('embedded platform at start', () => {
  it('deletes uploads and open records that no message refers to', async () => {
    const folder = temporaryFolder();
    const first = await createEmbeddedPlatform({ dataDir: folder });
    const [waiting, orphan] = [createJobId(), createJobId()];
    for (const id of [waiting, orphan])
      for (const key of [jobKeys.upload(id), jobKeys.record(id), jobKeys.result(id)])
        await first.objects.put(key, new Uint8Array(1), PNG);
    await first.queue.send({ version: 1, jobId: waiting });
    await first.close();
    const { objects } = await openEmbedded(folder);
    for (const key of [jobKeys.upload(waiting), jobKeys.record(waiting), jobKeys.result(orphan)])
      expect(await objects.head(key)).not.toBeNull();
    for (const key of [jobKeys.upload(orphan), jobKeys.record(orphan)])
      expect(await objects.head(key)).toBeNull();
  });
});

/** The longest time of a link, and a day. */
const SHARES_ARE_GONE_MS = (OPERATING_LIMITS.shareMaxSeconds + 86_400) * 1_000;

describe('embedded platform over time', () => {
  it('goes on past an entry that cannot be deleted, and says so', async () => {
    const folder = temporaryFolder();
    const clock = new FakeClock();
    const lines: string[] = [];
    const logger = createLogger({ write: (line) => lines.push(line) });
    const platform = await createEmbeddedPlatform({ dataDir: folder, clock, logger });
    onTestFinished(() => platform.close());
    mkdirSync(join(folder, 'objects', 'uploads', 'stray'), { recursive: true });
    utimesSync(join(folder, 'objects', 'uploads', 'stray'), 0, 0);
    await platform.objects.put('shares/a', new Uint8Array(1), PNG);
    clock.set(SHARES_ARE_GONE_MS);
    await clock.advance(60_000);
    await expect.poll(() => platform.objects.head('shares/a')).toBeNull();
    await expect.poll(() => lines.join('')).toContain('"objects.expiry-failed"');
  });

  it('deletes what has expired and keeps the rest', async () => {
    const folder = temporaryFolder();
    const clock = new FakeClock();
    const { objects } = await openEmbedded(folder, clock);
    const all = ['uploads/a', 'results/a', 'shares/a', 'jobs/a.json', 'outcomes/a.json', 'other/a'];
    const left = async () => {
      const keys: string[] = [];
      for await (const { key } of objects.list('')) keys.push(key);
      return keys.sort();
    };
    for (const key of all) await objects.put(key, new Uint8Array(1), PNG);
    const store = objects as FileObjectStore;
    const rules = expiryRules({});
    await clock.advance(899_000);
    await store.sweep(rules);
    expect(await left()).toHaveLength(6);
    await clock.advance(2_000);
    await store.sweep(rules);
    expect(await left()).toEqual(['jobs/a.json', 'other/a', 'shares/a', 'uploads/a']);
    await clock.advance(7_200_000);
    await store.sweep(rules);
    expect(await left()).toEqual(['other/a', 'shares/a']);
    clock.set(SHARES_ARE_GONE_MS);
    await store.sweep(rules);
    expect(await left()).toEqual(['other/a']);
  });

  it('keeps what a clock that was ahead has written no longer than the rest, and loses none of it', async () => {
    const folder = temporaryFolder();
    const clock = new FakeClock();
    const { objects } = await openEmbedded(folder, clock);
    const store = objects as FileObjectStore;
    await objects.put('results/a', new Uint8Array(1), PNG);
    const tomorrow = clock.now() / 1_000 + 86_400;
    utimesSync(join(folder, 'objects', 'results', 'a'), tomorrow, tomorrow);
    await store.sweep(expiryRules({}));
    expect(await objects.head('results/a')).not.toBeNull();
    await clock.advance(901_000);
    await store.sweep(expiryRules({}));
    expect(await objects.head('results/a')).toBeNull();
  });

  it('keeps an unfinished upload for an hour after its last bytes, and then nothing of it', async () => {
    const clock = new FakeClock();
    const { objects, partials } = await openEmbedded(temporaryFolder(), clock);
    const partial = { key: 'uploads/a', ticket: await partials.begin('uploads/a'), totalBytes: 9 };
    const touch = () => objects.put('partials/a.json', new Uint8Array(1), PNG);
    await touch();
    await clock.advance(3_000_000);
    const bytes = (async function* () {
      yield new Uint8Array(5);
    })();
    await partials.append(partial, 0, bytes);
    await touch();
    await clock.advance(3_000_000);
    expect(await partials.keptBytes(partial)).toBe(5);
    await clock.advance(1_000_000);
    await expect.poll(() => objects.head('partials/a.json')).toBeNull();
    await clock.advance(120_000);
    await expect.poll(() => partials.keptBytes(partial)).toBeNull();
  });

  it('sweeps by itself', async () => {
    const clock = new FakeClock();
    const { objects } = await openEmbedded(temporaryFolder(), clock);
    await objects.put('results/a', new Uint8Array(1), PNG);
    await clock.advance(1_000_000);
    await expect.poll(() => objects.head('results/a')).toBeNull();
  });

  it('keeps the upload of a job that still waits', async () => {
    const folder = temporaryFolder();
    const clock = new FakeClock();
    const { objects, queue } = await openEmbedded(folder, clock);
    const [waiting, lost] = [createJobId(), createJobId()];
    for (const id of [waiting, lost]) await objects.put(jobKeys.upload(id), new Uint8Array(1), PNG);
    await queue.send({ version: 1, jobId: waiting });
    await clock.advance(7_300_000);
    await expect.poll(() => objects.head(jobKeys.upload(lost))).toBeNull();
    expect(await objects.head(jobKeys.upload(waiting))).not.toBeNull();
    const [message] = await queue.receive({ max: 1, waitSeconds: 0 });
    await queue.delete(message?.receiptHandle ?? '');
    await clock.advance(60_000);
    await expect.poll(() => objects.head(jobKeys.upload(waiting))).toBeNull();
  });

  it('forgets counted ids after eight days, not the count', async () => {
    const folder = temporaryFolder();
    const clock = new FakeClock();
    const counter = await FileCounter.open(folder, { clock });
    onTestFinished(() => counter.close());
    await counter.addOnce('old');
    await clock.advance(7 * 86_400_000);
    expect(await counter.addOnce('old')).toEqual({ count: 1, counted: false });
    await clock.advance(2 * 86_400_000);
    expect(await counter.addOnce('new')).toEqual({ count: 2, counted: true });
    expect(readFileSync(join(folder, 'count.journal'), 'utf8')).toMatch(/^base 1\nnew \d+\n$/);
  });
});
