// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { answerFetch } from '#tests/support/answer-fetch.ts';
import type { Stage } from '~/compressor/job/stage.ts';
import { listenToJob } from '~/compressor/job/job-stream.ts';

afterEach(() => vi.useRealTimers());

const EVENTS = 'GET /api/jobs/job/events';
const progress = (ratio: number) => `event: progress\ndata: {"status":"running","progress":${ratio}}\n\n`;

/** A stream of events that a test feeds. */
function stream() {
  let feed: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({ start: (controller) => void (feed = controller) });
  const requests = answerFetch({ [EVENTS]: () => new Response(body) });
  return {
    requests,
    send: (text: string) => feed?.enqueue(new TextEncoder().encode(text)),
    end: () => feed?.close(),
  };
}

function listen(signal = new AbortController().signal) {
  const stages: Stage[] = [];
  return { stages, end: listenToJob('job', { signal, onStage: (stage) => stages.push(stage) }) };
}

test('tells the progress and the end of a job', async () => {
  const { send, requests } = stream();
  const { stages, end } = listen();
  send(`: open\n\n${progress(0.25)}${progress(0.5)}event: com`);
  send('pleted\ndata: {"status":"completed"}\n\n');
  expect(await end).toEqual({ type: 'ended', job: { status: 'completed' } });
  expect(stages.map((stage) => 'progress' in stage && stage.progress)).toEqual([0.25, 0.5]);
  expect(requests[0]?.signal?.aborted).toBe(true);
});

test.each([
  ['is refused', () => new Response('', { status: 404 }), 'refused'],
  ['finds no server', () => new Response('', { status: 502 }), 'broken'],
  ['is not reached', () => Promise.reject(new TypeError('Failed to fetch')), 'broken'],
  ['ends early', () => new Response(progress(0.1)), 'broken'],
])('gives up where the stream %s', async (_how, answer, type) => {
  answerFetch({ [EVENTS]: answer });
  expect(await listen().end).toEqual({ type });
});

test('gives up a stream that only says that it is there', async () => {
  vi.useFakeTimers();
  const { send, requests } = stream();
  const { end } = listen();
  for (let seconds = 0; seconds < 16; seconds += 4) {
    send(': still here\n\n');
    await vi.advanceTimersByTimeAsync(4_000);
  }
  expect(requests[0]?.signal?.aborted).toBe(true);
  // A browser breaks it off with the signal; this one ends when it falls silent.
  await vi.advanceTimersByTimeAsync(15_000);
  expect(await end).toEqual({ type: 'broken' });
});

test.each([
  ['the file is cancelled', (controller: AbortController) => controller.abort()],
  [
    'the page is hidden',
    () => {
      vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
      document.dispatchEvent(new Event('visibilitychange'));
      vi.restoreAllMocks();
    },
  ],
])('ends when %s', async (_why, happen) => {
  vi.useFakeTimers();
  const { requests } = stream();
  const controller = new AbortController();
  const { end } = listen(controller.signal);
  happen(controller);
  // As above: this one ends when it falls silent.
  await vi.advanceTimersByTimeAsync(15_000);
  expect(await end).toMatchObject({ type: 'broken' });
  expect(requests[0]?.signal?.aborted).toBe(true);
});
