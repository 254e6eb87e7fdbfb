// @vitest-environment jsdom
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { connectToaster } from '~/components/ui/notify.ts';
import { noteKept } from '~/compressor/kept/keeping.ts';
import { goOn, rememberAll, takePending } from '~/compressor/queue/pending.ts';
import { useResultActions } from '~/compressor/results/use-result-actions.ts';
import { REDIRECT_KEY, signIn, signOut, TOKEN_KEY } from '~/session/session.ts';
import { answerFetch } from '#tests/support/answer-fetch.ts';
import { downloads, setOnline } from '#tests/support/browser-parts.ts';
import { finishedItem, PNG_HEAD } from '#tests/support/compressed-files.ts';

const item = finishedItem('chart.png', { name: 'featherpress_chart.png' }, 3);
let titles: string[] = [];
let disconnect = () => {};
let copied: string[] = [];

beforeEach(() => {
  titles = [];
  copied = [];
  downloads.length = 0;
  disconnect = connectToaster(({ title }) => titles.push(title));
  Object.defineProperty(navigator, 'clipboard', {
    configurable: true,
    value: { writeText: async (text: string) => void copied.push(text) },
  });
});
afterEach(() => {
  cleanup();
  disconnect();
  signOut();
  sessionStorage.clear();
  setOnline(true);
  Object.assign(navigator, { share: undefined });
});

function actions({ several = false, sharesFiles = false, of = item } = {}) {
  const { result } = renderHook(() => useResultActions(of, several, sharesFiles));
  return () => result.current;
}

test('remembers what a signed-out visitor asked for and leads to the login', async () => {
  const current = actions();
  act(() => current().download());
  await waitFor(() => expect(sessionStorage.getItem(REDIRECT_KEY)).toBe('/compress'));
  expect(JSON.parse(sessionStorage.getItem('pendingDownload') ?? '')).toEqual({
    fileName: 'featherpress_chart.png',
    fileType: 'image/png',
    fileSize: 400,
    originalFileIndex: 3,
  });
  expect(takePending()).toEqual({ purpose: 'download', index: 3 });
  expect(takePending()).toBeNull();
});

test('remembers which of several files was to be shared', async () => {
  const current = actions({ several: true });
  act(() => current().share());
  await waitFor(() => expect(sessionStorage.getItem('pendingShareIndex')).toBe('3'));
  expect(sessionStorage.getItem('pendingShare_3')).not.toBeNull();
  expect(takePending()).toEqual({ purpose: 'share', index: 3 });
  expect(sessionStorage.getItem('pendingShare_3')).toBeNull();
});

test('asks first where the browser has not kept the results', async () => {
  noteKept(false);
  onTestFinished(() => noteKept(true));
  const current = actions();
  act(() => current().download());
  await waitFor(() => expect(titles).toEqual(['Results Not Saved']));
  expect(sessionStorage.length).toBe(0);
});

test('goes on after signing in with all files, or with those that are still there', async () => {
  const other = finishedItem('photo.png', { name: 'featherpress_photo.png' }, 4);
  rememberAll();
  goOn([item, other]);
  await waitFor(() => expect(downloads.map(({ name }) => name)).toEqual(['featherpress_files.zip']));
  rememberAll();
  goOn([]);
  expect([titles, downloads.length]).toEqual([['Login Successful', 'Login Successful'], 1]);
  expect(takePending()).toBeNull();
});

test('keeps the results on the page when the login cannot be reached', () => {
  setOnline(false);
  const current = actions();
  act(() => current().download());
  expect(titles).toEqual(['You are offline']);
  expect(sessionStorage.length).toBe(0);
});

test('hands a download over once, however often the button is pressed', async () => {
  signIn('token');
  const current = actions();
  act(() => current().download());
  act(() => current().download());
  expect(current().busy).toEqual({ download: true, share: false });
  await waitFor(() => expect(current().busy.download).toBe(false));
  expect(downloads.map(({ name }) => name)).toEqual(['featherpress_chart.png']);
});

test('says so when a download cannot be handed over', async () => {
  signIn('token');
  const { createObjectURL } = URL;
  URL.createObjectURL = () => {
    throw new Error('No room.');
  };
  const current = actions();
  act(() => current().download());
  await waitFor(() => expect(titles).toEqual(['Download Failed']));
  URL.createObjectURL = createObjectURL;
});

test('copies a link and says until when it works', async () => {
  signIn('token');
  const expiresAt = '2026-01-02T03:04:05.000Z';
  const requests = answerFetch({ 'POST /api/shares': () => Response.json({ url: '/s/abc', expiresAt }) });
  const current = actions();
  act(() => current().share());
  await waitFor(() => expect(current().link?.expiresAt).toBe(expiresAt));
  expect(copied).toEqual([`${window.location.origin}/s/abc`]);
  expect(titles).toEqual(['Link Copied']);
  expect(requests[0]?.headers.get('Authorization')).toBe('Bearer token');
  expect(requests[0]?.body).toBe(JSON.stringify({ jobId: 'AAAAAAAAAAAAAAAAAAAAAA' }));
});

test('uploads a result of this device for a link only after it was allowed, and only the result', async () => {
  signIn('token');
  const jobId = 'BBBBBBBBBBBBBBBBBBBBBB';
  const requests = answerFetch({
    'POST /api/compress': () => Response.json({ id: jobId }, { status: 202 }),
    [`GET /api/jobs/${jobId}`]: () => Response.json({ status: 'completed' }),
    [`GET /api/jobs/${jobId}/result`]: () => new Response('smaller'),
    'POST /api/shares': () => Response.json({ url: '/s/abc', expiresAt: '2026-01-02T03:04:05.000Z' }),
  });
  const blob = new Blob([PNG_HEAD, 'result']);
  const result = { name: 'featherpress_chart.png', place: 'device', jobId: null, blob } as const;
  const current = actions({ of: finishedItem('chart.png', result) });
  act(() => current().share());
  expect(current().asksToUpload).toBe(true);
  act(() => current().mayUpload(false));
  expect([current().asksToUpload, requests.length]).toEqual([false, 0]);

  act(() => current().share());
  act(() => current().mayUpload(true));
  await waitFor(() => expect(copied).toEqual([`${window.location.origin}/s/abc`]));
  const form = requests[0]?.body as FormData;
  expect([form.get('preset'), (form.get('file') as File).name]).toEqual(['lossless', 'chart.png']);
  expect((form.get('file') as File).size).toBe(blob.size);
  expect(requests.at(-1)?.body).toBe(JSON.stringify({ jobId }));

  // Uploaded once: the next link needs no question.
  await waitFor(() => expect(current().busy.share).toBe(false));
  act(() => current().share());
  await waitFor(() => expect(copied).toHaveLength(2));
  expect(requests.filter(({ path }) => path === '/api/compress')).toHaveLength(1);
});

test('uploads a result of the server once more for a link when its time is over', async () => {
  signIn('token');
  const jobId = 'CCCCCCCCCCCCCCCCCCCCCC';
  let asked = 0;
  const requests = answerFetch({
    'POST /api/compress': () => Response.json({ id: jobId }, { status: 202 }),
    [`GET /api/jobs/${jobId}`]: () => Response.json({ status: 'completed' }),
    [`GET /api/jobs/${jobId}/result`]: () => new Response('smaller'),
    'POST /api/shares': () =>
      asked++ === 0
        ? Response.json({ code: 'expired' }, { status: 404 })
        : Response.json({ url: '/s/abc', expiresAt: '2026-01-02T03:04:05.000Z' }),
  });
  const blob = new Blob([PNG_HEAD, 'result']);
  const current = actions({ of: finishedItem('chart.png', { blob }) });
  act(() => current().share());
  await waitFor(() => expect(copied).toEqual([`${window.location.origin}/s/abc`]));
  expect([requests.at(-1)?.body, titles]).toEqual([JSON.stringify({ jobId }), ['Link Copied']]);
});

test('asks to sign in again when the server does not accept the token', async () => {
  signIn('old');
  answerFetch({ 'POST /api/shares': () => new Response(null, { status: 401 }) });
  const current = actions();
  act(() => current().share());
  await waitFor(() => expect(localStorage.getItem(TOKEN_KEY)).toBeNull());
  expect(sessionStorage.getItem('pendingShare')).not.toBeNull();
});

test('says so when there is no link', async () => {
  signIn('token');
  answerFetch({ 'POST /api/shares': () => new Response(null, { status: 507 }) });
  const current = actions();
  act(() => current().share());
  await waitFor(() => expect(titles).toEqual(['Share Failed']));
});

test.each([
  ['is shared', () => Promise.resolve(), ['Share Successful']],
  ['is not shared after all', () => Promise.reject(new DOMException('', 'AbortError')), []],
  ['cannot be shared', () => Promise.reject(new DOMException('', 'DataError')), ['Share Failed']],
] as const)('opens the share sheet for a file that %s', async (_what, share, expected) => {
  signIn('token');
  Object.assign(navigator, { share });
  const current = actions({ sharesFiles: true });
  act(() => current().share());
  await waitFor(() => expect(current().busy.share).toBe(false));
  expect(titles).toEqual(expected);
});
