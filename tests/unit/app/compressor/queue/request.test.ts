// @vitest-environment jsdom
import { describe, expect, test } from 'vitest';
import { requestCompression } from '~/compressor/queue/request.ts';
import { answerFetch } from '#tests/support/answer-fetch.ts';
import '#tests/support/browser-parts.ts';
import { JPEG_HEAD, pngFile, reportWith } from '#tests/support/compressed-files.ts';

const file = pngFile('chart.png');
const send = (signal = new AbortController().signal) =>
  requestCompression({ file, kind: 'png', options: { preset: 'high' }, jobId: null }, { signal, ...quiet });
const quiet = { onStage() {}, onJob() {} };
const result = (headers: Record<string, string> = {}) =>
  new Response('small', { headers: { 'Content-Type': 'image/png', ...headers } });

describe('requestCompression', () => {
  test('sends preset and file, and returns the result with its report', async () => {
    const report = reportWith([]);
    const requests = answerFetch({
      'POST /api/compress': () =>
        result({ 'X-Job-Id': 'job', 'Content-Disposition': 'attachment; filename="featherpress_chart.png"' }),
      'GET /api/jobs/job': () => Response.json({ id: 'job', report }),
    });
    expect(await send()).toMatchObject({
      name: 'featherpress_chart.png',
      type: 'image/png',
      size: 5,
      kind: 'png',
      jobId: 'job',
      correctedName: null,
      report,
    });
    const form = requests[0]?.body as FormData;
    expect([...form.keys()]).toEqual(['preset', 'file']);
    expect(form.get('preset')).toBe('high');
    expect((form.get('file') as File).name).toBe('chart.png');
  });

  test('sends a picture under a wrong extension by its right name', async () => {
    const requests = answerFetch({ 'POST /api/compress': () => result() });
    const jpeg = new File([JPEG_HEAD], 'photo.png', { type: 'image/png' });
    const answer = await requestCompression(
      { file: jpeg, kind: 'png', options: { preset: 'balanced' }, jobId: null },
      { signal: new AbortController().signal, ...quiet },
    );
    expect(answer).toMatchObject({
      kind: 'jpeg',
      correctedName: 'photo.jpg',
      name: 'featherpress_photo.jpg',
      jobId: null,
      report: null,
    });
    const sent = (requests[0]!.body as FormData).get('file') as File;
    expect([sent.name, sent.type]).toEqual(['photo.jpg', 'image/jpeg']);
  });

  test.each([
    ['expired', () => new Response(null, { status: 404 })],
    ['empty', () => Response.json({})],
    ['not JSON', () => new Response('<html>')],
  ])('returns the result when its report is %s', async (_what, answer) => {
    answerFetch({ 'POST /api/compress': () => result({ 'X-Job-Id': 'job' }), 'GET /api/jobs/job': answer });
    expect(await send()).toMatchObject({ size: 5, report: null });
  });

  test('tells a refusal of the server in its words', async () => {
    answerFetch({
      'POST /api/compress': () =>
        Response.json({ error: 'The file is damaged.', code: 'damaged' }, { status: 422 }),
    });
    await expect(send()).rejects.toMatchObject({ message: 'The file is damaged.', retryable: false });
  });

  test.each([
    [500, true],
    [413, false],
  ])('says Compression Failed for an answer %i without a reason', async (status, retryable) => {
    answerFetch({ 'POST /api/compress': () => new Response('', { status }) });
    await expect(send()).rejects.toMatchObject({ message: 'Compression Failed', retryable });
  });

  test('does not wait for a server that asks for more than a minute or two', async () => {
    const requests = answerFetch({
      'POST /api/compress': () =>
        Response.json(
          { error: 'Please wait a moment.', code: 'rate-limited' },
          { status: 429, headers: { 'Retry-After': '3600' } },
        ),
    });
    await expect(send()).rejects.toMatchObject({ message: 'Please wait a moment.', retryable: true });
    expect(requests).toHaveLength(1);
  });

  test('rejects with AbortError when it is cancelled', async () => {
    const controller = new AbortController();
    answerFetch({ 'POST /api/compress': () => new Promise<Response>(() => {}) });
    const sending = send(controller.signal);
    setTimeout(() => controller.abort(), 5);
    await expect(sending).rejects.toMatchObject({ name: 'AbortError' });
  });
});
