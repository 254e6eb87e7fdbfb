import { buffer } from 'node:stream/consumers';
import JSZip from 'jszip';
import { describe, expect, it } from 'vitest';
import { answerTo, batchBody, halvedBody, startBatchServer } from '#tests/fixtures/batch-server.ts';
import { keysOf } from '#tests/fixtures/jobs.ts';
import { until } from '#tests/fixtures/until.ts';

const files = (...names: string[]) => names.map((file) => ({ file }));
const report = async (zip: JSZip) =>
  JSON.parse(await zip.file('featherpress-report.json')!.async('string')) as { files: object[] };

/** Sends a.png, each time with the same key. */
function sendWithKey(batch: Awaited<ReturnType<typeof startBatchServer>>) {
  const request = batch.begin('', { 'Idempotency-Key': 'twice' });
  request.end(batchBody(files('a.png')));
  return answerTo(request);
}

describe('a zip whose files take long', () => {
  it('begins with the first file that has ended, and says that it knows no totals yet', async () => {
    const batch = await startBatchServer({ totalsWithinMs: 1 });
    const request = batch.begin('?target=5KB');
    request.end(batchBody(files('a.png', 'b.png', 'c.png')));
    const answering = answerTo(request);
    await batch.end('b.png', 'completed');
    const answer = await answering;
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'x-file-count': '3',
      'x-failed-count': 'unknown',
      'x-target-met': 'unknown',
      link: expect.stringMatching(/^<\/api\/batches\/[\w-]{22}>; rel="describedby"/) as string,
    });
    const [first] = (await answer[Symbol.asyncIterator]()
      .next()
      .then(({ value }) => [value as Buffer])) as [Buffer];
    expect(first.toString('latin1')).toContain('featherpress_b.png');
    await batch.end('c.png', 'failed');
    await batch.end('a.png', 'completed');
  });

  it('holds every file in the end, with a report in the order of the form', async () => {
    const batch = await startBatchServer({ totalsWithinMs: 1 });
    const request = batch.begin();
    request.end(batchBody(files('a.png', 'b.png', 'c.png')));
    const answering = answerTo(request).then(buffer);
    await batch.end('c.png', 'completed', 'c'.repeat(3_000));
    await batch.end('b.png', 'failed');
    await batch.end('a.png', 'completed');
    const zip = await JSZip.loadAsync(await answering);
    expect(Object.keys(zip.files).sort()).toEqual([
      'featherpress-report.json',
      'featherpress_a.png',
      'featherpress_c.png',
    ]);
    expect(await zip.file('featherpress_c.png')!.async('string')).toBe('c'.repeat(3_000));
    expect((await report(zip)).files).toMatchObject([
      { name: 'a.png', result: 'featherpress_a.png' },
      { name: 'b.png', code: 'damaged' },
      { name: 'c.png', result: 'featherpress_c.png' },
    ]);
  });

  it('goes on after a file of many megabytes', async () => {
    const batch = await startBatchServer();
    const request = batch.begin();
    request.end(batchBody(files('a.png', 'b.png')));
    const answering = answerTo(request).then(buffer);
    await batch.end('a.png', 'completed', 'a'.repeat(16 * 1024 * 1024));
    await batch.end('b.png', 'completed');
    const zip = await JSZip.loadAsync(await answering);
    expect((await zip.file('featherpress_a.png')!.async('nodebuffer')).length).toBe(16 * 1024 * 1024);
    expect(Object.keys(zip.files)).toHaveLength(3);
  });

  it('is refused when it is asked for again and its results have ended early', async () => {
    const batch = await startBatchServer();
    const first = sendWithKey(batch).then(buffer);
    await batch.end('a.png', 'completed');
    await first;
    await batch.objects.delete(await keysOf(batch.platform, 'results/'));
    const answer = await sendWithKey(batch);
    expect([answer.statusCode, JSON.parse((await buffer(answer)).toString())]).toMatchObject([
      404,
      { code: 'expired' },
    ]);
  });

  it('can be asked for again when the store was away for its results', async () => {
    const batch = await startBatchServer();
    const find = batch.objects.find.bind(batch.objects);
    let isAway = true;
    batch.objects.find = (key, ...rest) =>
      isAway && key.startsWith('results/')
        ? Promise.reject(Object.assign(new Error('away'), { code: 'ECONNREFUSED' }))
        : find(key, ...rest);
    const first = sendWithKey(batch);
    await batch.end('a.png', 'completed');
    expect((await first).statusCode).toBeGreaterThanOrEqual(500);
    isAway = false;
    const answer = await sendWithKey(batch);
    expect([answer.statusCode, answer.headers['idempotent-replayed']]).toEqual([200, 'true']);
    expect(Object.keys((await JSZip.loadAsync(await buffer(answer))).files)).toContain('featherpress_a.png');
  });

  it('is an error all the same when nothing comes of it', async () => {
    const batch = await startBatchServer({ totalsWithinMs: 1 });
    const request = batch.begin();
    request.end(batchBody(files('a.png', 'b.png')));
    const answering = answerTo(request);
    await batch.end('b.png', 'failed');
    await batch.end('a.png', 'failed');
    const answer = await answering;
    expect(answer.statusCode).toBe(422);
    expect((await buffer(answer)).toString()).toContain('a.png is damaged.');
  });

  it('cancels what is still in work when its client leaves', async () => {
    const batch = await startBatchServer({ totalsWithinMs: 1 });
    const request = batch.begin();
    request.end(batchBody(files('a.png', 'b.png')));
    const answering = answerTo(request);
    await batch.end('a.png', 'completed');
    const answer = await answering;
    const b = (await batch.jobOf('b.png'))!;
    answer.destroy();
    await until('the end of the job', async () => (await keysOf(batch.platform, 'uploads/')).length === 1);
    expect(await batch.jobs.find(b)).toBeNull();
  });
});

const PRESET_AND_FILE = [{ field: 'preset', text: 'small' }, { file: 'a.png' }];

describe('work on the files of a batch', () => {
  it('begins when a file has arrived, where options came first', async () => {
    const batch = await startBatchServer();
    const [first, second] = halvedBody(PRESET_AND_FILE, files('b.png'));
    const request = batch.begin('', {}, first.length + second.length);
    request.write(first);
    const answering = answerTo(request).then(buffer);
    await batch.end('a.png', 'completed');
    request.end(second);
    await batch.end('b.png', 'completed');
    const zip = await JSZip.loadAsync(await answering);
    expect((await report(zip)).files).toMatchObject([{ name: 'a.png' }, { name: 'b.png' }]);
  });

  it.each([
    ['no options came', [{ file: 'a.png' }], 0],
    ['nobody knows how long the rest takes', PRESET_AND_FILE, undefined],
  ] as const)('waits for the last file where %s', async (_why, parts, more) => {
    const batch = await startBatchServer();
    const [first, second] = halvedBody(parts, files('b.png'));
    const length = more === undefined ? undefined : first.length + second.length;
    const request = batch.begin('', {}, length);
    request.write(first);
    await until('the upload', async () => (await keysOf(batch.platform, 'uploads/')).length === 1);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await batch.jobOf('a.png')).toBeUndefined();
    const answering = answerTo(request).then(buffer);
    request.end(second);
    await batch.end('a.png', 'completed');
    await batch.end('b.png', 'completed');
    await answering;
  });

  it.each([
    ['options of another value follow', [{ field: 'target', text: '5KB' }], 400, 'invalid-request'],
    ['a later file is of no kind', [{ field: 'files', text: 'no file' }], 400, 'missing-files'],
  ] as const)('is given up when %s', async (_why, late, status, code) => {
    const batch = await startBatchServer();
    const [first, second] = halvedBody(PRESET_AND_FILE, late);
    const request = batch.begin('', {}, first.length + second.length);
    request.write(first);
    await until('the job', async () => (await batch.jobOf('a.png')) !== undefined);
    const answering = answerTo(request);
    request.end(second);
    const answer = await answering;
    expect([answer.statusCode, JSON.parse((await buffer(answer)).toString())]).toMatchObject([
      status,
      { code },
    ]);
    const left = (await keysOf(batch.platform)).filter((key) => !key.startsWith('outcomes/'));
    expect(left).toEqual([]);
  });

  it('leaves nothing of files that it has not begun with when the batch cannot be made', async () => {
    const batch = await startBatchServer();
    const put = batch.objects.put.bind(batch.objects);
    batch.objects.put = (key, ...rest) =>
      key.startsWith('batches/') ? Promise.reject(new Error('away')) : put(key, ...rest);
    const request = batch.begin();
    request.end(batchBody(files('a.png', 'b.png')));
    const answer = await answerTo(request);
    expect([answer.statusCode, JSON.parse((await buffer(answer)).toString())]).toMatchObject([
      503,
      { code: 'unavailable' },
    ]);
    expect(await keysOf(batch.platform)).toEqual([]);
  });

  it('is given up when its client leaves before the last file', async () => {
    const batch = await startBatchServer();
    const [first] = halvedBody(PRESET_AND_FILE, files('b.png'));
    const request = batch.begin('', {}, first.length + 5_000);
    request.write(first);
    await until('the job', async () => (await batch.jobOf('a.png')) !== undefined);
    request.destroy();
    const left = async () => (await keysOf(batch.platform)).filter((key) => !key.startsWith('outcomes/'));
    await until('an empty store', async () => (await left()).length === 0);
  });
});
