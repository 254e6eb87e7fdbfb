import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createEmbeddedPlatform } from '#platform/adapters/embedded/create-embedded-platform.ts';
import { FileCounter } from '#platform/adapters/embedded/file-counter.ts';
import { createJobId } from '#platform/job-records.ts';
import { createLogger } from '#platform/logger.ts';
import { startChild } from '#tests/fixtures/child-process.ts';
import { FakeClock } from '#tests/fixtures/fake-clock.ts';
import { temporaryFolder } from '#tests/fixtures/temporary-folder.ts';
import { openEmbedded } from '#tests/support/open-embedded.ts';

const PROGRAM = fileURLToPath(new URL('../fixtures/embedded-platform-process.ts', import.meta.url));
const PNG = { contentType: 'image/png' };

describe('embedded platform after kill -9', () => {
  it('still has its objects, its unfinished jobs and its count', async () => {
    const folder = temporaryFolder();
    const child = startChild([PROGRAM, folder]);
    const state = JSON.parse(await child.nextLine()) as { ids: string[]; done: string; held: string };
    let reported = -1;
    while (reported < 50) reported = Number(await child.nextLine());
    await child.kill('SIGKILL');

    const platform = await openEmbedded(folder);
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
    const platform = await openEmbedded(folder);
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
    const { objects } = await openEmbedded(folder);
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

describe('an embedded platform', () => {
  it('lets no other account of the machine read its files, also those of an earlier version', async () => {
    const dataDir = join(temporaryFolder(), 'new', 'data');
    for (const folder of ['objects', 'queue'])
      mkdirSync(join(dataDir, folder), { recursive: true, mode: 0o755 });
    const platform = await openEmbedded(dataDir);
    await platform.objects.put('uploads/a', Buffer.from('secret'), PNG);
    await platform.queue.send({ version: 1, jobId: createJobId() });
    await platform.counter.addOnce('a');
    for (const entry of readdirSync(dataDir, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      expect([path, statSync(path).mode & 0o077]).toEqual([path, 0]);
    }
    const made = join(temporaryFolder(), 'data');
    await openEmbedded(made);
    expect(statSync(made).mode & 0o777).toBe(0o700);
  });
});

describe('the check of the embedded store', () => {
  it.runIf(existsSync('/dev/full'))(
    'says when the disk is full, and leaves nothing of its probe',
    async () => {
      const dataDir = temporaryFolder();
      const { objects } = await openEmbedded(dataDir);
      await objects.check();
      expect(readdirSync(join(dataDir, 'incoming'))).toEqual([]);
      // Every write to this device fails as on a full disk.
      symlinkSync('/dev/full', join(dataDir, 'incoming', 'space-probe'));
      await expect(objects.check()).rejects.toMatchObject({ code: 'storage-full' });
      await objects.check();
    },
  );
});
