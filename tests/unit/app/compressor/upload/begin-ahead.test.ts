// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { answerFetch } from '#tests/support/answer-fetch.ts';
import '#tests/support/browser-parts.ts';
import { pngFile } from '#tests/support/compressed-files.ts';
import type { QueueItem } from '~/compressor/queue/queue-state.ts';
import { beginAhead } from '~/compressor/upload/begin-ahead.ts';

afterEach(() => {
  vi.useRealTimers();
});

const item = (change: Partial<QueueItem> = {}): QueueItem => ({
  ...{ index: 0, kind: 'png', folder: '', options: { preset: 'balanced' }, place: 'server' },
  ...{ earlier: null, onlySmaller: false, jobId: null, state: { status: 'waiting' } },
  file: pngFile('a.png'),
  ...change,
});

test('begins a small file and asks for its job, not for its result', async () => {
  const requests = answerFetch({
    'POST /api/compress': () => Response.json({ id: 'job' }, { status: 202 }),
  });
  expect(await beginAhead(item())).toBe('job');
  expect(requests.map(({ headers }) => headers.get('Prefer'))).toEqual(['respond-async']);
});

test.each([
  ['a large one', { file: pngFile('large.png', 512 * 1024) }],
  ['what stays on the device', { place: 'device' }],
  ['what is none of ours', { file: new File(['words'], 'a.png') }],
] as const)('leaves %s to the next page', async (_what, change) => {
  const requests = answerFetch({});
  expect(await beginAhead(item(change))).toBeNull();
  expect(requests).toEqual([]);
});

test('leaves what is refused to the next page, which says why', async () => {
  answerFetch({ 'POST /api/compress': () => Response.json({ code: 'damaged' }, { status: 422 }) });
  expect(await beginAhead(item())).toBeNull();
});

test('does not wait for a server that does not answer', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  answerFetch({ 'POST /api/compress': () => new Promise<Response>(() => {}) });
  const begun = beginAhead(item());
  await vi.advanceTimersByTimeAsync(3_000);
  expect(await begun).toBeNull();
});
