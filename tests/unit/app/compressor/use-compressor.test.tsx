// @vitest-environment jsdom
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { useCompressor, type CompressionEvent } from '~/compressor/use-compressor.ts';
import '#tests/support/browser-parts.ts';
import { answerFetch } from '#tests/support/answer-fetch.ts';
import { pngFile } from '#tests/support/compressed-files.ts';

afterEach(cleanup);

const small = () => new Response('small', { headers: { 'Content-Type': 'image/png' } });

function setUp() {
  const events: CompressionEvent[] = [];
  const hook = renderHook(() => useCompressor((event) => events.push(event)));
  return { events, hook, current: () => hook.result.current };
}
const statuses = (compressor: ReturnType<typeof useCompressor>) =>
  compressor.items.map(({ state }) => state.status);

test('compresses a selection in order and reports each result', async () => {
  const requests = answerFetch({ 'POST /api/compress': small });
  const { events, current } = setUp();
  act(() => current().start([pngFile('a.png'), pngFile('b.png'), pngFile('c.png')], { preset: 'small' }));
  expect(current().busy).toBe(true);
  await waitFor(() => expect(statuses(current())).toEqual(['done', 'done', 'done']), { timeout: 5_000 });
  expect(current().busy).toBe(false);
  const sent = requests.map(({ body }) => ((body as FormData).get('file') as File).name);
  expect(sent).toEqual(['a.png', 'b.png', 'c.png']);
  const done = events.filter(({ type }) => type === 'done').map(({ file }) => file.name);
  expect(done.toSorted()).toEqual(['a.png', 'b.png', 'c.png']);
  expect(events.filter(({ type }) => type === 'almost-done')).toHaveLength(3);
});

test('reports a refusal, and compresses the file when it is tried again', async () => {
  let refuses = true;
  answerFetch({
    'POST /api/compress': () =>
      refuses ? Response.json({ error: 'Very busy.', code: 'busy' }, { status: 503 }) : small(),
  });
  const { events, current } = setUp();
  act(() => current().start([pngFile('a.png')], { preset: 'balanced' }));
  await waitFor(() => expect(statuses(current())).toEqual(['failed']));
  expect(current().items[0]?.state).toEqual({ status: 'failed', message: 'Very busy.', retryable: true });
  expect(events.at(-1)).toMatchObject({ type: 'refused', message: 'Very busy.' });
  refuses = false;
  act(() => current().retry(0));
  await waitFor(() => expect(statuses(current())).toEqual(['done']), { timeout: 5_000 });
});

test('reports an error of the page as a failure', async () => {
  const broken = small();
  broken.blob = () => Promise.reject(new RangeError('Out of memory'));
  answerFetch({ 'POST /api/compress': () => broken });
  const { events, current } = setUp();
  act(() => current().start([pngFile('a.png')], { preset: 'balanced' }));
  await waitFor(() => expect(events.at(-1)?.type).toBe('failed'));
  expect(current().items[0]?.state).toMatchObject({ status: 'failed', retryable: true });
});

test('cancels requests and says nothing more after a reset', async () => {
  const requests = answerFetch({ 'POST /api/compress': () => new Promise<Response>(() => {}) });
  const { events, current } = setUp();
  act(() => current().start([pngFile('a.png')], { preset: 'balanced' }));
  await waitFor(() => expect(requests).toHaveLength(1));
  act(() => current().reset());
  expect(requests[0]?.signal?.aborted).toBe(true);
  expect(current().items).toEqual([]);
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(events.filter(({ type }) => type !== 'almost-done')).toEqual([]);
  act(() => current().retry(0));
  expect(current().items).toEqual([]);
});

test('cancels requests when the page is left', async () => {
  const requests = answerFetch({ 'POST /api/compress': () => new Promise<Response>(() => {}) });
  const { hook, current } = setUp();
  act(() => current().start([pngFile('a.png')], { preset: 'balanced' }));
  await waitFor(() => expect(requests).toHaveLength(1));
  hook.unmount();
  expect(requests[0]?.signal?.aborted).toBe(true);
});
