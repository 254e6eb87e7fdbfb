import { Readable } from 'node:stream';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ClientHoldings, type NewHolding } from '#functions/services/holdings/client-holdings.ts';
import { createStorageRoom } from '#functions/services/holdings/storage-room.ts';
import { createEmbeddedPlatform } from '#platform/adapters/embedded/create-embedded-platform.ts';
import { jobKeys } from '#platform/contracts/job.ts';
import { partialUploadKey } from '#platform/contracts/partial-upload.ts';
import { createJobId, createJobRecord, transitionJob } from '#platform/job-records.ts';
import { createLogger } from '#platform/logger.ts';
import { FakeClock } from '#tests/fixtures/fake-clock.ts';
import { keysOf, newJobRecord } from '#tests/fixtures/jobs.ts';
import { temporaryFolder } from '#tests/fixtures/temporary-folder.ts';

const LIMITS = { jobs: 2, openBytes: 1_000, storedBytes: 1_500 };
const CLIENT = { key: 'a', limits: LIMITS };

/** @param disk what the store says of its disk [nothing bounds it] */
async function openHoldings({ maxStoredBytes = Infinity, disk = () => null as Disk | null } = {}) {
  const clock = new FakeClock();
  const folder = temporaryFolder();
  const platform = await createEmbeddedPlatform({ dataDir: folder, clock });
  onTestFinished(() => platform.close());
  const log: string[] = [];
  const logger = createLogger({ level: 'debug', write: (line) => log.push(line) });
  const objects = Object.assign(platform.objects, { space: async () => disk() });
  const room = createStorageRoom({ ...platform, objects, maxFileBytes: 100, maxStoredBytes });
  const holdings = new ClientHoldings({ ...platform, room, logger, clock });
  const admit = async (facts: Partial<NewHolding> = {}, client: typeof CLIENT = CLIENT) => {
    const id = createJobId();
    await holdings.admit(client, {
      id,
      state: 'expected',
      bytes: 10,
      workSeconds: 0.5,
      holdSeconds: 7_200,
      ...facts,
    });
    return id;
  };
  /** A result that lies in the store. */
  const keep = async (bytes: number, key = CLIENT.key) => {
    const record = newJobRecord({ client: key });
    await createJobRecord(platform.objects, record);
    const expiresAt = new Date(clock.now() + 900_000).toISOString();
    const ended = await transitionJob(platform.objects, record.id, 'completed', {
      outputBytes: bytes,
      expiresAt,
    });
    await platform.objects.put(jobKeys.result(record.id), new Uint8Array(bytes), {
      contentType: 'image/jpeg',
    });
    await holdings.hold({ key }, { id: record.id, state: 'kept', bytes, workSeconds: 0, holdSeconds: 900 });
    return ended!.record;
  };
  const results = async () => (await keysOf(platform, 'results/')).map((key) => key.slice('results/'.length));
  return { clock, folder, platform, holdings, admit, keep, results, log };
}
interface Disk {
  readonly freeBytes: number;
  readonly sizeBytes: number;
}

describe('what a client has open', () => {
  it('is refused in words, and says when to ask again', async () => {
    const { holdings, admit } = await openHoldings();
    await admit();
    await admit();
    const refusal = { code: 'rate-limited', retryAfterSeconds: 10 };
    await expect(admit()).rejects.toMatchObject({
      ...refusal,
      message: expect.stringContaining('You have 2 files in work') as string,
    });
    await expect(holdings.check(CLIENT)).rejects.toMatchObject(refusal);
    await holdings.check({ key: 'b', limits: LIMITS });
    await holdings.check({ ...CLIENT, limits: null });
  });

  it('tells the work ahead of a job, and nothing of what has ended', async () => {
    const { holdings, admit, keep } = await openHoldings();
    await keep(10);
    await admit();
    const job = { id: createJobId(), state: 'open', bytes: 10, workSeconds: 2, holdSeconds: 60 } as const;
    expect(await holdings.hold(CLIENT, job)).toEqual({ jobs: 1, smallWorkSeconds: 0.5 });
  });

  it('loses a job that has ended and whose place was not given back', async () => {
    const { clock, platform, holdings } = await openHoldings();
    const open = newJobRecord();
    await createJobRecord(platform.objects, open);
    for (const id of [open.id, createJobId()])
      await holdings.hold(CLIENT, { id, state: 'open', bytes: 10, workSeconds: 0.5, holdSeconds: 7_200 });
    await expect(holdings.check(CLIENT)).rejects.toMatchObject({ code: 'rate-limited' });
    await clock.advance(90_000);
    await holdings.check(CLIENT);
    expect(await platform.holdings.of(CLIENT.key)).toMatchObject([{ id: open.id }]);
  });

  it('keeps the place of a result whose job ends while it is looked for', async () => {
    const { clock, platform, holdings } = await openHoldings();
    const places = [createJobId(), createJobId()].map((id) => ({ id, bytes: 10, workSeconds: 0 }));
    for (const place of places) await holdings.hold(CLIENT, { ...place, state: 'open', holdSeconds: 7_200 });
    await clock.advance(90_000);
    const [ended] = places;
    platform.objects.head = async () => {
      await holdings.hold(CLIENT, { ...ended!, state: 'kept', holdSeconds: 900 });
      return null;
    };
    await holdings.check(CLIENT);
    expect(await platform.holdings.of(CLIENT.key)).toMatchObject([{ id: ended!.id, state: 'kept' }]);
  });

  it('keeps its place for a file that has still to come', async () => {
    const { clock, holdings, admit } = await openHoldings();
    for (let file = 0; file < 2; file += 1) await admit();
    await clock.advance(90_000);
    await expect(holdings.check(CLIENT)).rejects.toMatchObject({ code: 'rate-limited' });
  });

  it('is not counted while the holdings are away', async () => {
    const { platform, holdings, admit, log } = await openHoldings();
    const away = () => Promise.reject(new Error('away'));
    Object.assign(platform.holdings, { take: away, of: away, totalBytes: away, fetched: away });
    for (let job = 0; job < 3; job += 1) await admit();
    await holdings.check(CLIENT);
    expect(log.join('')).toContain('places.unavailable');
  });

  it('ends in time although the clock is set back', async () => {
    const { clock, holdings, admit } = await openHoldings();
    for (let file = 0; file < 2; file += 1) await admit({ holdSeconds: 3_600 });
    clock.set(-86_400_000);
    await clock.advance(3_600_000);
    await holdings.check(CLIENT);
  });
});

describe('what a client keeps', () => {
  it('is refused in words that say what to do and until when', async () => {
    const { clock, admit, keep } = await openHoldings();
    await keep(1_000);
    await clock.advance(300_000);
    await keep(500);
    const until = new Date(clock.now() + 600_000).toISOString().slice(11, 16);
    await expect(admit({ bytes: 900 })).rejects.toMatchObject({
      code: 'rate-limited',
      retryAfterSeconds: 600,
      message: `Your files here take up 1.46 KB, and this one would be too much. Please download and delete some of them, or wait until ${until} UTC.`,
    });
    await clock.advance(600_000);
    await admit({ bytes: 900 });
  });

  it('takes one file that is larger than all that it may keep', async () => {
    const { admit } = await openHoldings();
    await admit({ bytes: 5_000 });
    await expect(admit()).rejects.toMatchObject({ code: 'rate-limited' });
  });

  it('makes room by ending what was downloaded, the first one first, and only as much as is needed', async () => {
    const { clock, holdings, admit, keep, results } = await openHoldings();
    const [unseen, late, early] = [await keep(500), await keep(300), await keep(300)];
    await holdings.noteFetched(early, 900);
    await clock.advance(30_000);
    await holdings.noteFetched(late, 870);
    await expect(admit({ bytes: 500 })).rejects.toMatchObject({ retryAfterSeconds: 30 });
    await clock.advance(30_000);
    await admit({ bytes: 500 });
    expect(await results()).toEqual([unseen.id, late.id].sort());
  });

  it('never loses a result that was not fetched, or that is still to be delivered', async () => {
    const { clock, holdings, admit, keep, results } = await openHoldings();
    const [unseen, delivered] = [await keep(700), await keep(800)];
    await holdings.noteFetched({ ...delivered, deliver: { webhook: 'https://receiver.example/' } }, 900);
    await clock.advance(120_000);
    await expect(admit({ bytes: 100 })).rejects.toMatchObject({ code: 'rate-limited' });
    expect(await results()).toEqual([unseen.id, delivered.id].sort());
  });

  it('is known after a restart, by what is there', async () => {
    const { folder, platform, holdings, keep, clock } = await openHoldings();
    const message = { version: 1, jobId: createJobId(), client: 'a', bytes: 7, workSeconds: 0.25 };
    await platform.queue.send(message);
    const result = await keep(20);
    const uploadId = createJobId();
    const key = jobKeys.upload(uploadId);
    const ticket = await platform.partials.begin(key);
    await platform.partials.append({ key, ticket, totalBytes: 30 }, 0, Readable.from([Buffer.alloc(12)]));
    const upload = {
      ...{
        version: 1,
        id: uploadId,
        ticket,
        bytes: 30,
        fileName: 'a.pdf',
        mimeType: '',
        metadata: '',
      },
      ...{ options: { preset: 'balanced' }, client: 'a', createdAt: new Date(clock.now()).toISOString() },
      isCompleted: false,
    };
    const text = Buffer.from(JSON.stringify(upload));
    await platform.objects.put(partialUploadKey(upload.id), text, { contentType: 'application/json' });
    await clock.advance(600_000);
    await platform.close();
    const restarted = await createEmbeddedPlatform({ dataDir: folder, clock });
    onTestFinished(() => restarted.close());
    const held = await restarted.holdings.of('a');
    expect(held).toMatchObject([
      { id: message.jobId, state: 'open', bytes: 7 },
      { id: result.id, state: 'kept', bytes: 20 },
      { id: upload.id, state: 'expected', bytes: 30 },
    ]);
    expect(held.map(({ endsInSeconds }) => endsInSeconds)).toEqual([7_200, 300, 3_000]);
    expect(await restarted.holdings.totalBytes()).toBe(7 + 20 + 12);
    expect(holdings).toBeDefined();
  });
});

describe('what there is room for', () => {
  it('is refused with 507 when all together keep as much as they may', async () => {
    const { admit, keep, holdings } = await openHoldings({ maxStoredBytes: 1_000 });
    await keep(900, 'b');
    await expect(admit({ bytes: 101 })).rejects.toMatchObject({
      code: 'storage-full',
      retryAfterSeconds: 30,
      message: 'This server has no room for new files right now. Please try again in a few minutes.',
    });
    await admit({ bytes: 100 });
    await keep(100, 'c');
    await expect(holdings.check({ key: 'd', limits: null })).rejects.toMatchObject({ code: 'storage-full' });
  });

  it('leaves no place behind when it is refused', async () => {
    const { admit, keep, platform } = await openHoldings({ maxStoredBytes: 1_000 });
    await keep(900, 'b');
    await expect(admit({ bytes: 101 })).rejects.toMatchObject({ code: 'storage-full' });
    expect(await platform.holdings.of(CLIENT.key)).toEqual([]);
  });

  it('grows by what any client has downloaded', async () => {
    const { clock, holdings, admit, keep, results } = await openHoldings({ maxStoredBytes: 1_000 });
    const [unseen, fetched] = [await keep(400, 'b'), await keep(500, 'c')];
    await holdings.noteFetched(fetched, 900);
    await clock.advance(60_000);
    await admit({ bytes: 300 });
    expect(await results()).toEqual([unseen.id]);
  });

  it('is a third for one client at most, so that no one takes it from all others', async () => {
    const { admit, keep } = await openHoldings({ maxStoredBytes: 900 });
    await keep(200);
    await expect(admit({ bytes: 101 })).rejects.toMatchObject({ code: 'rate-limited' });
    await admit({ bytes: 101 }, { ...CLIENT, key: 'b' });
  });

  it.each([
    ['three of the largest files stay free', { freeBytes: 309, sizeBytes: 10_000 }, 10],
    ['a quarter of a small disk stays free', { freeBytes: 109, sizeBytes: 400 }, 10],
    ['its own work would not fit', { freeBytes: 179, sizeBytes: 400 }, 60],
  ])('is not there where %s', async (_why, disk, bytes) => {
    const { holdings } = await openHoldings({ disk: () => disk });
    await expect(holdings.checkRoom(bytes)).rejects.toMatchObject({ code: 'storage-full' });
    await holdings.checkRoom(bytes - 1);
  });
});
