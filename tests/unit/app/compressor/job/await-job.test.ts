// @vitest-environment jsdom
import { afterEach, describe, expect, test, vi } from 'vitest';
import { answerFetch } from '#tests/support/answer-fetch.ts';
import { pngFile, reportWith } from '#tests/support/compressed-files.ts';
import '#tests/support/browser-parts.ts';
import { setOnline } from '#tests/support/browser-parts.ts';
import { tryNow } from '~/compressor/job/persist.ts';
import type { Stage } from '~/compressor/job/stage.ts';
import { requestCompression } from '~/compressor/queue/request.ts';
// The page loads it when a line breaks; with it at hand a test with a clock of its own need not wait for that.
import '~/compressor/upload/upload-in-pieces.ts';

afterEach(() => {
  vi.useRealTimers();
  setOnline(true);
});

const JOB = '/api/jobs/job';
const report = reportWith([]);
const accepted = () => Response.json({ id: 'job', status: 'queued' }, { status: 202 });
const state =
  (status: string, facts: object = {}) =>
  () =>
    Response.json({ id: 'job', status, ...facts });
const small = () =>
  new Response('small', {
    headers: { 'Content-Type': 'image/png', 'Content-Disposition': 'attachment; filename="small.png"' },
  });
const busy = (seconds: number) => () =>
  Response.json(
    { error: 'Busy.', code: 'busy' },
    { status: 503, headers: { 'Retry-After': String(seconds) } },
  );
const full = () =>
  Response.json(
    { error: 'No room.', code: 'storage-full' },
    { status: 507, headers: { 'Retry-After': '30' } },
  );
const lost = () => Promise.reject(new TypeError('Failed to fetch'));
const gone = () => Response.json({ error: 'There is no such job.', code: 'expired' }, { status: 404 });

/** The upload that a file takes after its line broke. */
const UPLOAD = '/api/resumable/job';
const created = () => new Response(null, { status: 201, headers: { Location: UPLOAD } });
const arrived = () =>
  new Response(null, {
    status: 204,
    headers: { 'Upload-Offset': String(pngFile('chart.png').size), 'X-Job-Id': 'job' },
  });

/** Answers in turn, the last one again and again. */
const inTurn = (...answers: (() => Response | Promise<Response>)[]) => {
  let at = 0;
  return () => (answers[Math.min(at++, answers.length - 1)] ?? gone)();
};

function compress(jobId: string | null = null, file = pngFile('chart.png')) {
  vi.useFakeTimers();
  const stages: Stage[] = [];
  const jobs: (string | null)[] = [];
  const controller = new AbortController();
  const answer = requestCompression(
    { file, kind: 'png', options: { preset: 'high' }, jobId },
    {
      signal: controller.signal,
      onStage: (stage) => stages.push(stage),
      onJob: (id) => jobs.push(id),
    },
  );
  answer.catch(() => undefined);
  const paths = (requests: readonly { method: string; path: string }[]) =>
    requests.map(({ method, path }) => `${method} ${path}`);
  return { answer, stages, jobs, controller, paths };
}

describe('a job', () => {
  test('is asked for with the upload, followed, and its result fetched once', async () => {
    const requests = answerFetch({
      'POST /api/compress': accepted,
      [`GET ${JOB}`]: inTurn(state('queued'), state('running'), state('completed', { report })),
      [`GET ${JOB}/result`]: small,
    });
    const { answer, stages, jobs, paths } = compress();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await answer).toMatchObject({ name: 'small.png', size: 5, jobId: 'job', report });
    expect(requests[0]?.headers.get('Prefer')).toBe('respond-async, wait=1');
    expect(paths(requests).filter((each) => each.endsWith('/result'))).toHaveLength(1);
    expect(stages.map(({ at }) => at)).toEqual(['sending', 'sending', 'queued', 'compressing', 'fetching']);
    expect(jobs).toEqual(['job']);
  });

  test.each([
    [511, 'respond-async, wait=1'],
    [513, 'respond-async'],
  ])('of a file of %i KB is asked for with "%s"', async (kilobytes, preference) => {
    const requests = answerFetch({ 'POST /api/compress': small });
    const { answer } = compress(null, pngFile('chart.png', kilobytes * 1024));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await answer).toMatchObject({ size: 5 });
    expect(requests[0]?.headers.get('Prefer')).toBe(preference);
  });

  test('of an earlier page is followed without another upload', async () => {
    const requests = answerFetch({ [`GET ${JOB}`]: state('completed'), [`GET ${JOB}/result`]: small });
    const { answer, paths } = compress('job');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await answer).toMatchObject({ size: 5 });
    expect(paths(requests)).toEqual([`GET ${JOB}/events`, `GET ${JOB}`, `GET ${JOB}/result`]);
  });

  test.each([
    ['job', { [`GET ${JOB}`]: inTurn(gone, state('completed')), [`GET ${JOB}/result`]: small }],
    ['result', { [`GET ${JOB}`]: state('completed'), [`GET ${JOB}/result`]: inTurn(gone, small) }],
  ])('whose %s is gone is sent again', async (_what, answers) => {
    const requests = answerFetch({ 'POST /api/compress': accepted, ...answers });
    const { answer, paths } = compress('job');
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await answer).toMatchObject({ size: 5 });
    expect(paths(requests).filter((each) => each.startsWith('POST'))).toHaveLength(1);
  });

  test('that is lost again and again is not sent for ever', async () => {
    const requests = answerFetch({ 'POST /api/compress': accepted, [`GET ${JOB}`]: gone });
    const { answer, paths } = compress();
    await vi.advanceTimersByTimeAsync(5_000);
    await expect(answer).rejects.toMatchObject({ message: 'There is no such job.', retryable: true });
    expect(paths(requests).filter((each) => each.startsWith('POST'))).toHaveLength(2);
  });

  test('that failed is refused in the words of the server', async () => {
    answerFetch({
      'POST /api/compress': accepted,
      [`GET ${JOB}`]: state('failed', {
        error: 'It is protected by a password.',
        code: 'password-protected',
      }),
    });
    const { answer, jobs } = compress();
    await vi.advanceTimersByTimeAsync(1_000);
    await expect(answer).rejects.toMatchObject({
      message: 'It is protected by a password.',
      retryable: false,
    });
    expect(jobs).toEqual(['job', null]);
  });

  test('that another program cancelled can be tried again', async () => {
    answerFetch({ 'POST /api/compress': accepted, [`GET ${JOB}`]: state('cancelled') });
    const { answer } = compress();
    await vi.advanceTimersByTimeAsync(1_000);
    await expect(answer).rejects.toMatchObject({ message: 'This job was cancelled.', retryable: true });
  });
});

describe('what passes', () => {
  test('is a deployment: every call is made again, and nothing is said', async () => {
    answerFetch({
      'POST /api/compress': lost,
      'POST /api/resumable': created,
      [`PATCH ${UPLOAD}`]: inTurn(lost, arrived),
      [`HEAD ${UPLOAD}`]: () => new Response(null, { headers: { 'Upload-Offset': '0' } }),
      [`GET ${JOB}`]: inTurn(lost, () => new Response('', { status: 502 }), state('completed')),
      [`GET ${JOB}/result`]: inTurn(lost, small),
    });
    const { answer, stages } = compress();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await answer).toMatchObject({ size: 5 });
    expect(stages.some(({ at }) => at === 'stalled')).toBe(false);
  });

  test('is a line that drops as the events are asked for: they are heard again', async () => {
    const heard = () =>
      new Response('event: completed\ndata: {"id":"job","status":"completed"}\n\n', {
        headers: { 'Content-Type': 'text/event-stream' },
      });
    answerFetch({
      [`GET ${JOB}/events`]: inTurn(lost, heard),
      [`GET ${JOB}`]: state('running'),
      [`GET ${JOB}/result`]: small,
    });
    const { answer } = compress('job');
    await vi.advanceTimersByTimeAsync(3_000);
    expect(await answer).toMatchObject({ size: 5 });
  });

  test('is a tunnel, until the line is back', async () => {
    setOnline(false);
    answerFetch({
      'POST /api/compress': lost,
      'POST /api/resumable': inTurn(lost, created),
      [`PATCH ${UPLOAD}`]: arrived,
      [`GET ${JOB}`]: gone,
    });
    const { answer, stages, jobs } = compress();
    await vi.advanceTimersByTimeAsync(600);
    expect(stages.at(-1)).toMatchObject({ at: 'stalled', cause: 'line' });
    setOnline(true);
    await vi.advanceTimersByTimeAsync(0);
    expect(jobs[0]).toBe('job');
    await vi.advanceTimersByTimeAsync(10_000);
    await expect(answer).rejects.toThrow();
  });

  test('is a busy or full server: it is asked again when it said, or when a person says', async () => {
    const requests = answerFetch({
      'POST /api/compress': inTurn(busy(30), full, accepted),
      [`GET ${JOB}`]: state('completed'),
      [`GET ${JOB}/result`]: small,
    });
    const { answer, stages } = compress();
    await vi.advanceTimersByTimeAsync(29_000);
    expect(requests).toHaveLength(1);
    expect(stages.at(-1)).toMatchObject({ at: 'stalled', cause: 'busy' });
    await vi.advanceTimersByTimeAsync(1_100);
    expect(requests).toHaveLength(2);
    tryNow();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await answer).toMatchObject({ size: 5 });
  });

  test('ends after a quarter of an hour, and what the server has is kept in mind', async () => {
    answerFetch({ 'POST /api/compress': accepted });
    const { answer, jobs } = compress();
    await vi.advanceTimersByTimeAsync(16 * 60_000);
    await expect(answer).rejects.toMatchObject({
      message: 'The connection was lost. Check that you are online and try again.',
      retryable: true,
    });
    expect(jobs).toEqual(['job']);
  });

  test('ends at once when it is cancelled', async () => {
    const requests = answerFetch({ 'POST /api/compress': busy(30) });
    const { answer, controller } = compress();
    await vi.advanceTimersByTimeAsync(1_000);
    controller.abort();
    await expect(answer).rejects.toMatchObject({ name: 'AbortError' });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(requests).toHaveLength(1);
  });
});
