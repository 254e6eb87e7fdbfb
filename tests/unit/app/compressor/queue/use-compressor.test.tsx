// @vitest-environment jsdom
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { DEFAULT_CHOICE } from '~/compressor/queue/chosen-options.ts';
import type { CompressionEvent } from '~/compressor/queue/compression-event.ts';
import { useCompressor } from '~/compressor/queue/use-compressor.ts';
import '#tests/support/browser-parts.ts';
import { answerFetch } from '#tests/support/answer-fetch.ts';
import { pngFile, reportWith } from '#tests/support/compressed-files.ts';

afterEach(cleanup);

const small = () => new Response('small', { headers: { 'Content-Type': 'image/png' } });

function setUp() {
  const events: CompressionEvent[] = [];
  const hook = renderHook(() => useCompressor((event) => events.push(event)));
  return { events, hook, current: () => hook.result.current };
}
const statuses = (compressor: ReturnType<typeof useCompressor>) =>
  compressor.items.map(({ state }) => state.status);

const resultOf = ({ items }: ReturnType<typeof useCompressor>) => {
  const state = items[0]?.state;
  return state?.status === 'done' ? state.result : undefined;
};

test('compresses a selection in order and reports each result', async () => {
  const requests = answerFetch({ 'POST /api/compress': small });
  const { events, current } = setUp();
  act(() =>
    current().add([pngFile('a.png'), pngFile('b.png'), pngFile('c.png')], {
      ...DEFAULT_CHOICE,
      preset: 'small',
    }),
  );
  expect(current().busy).toBe(true);
  await waitFor(() => expect(statuses(current())).toEqual(['done', 'done', 'done']));
  expect(current().busy).toBe(false);
  const sent = requests.map(({ body }) => ((body as FormData).get('file') as File).name);
  expect(sent).toEqual(['a.png', 'b.png', 'c.png']);
  const done = events.filter(({ type }) => type === 'done').map(({ file }) => file.name);
  expect(done.toSorted()).toEqual(['a.png', 'b.png', 'c.png']);
  expect(events.filter(({ type }) => type === 'almost-done')).toHaveLength(3);
});

test('shows a smaller result before its report, which follows', async () => {
  const report = reportWith([]);
  let tell: (answer: Response) => void = () => {};
  const headers = { 'Content-Type': 'image/png', 'X-Job-Id': 'job' };
  answerFetch({
    'POST /api/compress': () => new Response('small', { headers }),
    'GET /api/jobs/job': () => new Promise<Response>((resolve) => (tell = resolve)),
  });
  const { current } = setUp();
  act(() => current().add([pngFile('a.png')], DEFAULT_CHOICE));
  await waitFor(() => expect(statuses(current())).toEqual(['done']));
  expect(resultOf(current())?.report).toBeNull();
  act(() => tell(Response.json({ id: 'job', report })));
  await waitFor(() => expect(resultOf(current())?.report).toEqual(report));
});

test('reports a refusal, and compresses the file when it is tried again', async () => {
  let refuses = true;
  answerFetch({
    'POST /api/compress': () =>
      refuses
        ? Response.json({ error: 'Something went wrong.', code: 'internal' }, { status: 500 })
        : small(),
  });
  const { events, current } = setUp();
  act(() => current().add([pngFile('a.png')], { ...DEFAULT_CHOICE, preset: 'balanced' }));
  await waitFor(() => expect(statuses(current())).toEqual(['failed']));
  expect(current().items[0]?.state).toEqual({
    status: 'failed',
    message: 'Something went wrong.',
    retryable: true,
  });
  expect(events.at(-1)).toMatchObject({ type: 'refused', message: 'Something went wrong.' });
  refuses = false;
  act(() => current().retry(0));
  await waitFor(() => expect(statuses(current())).toEqual(['done']));
});

test('reports an error of the page as a failure', async () => {
  vi.spyOn(Response.prototype, 'blob').mockRejectedValueOnce(new RangeError('Out of memory'));
  answerFetch({ 'POST /api/compress': small });
  const { events, current } = setUp();
  act(() => current().add([pngFile('a.png')], { ...DEFAULT_CHOICE, preset: 'balanced' }));
  await waitFor(() => expect(events.at(-1)?.type).toBe('failed'));
  expect(current().items[0]?.state).toMatchObject({ status: 'failed', retryable: true });
});

test('cancels requests and says nothing more after a reset', async () => {
  const requests = answerFetch({ 'POST /api/compress': () => new Promise<Response>(() => {}) });
  const { events, current } = setUp();
  act(() => current().add([pngFile('a.png')], { ...DEFAULT_CHOICE, preset: 'balanced' }));
  await waitFor(() => expect(requests).toHaveLength(1));
  act(() => current().reset());
  expect(requests[0]?.signal?.aborted).toBe(true);
  expect(current().items).toEqual([]);
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(events.filter(({ type }) => type !== 'almost-done')).toEqual([]);
  act(() => current().retry(0));
  act(() => current().again(0, { preset: 'small' }));
  expect(current().items).toEqual([]);
});

test('cancels requests when the page is left', async () => {
  const requests = answerFetch({ 'POST /api/compress': () => new Promise<Response>(() => {}) });
  const { hook, current } = setUp();
  act(() => current().add([pngFile('a.png')], { ...DEFAULT_CHOICE, preset: 'balanced' }));
  await waitFor(() => expect(requests).toHaveLength(1));
  hook.unmount();
  expect(requests[0]?.signal?.aborted).toBe(true);
});

const sized = (bytes: number) =>
  new Response(new Uint8Array(bytes), { headers: { 'Content-Type': 'image/png' } });

test('tries a file again and takes the new result', async () => {
  const sizes = [500, 700];
  const requests = answerFetch({ 'POST /api/compress': () => sized(sizes.shift() ?? 0) });
  const { current } = setUp();
  act(() => current().add([pngFile('a.png')], DEFAULT_CHOICE));
  await waitFor(() => expect(statuses(current())).toEqual(['done']));
  act(() => current().again(0, { preset: 'high' }));
  await waitFor(() => expect(current().items[0]?.earlier?.size).toBe(500));
  await waitFor(() => expect(statuses(current())).toEqual(['done']));
  expect(resultOf(current())).toMatchObject({ size: 700, options: { preset: 'high' } });
  expect((requests[1]!.body as FormData).get('preset')).toBe('high');
});

test.each([
  ['is not smaller', () => sized(500), 'no-smaller'],
  [
    'fails',
    () => Response.json({ error: 'Something went wrong.', code: 'internal' }, { status: 500 }),
    'refused',
  ],
] as const)('keeps the result when another try for a smaller one %s', async (_how, second, event) => {
  const answers = [() => sized(500), second];
  answerFetch({ 'POST /api/compress': () => answers.shift()?.() ?? sized(1) });
  const { events, current } = setUp();
  act(() => current().add([pngFile('a.png')], DEFAULT_CHOICE));
  await waitFor(() => expect(statuses(current())).toEqual(['done']));
  act(() => current().again(0, { preset: 'small', targetBytes: 300 }, { onlySmaller: true }));
  await waitFor(() => expect(events.at(-1)?.type).toBe(event));
  // The event is told before the page is drawn anew.
  const result = { size: 500, options: { preset: 'balanced' }, limitBytes: null };
  await waitFor(() => expect(current().items[0]).toMatchObject({ state: { status: 'done', result } }));
  expect(resultOf(current())?.options).toEqual({ preset: 'balanced' });
});

test('holds a smaller try against the limit of the person, not against its own step', async () => {
  const sizes = [500, 450];
  answerFetch({ 'POST /api/compress': () => sized(sizes.shift() ?? 0) });
  const { current } = setUp();
  act(() => current().add([pngFile('a.png')], { ...DEFAULT_CHOICE, limitBytes: 480 }));
  await waitFor(() => expect(resultOf(current())).toMatchObject({ size: 500, limitBytes: 480 }));
  act(() => current().again(0, { preset: 'small', targetBytes: 375 }, { onlySmaller: true }));
  await waitFor(() => expect(resultOf(current())).toMatchObject({ size: 450, limitBytes: 480 }));
});

test('cancels one file and goes on with the others', async () => {
  const requests = answerFetch({
    'POST /api/compress': ({ body }) =>
      ((body as FormData).get('file') as File).name === 'slow.png'
        ? new Promise<Response>(() => {})
        : small(),
  });
  const { current } = setUp();
  act(() => current().add([pngFile('slow.png'), pngFile('b.png'), pngFile('c.png')], DEFAULT_CHOICE));
  await waitFor(() => expect(requests).toHaveLength(3));
  act(() => current().cancel(0));
  expect(requests[0]?.signal?.aborted).toBe(true);
  await waitFor(() => expect(statuses(current())).toEqual(['done', 'done']));
  expect(current().busy).toBe(false);
});

test('returns to the result when another try is cancelled', async () => {
  const answers = [() => sized(500), () => new Promise<Response>(() => {})];
  const requests = answerFetch({ 'POST /api/compress': () => answers.shift()?.() ?? sized(1) });
  const { current } = setUp();
  act(() => current().add([pngFile('a.png')], DEFAULT_CHOICE));
  await waitFor(() => expect(statuses(current())).toEqual(['done']));
  act(() => current().again(0, { preset: 'small' }));
  await waitFor(() => expect(requests).toHaveLength(2));
  act(() => current().cancel(0));
  expect(resultOf(current())).toMatchObject({ size: 500, options: { preset: 'balanced' } });
});

test('lets files that have not begun follow changed settings', async () => {
  const requests = answerFetch({ 'POST /api/compress': () => new Promise<Response>(() => {}) });
  const { current } = setUp();
  const files = ['a.png', 'b.png', 'c.png', 'd.png'].map((name) => pngFile(name));
  act(() => current().add(files, DEFAULT_CHOICE));
  await waitFor(() => expect(requests).toHaveLength(2));
  await waitFor(() => expect(statuses(current())).toEqual(['working', 'working', 'waiting', 'waiting']));
  act(() => current().follow({ ...DEFAULT_CHOICE, preset: 'small' }, 'server'));
  act(() => [0, 1].forEach((index) => current().cancel(index)));
  await waitFor(() => expect(requests).toHaveLength(4));
  expect(requests.map(({ body }) => (body as FormData).get('preset'))).toEqual([
    ...['balanced', 'balanced'],
    ...['small', 'small'],
  ]);
  expect(current().items.map(({ options }) => options.preset)).toEqual(['small', 'small']);
  // What is under way keeps what it was sent with.
  act(() => current().follow({ ...DEFAULT_CHOICE, preset: 'high' }, 'server'));
  await waitFor(() => expect(statuses(current())).toEqual(['working', 'working']));
  expect(current().items.map(({ options }) => options.preset)).toEqual(['small', 'small']);
});

test('adds files to a list that stands', async () => {
  answerFetch({ 'POST /api/compress': small });
  const { current } = setUp();
  act(() => current().add([pngFile('a.png')], DEFAULT_CHOICE));
  await waitFor(() => expect(statuses(current())).toEqual(['done']));
  act(() => current().remove(0));
  act(() => current().add([pngFile('b.png')], DEFAULT_CHOICE));
  await waitFor(() => expect(statuses(current())).toEqual(['done']));
  expect(current().items.map(({ index, file }) => [index, file.name])).toEqual([[1, 'b.png']]);
});
