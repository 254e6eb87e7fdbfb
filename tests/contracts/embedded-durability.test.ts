import {
  appendFileSync,
  existsSync,
  rmSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createEmbeddedPlatform } from '#platform/adapters/embedded/create-embedded-platform.ts';
import { FileCounter } from '#platform/adapters/embedded/file-counter.ts';
import type { FileObjectStore } from '#platform/adapters/embedded/file-object-store.ts';
import type { Clock } from '#platform/clock.ts';
import { expiryRules } from '#platform/contracts/expiry-rules.ts';
import { OPERATING_LIMITS } from '#platform/contracts/operating-limits.ts';
import { jobKeys } from '#platform/contracts/job.ts';
import { createJobId } from '#platform/job-records.ts';
import { createLogger } from '#platform/logger.ts';
import type { Platform } from '#platform/ports/platform.ts';
import { startChild } from '#tests/fixtures/child-process.ts';
import { FakeClock } from '#tests/fixtures/fake-clock.ts';
import { temporaryFolder } from '#tests/fixtures/temporary-folder.ts';

const PROGRAM = fileURLToPath(new URL('../fixtures/embedded-platform-process.ts', import.meta.url));
/** A sweep works in the background; on a busy machine it takes its time. */
const SWEPT = { timeout: 10_000 };
const PNG = { contentType: 'image/png' };

async function openPlatform(dataDir: string, clock?: Clock): Promise<Platform> {
  const platform = await createEmbeddedPlatform({ dataDir, ...(clock ? { clock } : {}) });
  onTestFinished(() => platform.close());
  return platform;
}

describe('embedded platform after kill -9', () => {
  it('still has its objects, its unfinished jobs and its count', async () => {
    const folder = temporaryFolder();
    const child = startChild([PROGRAM, folder]);
    const state = JSON.parse(await child.nextLine()) as { ids: string[]; done: string; held: string };
    let reported = -1;
    while (reported < 50) reported = Number(await child.nextLine());
    await child.kill('SIGKILL');

    const platform = await openPlatform(folder);
    const received = await platform.queue.receive({ max: 10, waitSeconds: 0 });
    const open = state.ids.filter((id) => id !== state.done);
    expect(received.map(({ message }) => message?.jobId)).toEqual(open);
    const held = received.find(({ message }) => message?.jobId === state.held);
    expect(held?.receiveCount).toBe(2);
    expect(await platform.objects.head('results/whole')).toMatchObject({ bytes: 1_000 });
    expect(await platform.objects.head('results/half')).toBeNull();
    expect(readdirSync(folder)).not.toContain('incoming');
    // What was reported is counted; at most the one in the middle of which it died may come on top.
    expect(await platform.counter.read()).toBeGreaterThanOrEqual(5 + reported + 1);
    expect(await platform.counter.addOnce('more-0')).toMatchObject({ counted: false });
    for (const id of state.ids) expect(await platform.counter.addOnce(id)).toMatchObject({ counted: false });
  });
});

describe('embedded platform after a torn write', () => {
  it('cuts off a count that was not finished', async () => {
    const folder = temporaryFolder();
    const first = await FileCounter.open(folder);
    await first.addOnce('a');
    await first.addOnce('b');
    await first.close();
    appendFileSync(join(folder, 'count.journal'), 'c 17637');
    const second = await FileCounter.open(folder);
    expect(await second.read()).toBe(2);
    expect(await second.addOnce('c')).toEqual({ count: 3, counted: true });
    await second.close();
    const third = await FileCounter.open(folder);
    onTestFinished(() => third.close());
    expect(await third.read()).toBe(3);
  });

  it('shows a damaged message as one that nobody understands', async () => {
    const folder = temporaryFolder();
    await (await createEmbeddedPlatform({ dataDir: folder })).close();
    writeFileSync(join(folder, 'queue', 'torn.json'), '{"body":{"ver');
    writeFileSync(join(folder, 'queue', 'half.json.new'), '{');
    const platform = await openPlatform(folder);
    const [received] = await platform.queue.receive({ max: 10, waitSeconds: 0 });
    expect(received?.message).toBeNull();
    await platform.queue.delete(received?.receiptHandle ?? '');
    expect(readdirSync(join(folder, 'queue'))).toEqual([]);
  });

  it('begins beside entries that are none of its own, and names them', async () => {
    const folder = temporaryFolder();
    await (await createEmbeddedPlatform({ dataDir: folder })).close();
    for (const path of ['objects/jobs/stray.json', 'queue/stray.json'])
      mkdirSync(join(folder, path), { recursive: true });
    writeFileSync(join(folder, 'objects', 'note.txt'), 'hello');
    execFileSync('mkfifo', [join(folder, 'objects', 'jobs', 'pipe')]);
    writeFileSync(join(folder, 'queue', 'torn.json'), '{"body":{"ver');
    const lines: string[] = [];
    const logger = createLogger({ level: 'warn', write: (line) => lines.push(line) });
    const { queue, close } = await createEmbeddedPlatform({ dataDir: folder, logger });
    onTestFinished(close);
    expect(lines.join('')).toMatch(/"queue.entry-ignored".*"queue\/stray.json"/);
    expect(await queue.depth()).toMatchObject({ waiting: 1 });
    expect(await queue.oldestSeconds()).toBeLessThan(60);
  });

  it('never takes a cut file for an object', async () => {
    const folder = temporaryFolder();
    const { objects } = await openPlatform(folder);
    await objects.put('results/a', new Uint8Array(5_000), PNG);
    const file = join(folder, 'objects', 'results', 'a');
    for (const bytes of [5_000, 511, 0]) {
      truncateSync(file, bytes);
      expect(await objects.find('results/a')).toBeNull();
    }
    writeFileSync(file, readFileSync(fileURLToPath(import.meta.url)));
    expect(await objects.head('results/a')).toBeNull();
  });
});

describe('embedded platform with a damaged count', () => {
  const journalOf = (folder: string) => join(folder, 'count.journal');

  async function countTo(folder: string, ids: string[], clock = new FakeClock()): Promise<void> {
    const counter = await FileCounter.open(folder, { clock });
    for (const id of ids) await counter.addOnce(id);
    await counter.close();
  }

  async function openDamaged(folder: string) {
    const lines: string[] = [];
    const logger = createLogger({ write: (line) => lines.push(line) });
    const counter = await FileCounter.open(folder, { logger, clock: new FakeClock() });
    onTestFinished(() => counter.close());
    return { counter, lines };
  }

  it.each([
    ['noise', () => Buffer.from(Array.from({ length: 400 }, (_, n) => (n * 151) % 256))],
    ['nothing', () => Buffer.alloc(0)],
    ['zeros where the base was', (text: string) => Buffer.from(text.replace(/^base \d+/, '\0\0\0\0\0\0'))],
    ['a line of noise in the middle', (text: string) => Buffer.from(text.replace(/\nd \d+\n/, '\n#?!\n'))],
  ])('keeps the best value it can read when the journal holds %s', async (_what, damage) => {
    const folder = temporaryFolder();
    await countTo(folder, ['a', 'b', 'c']);
    await countTo(folder, ['d', 'e']);
    const damaged = damage(readFileSync(journalOf(folder), 'utf8'));
    writeFileSync(journalOf(folder), damaged);
    const { counter, lines } = await openDamaged(folder);
    expect(await counter.read()).toBe(5);
    for (const id of ['a', 'e']) expect(await counter.addOnce(id)).toMatchObject({ counted: false });
    const aside = readdirSync(folder).find((name) => name.startsWith('count.journal.damaged-')) ?? '';
    expect(readFileSync(join(folder, aside))).toEqual(damaged);
    expect(lines.join('')).toContain('"count.damaged"');
    await counter.close();
    const again = await openDamaged(folder);
    expect(await again.counter.read()).toBe(await counter.read());
    expect(again.lines).toEqual([]);
  });

  it('loses none when only the base cannot be read', async () => {
    const folder = temporaryFolder();
    await countTo(folder, ['a', 'b', 'c']);
    await countTo(folder, ['d', 'e']);
    const text = readFileSync(journalOf(folder), 'utf8');
    writeFileSync(journalOf(folder), text.replace(/^base \d+\n/, ''));
    expect(await (await openDamaged(folder)).counter.read()).toBe(5);
  });
});

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
    const { objects } = await openPlatform(folder);
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
    await clock.advance(SHARES_ARE_GONE_MS);
    await expect.poll(() => platform.objects.head('shares/a'), SWEPT).toBeNull();
    await expect.poll(() => lines.join(''), SWEPT).toContain('"objects.expiry-failed"');
  });

  it('deletes what has expired and keeps the rest', async () => {
    const folder = temporaryFolder();
    const clock = new FakeClock();
    const { objects } = await openPlatform(folder, clock);
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
    await clock.advance(SHARES_ARE_GONE_MS);
    await store.sweep(rules);
    expect(await left()).toEqual(['other/a']);
  });

  it('keeps what a clock that was ahead has written no longer than the rest, and loses none of it', async () => {
    const folder = temporaryFolder();
    const clock = new FakeClock();
    const { objects } = await openPlatform(folder, clock);
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
    const { objects, partials } = await openPlatform(temporaryFolder(), clock);
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
    await expect.poll(() => objects.head('partials/a.json'), SWEPT).toBeNull();
    await clock.advance(120_000);
    await expect.poll(() => partials.keptBytes(partial), SWEPT).toBeNull();
  });

  it('sweeps by itself', async () => {
    const clock = new FakeClock();
    const { objects } = await openPlatform(temporaryFolder(), clock);
    await objects.put('results/a', new Uint8Array(1), PNG);
    await clock.advance(1_000_000);
    await expect.poll(() => objects.head('results/a'), SWEPT).toBeNull();
  });

  it('keeps the upload of a job that still waits', async () => {
    const folder = temporaryFolder();
    const clock = new FakeClock();
    const { objects, queue } = await openPlatform(folder, clock);
    const [waiting, lost] = [createJobId(), createJobId()];
    for (const id of [waiting, lost]) await objects.put(jobKeys.upload(id), new Uint8Array(1), PNG);
    await queue.send({ version: 1, jobId: waiting });
    await clock.advance(7_300_000);
    await expect.poll(() => objects.head(jobKeys.upload(lost)), SWEPT).toBeNull();
    expect(await objects.head(jobKeys.upload(waiting))).not.toBeNull();
    const [message] = await queue.receive({ max: 1, waitSeconds: 0 });
    await queue.delete(message?.receiptHandle ?? '');
    await clock.advance(60_000);
    await expect.poll(() => objects.head(jobKeys.upload(waiting)), SWEPT).toBeNull();
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

describe('an embedded platform', () => {
  it('lets no other account of the machine read its files, also those of an earlier version', async () => {
    const dataDir = join(temporaryFolder(), 'new', 'data');
    for (const folder of ['objects', 'queue'])
      mkdirSync(join(dataDir, folder), { recursive: true, mode: 0o755 });
    const platform = await openPlatform(dataDir);
    await platform.objects.put('uploads/a', Buffer.from('secret'), PNG);
    await platform.queue.send({ version: 1, jobId: createJobId() });
    await platform.counter.addOnce('a');
    for (const entry of readdirSync(dataDir, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      expect([path, statSync(path).mode & 0o077]).toEqual([path, 0]);
    }
    const made = join(temporaryFolder(), 'data');
    await openPlatform(made);
    expect(statSync(made).mode & 0o777).toBe(0o700);
  });
});

describe('the embedded queue while the time of day is set', () => {
  async function holdOne() {
    const clock = new FakeClock();
    const { queue } = await openPlatform(temporaryFolder(), clock);
    await queue.send({ version: 1, jobId: createJobId() });
    const receive = () => queue.receive({ max: 1, waitSeconds: 0 });
    const [held] = await receive();
    return { clock, queue, receive, receipt: held?.receiptHandle ?? '' };
  }

  it('hides no message that was given back while the clock stood ahead', async () => {
    const { clock, queue, receive, receipt } = await holdOne();
    clock.set(300_000);
    await queue.extend(receipt, 0);
    clock.set(-300_000);
    expect(await receive()).toMatchObject([{ receiveCount: 2 }]);
  });

  it.each([300_000, -300_000])('keeps a message with who holds it as long as ever (%d ms)', async (by) => {
    const { clock, receive } = await holdOne();
    clock.set(by);
    await clock.advance(1_000 * OPERATING_LIMITS.visibilityTimeoutSeconds - 1);
    expect(await receive()).toEqual([]);
    await clock.advance(1);
    expect(await receive()).toMatchObject([{ receiveCount: 2 }]);
  });

  it('ends a receive that waits when its time is over', async () => {
    const { clock, queue } = await holdOne();
    const waiting = queue.receive({ max: 1, waitSeconds: 5 });
    clock.set(-300_000);
    await clock.advance(5_000);
    expect(await waiting).toEqual([]);
  });
});

describe('the check of the embedded store', () => {
  it.runIf(existsSync('/dev/full'))(
    'says when the disk is full, and leaves nothing of its probe',
    async () => {
      const dataDir = temporaryFolder();
      const { objects } = await openPlatform(dataDir);
      await objects.check();
      expect(readdirSync(join(dataDir, 'incoming'))).toEqual([]);
      // Every write to this device fails as on a full disk.
      symlinkSync('/dev/full', join(dataDir, 'incoming', 'space-probe'));
      await expect(objects.check()).rejects.toMatchObject({ code: 'storage-full' });
      await objects.check();
    },
  );
});

describe('the queue of a full disk', () => {
  it.runIf(existsSync('/dev/full'))(
    'counts no receive that it cannot remember, and goes on when there is room',
    async () => {
      const dataDir = temporaryFolder();
      const { queue } = await openPlatform(dataDir);
      const jobId = createJobId();
      await queue.send({ version: 1, jobId });
      const folder = join(dataDir, 'queue');
      const unfinished = join(folder, `${readdirSync(folder)[0]}.new`);
      // Every write to this device fails as on a full disk.
      symlinkSync('/dev/full', unfinished);
      for (let time = 0; time < 3; time += 1)
        await expect(queue.receive({ max: 1, waitSeconds: 0 })).rejects.toMatchObject({ code: 'ENOSPC' });
      expect(await queue.depth()).toEqual({ waiting: 1, inFlight: 0, dead: 0 });
      rmSync(unfinished);
      expect(await queue.receive({ max: 1, waitSeconds: 0 })).toMatchObject([
        { receiveCount: 1, message: { jobId } },
      ]);
    },
  );
});
