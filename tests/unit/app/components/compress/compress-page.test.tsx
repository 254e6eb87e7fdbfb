// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import '#tests/support/browser-parts.ts';
import { downloads, setOnline } from '#tests/support/browser-parts.ts';
import { answerFetch } from '#tests/support/answer-fetch.ts';
import { JPEG_HEAD, pngFile, reportWith } from '#tests/support/compressed-files.ts';
import { connectToaster } from '~/components/ui/notify.ts';
// Loaded late by the page; here already, so that a test sees the first step of the progress.
import '~/components/compress/results.tsx';
import CompressRoute from '~/routes/_site.compress.tsx';
import { signIn, signOut } from '~/session/session.ts';

let toasts: string[] = [];
let disconnect = () => {};
beforeEach(() => {
  toasts = [];
  downloads.length = 0;
  disconnect = connectToaster(({ title }) => toasts.push(title));
});
afterEach(() => {
  cleanup();
  disconnect();
  act(() => signOut());
  sessionStorage.clear();
  localStorage.clear();
  setOnline(true);
});

/** A server that answers every file with `bytes` bytes, or with what `answers` says for its name. */
function serve(answers: Readonly<Record<string, () => Response>> = {}, bytes = 400) {
  return answerFetch({
    'POST /api/compress': ({ body }) => {
      const { name } = (body as FormData).get('file') as File;
      return answers[name]?.() ?? result(name, bytes);
    },
    'GET /api/jobs/signed': () =>
      Response.json({
        report: reportWith([{ code: 'signed', detail: 'The document is digitally signed.', count: 1 }]),
      }),
  });
}
function result(name: string, bytes: number, headers: Record<string, string> = {}) {
  return new Response(new Uint8Array(bytes), {
    headers: {
      'Content-Type': 'image/png',
      'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
      ...headers,
    },
  });
}
const damaged = () => Response.json({ error: 'The file is damaged.', code: 'damaged' }, { status: 422 });

function choose(...files: readonly File[]) {
  fireEvent.change(screen.getByLabelText('Choose files to compress'), { target: { files } });
}
async function allFinished() {
  await screen.findByRole('button', { name: 'Compress Another File' });
}
function card(name: string) {
  const found = screen.getByRole('heading', { name }).closest('li');
  if (!found) throw new Error(`Expected a card for ${name}`);
  return within(found);
}

test('shows sizes, reduction and what a visitor may do', async () => {
  serve();
  render(<CompressRoute />);
  choose(pngFile('chart.png', 2_048));
  expect(await screen.findByRole('progressbar', { name: 'Progress of chart.png' })).toBeTruthy();
  await allFinished();
  const chart = card('chart.png');
  expect(chart.getByText('2.00 KB')).toBeTruthy();
  expect(chart.getByText('400 Bytes')).toBeTruthy();
  expect(chart.getByText('80%')).toBeTruthy();
  expect(chart.getByRole('button', { name: 'Login to Download chart.png' })).toBeTruthy();
  expect(chart.getByRole('button', { name: 'Login to Share chart.png' })).toBeTruthy();
  expect(screen.getByText(/can show a negative reduction/)).toBeTruthy();
  await waitFor(() => expect(toasts).toContain('Compression Complete! (chart.png)'));
});

test('says why a file came back as it was', async () => {
  serve({ 'contract.png': () => result('contract.png', 1_000, { 'X-Job-Id': 'signed' }) });
  render(<CompressRoute />);
  choose(pngFile('contract.png', 1_000));
  await allFinished();
  expect(card('contract.png').getByText('The document is digitally signed.')).toBeTruthy();
  expect(card('contract.png').getByText('0%')).toBeTruthy();
  await waitFor(() => expect(toasts).toContain('Compression Notice (contract.png)'));
});

test('says that a name was corrected', async () => {
  serve();
  render(<CompressRoute />);
  choose(new File([JPEG_HEAD, new Uint8Array(1_000)], 'photo.png', { type: 'image/png' }));
  await allFinished();
  expect(card('photo.png').getByText(/This file is a JPEG, so it is saved as/).textContent).toBe(
    'This file is a JPEG, so it is saved as photo.jpg.',
  );
});

test('counts failed files in the totals and hands all others over as one zip', async () => {
  serve({ 'bad.png': damaged });
  act(() => signIn('token'));
  render(<CompressRoute />);
  choose(pngFile('a.png', 1_000), pngFile('bad.png', 1_000), pngFile('c.png', 1_000));
  await allFinished();
  const totals = within(screen.getByRole('group', { name: 'Total statistics' }));
  expect(totals.getByText('1.95 KB')).toBeTruthy();
  expect(totals.getByText('60%')).toBeTruthy();
  expect(totals.getByText('1 of 3 files could not be compressed and is not counted here.')).toBeTruthy();
  expect(card('bad.png').getByText('The file is damaged.')).toBeTruthy();
  expect(card('bad.png').queryByRole('button', { name: /Try again/ })).toBeNull();
  fireEvent.click(totals.getByRole('button', { name: 'Download All Compressed Files' }));
  await waitFor(() => expect(downloads.map(({ name }) => name)).toEqual(['featherpress_files.zip']));
});

test('shows failures in the totals when fewer than two files came back', async () => {
  serve({ 'a.png': damaged, 'b.png': damaged });
  render(<CompressRoute />);
  choose(pngFile('a.png'), pngFile('b.png'));
  await allFinished();
  const totals = within(screen.getByRole('group', { name: 'Total statistics' }));
  expect(totals.getByText('None of the 2 files could be compressed.')).toBeTruthy();
  expect(screen.queryByText(/can gain little/)).toBeNull();
});

test('says nothing of small gains where the only file failed', async () => {
  serve({ 'a.png': damaged });
  render(<CompressRoute />);
  choose(pngFile('a.png'));
  await allFinished();
  expect(screen.queryByText(/can gain little/)).toBeNull();
});

test('leaves the details of a file open through another try, in view', async () => {
  serve();
  render(<CompressRoute />);
  choose(pngFile('chart.png', 2_048));
  await allFinished();
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
  fireEvent.click(screen.getByRole('button', { name: 'Details of chart.png' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Higher quality, chart.png' }));
  await screen.findByRole('progressbar', { name: 'Progress of chart.png' });
  await waitFor(() => expect(scrolled.mock.contexts).toEqual([screen.getByRole('listitem')]));
  scrolled.mockRestore();
  await allFinished();
  expect(await screen.findByText('Made with: High quality')).toBeTruthy();
});

test('tries a file again in pieces after the connection was lost', async () => {
  answerFetch({});
  render(<CompressRoute />);
  choose(pngFile('chart.png'));
  const retry = await screen.findByRole('button', { name: 'Try again with chart.png' });
  expect(card('chart.png').getByText(/Connection lost/)).toBeTruthy();
  const requests = serve();
  fireEvent.click(retry);
  await expect.poll(() => requests[0]).toMatchObject({ method: 'POST', path: '/api/resumable' });
});

test('rejects a whole selection in words and forgets them with the next one', async () => {
  const requests = serve();
  render(<CompressRoute />);
  choose(pngFile('a.png'), new File(['text'], 'notes.txt', { type: 'text/plain' }));
  expect(screen.getByRole('alert').textContent).toBe(
    'Please select only PDF, JPEG, PNG, WebP, PPTX, or PPT files.',
  );
  expect(requests).toEqual([]);
  choose(pngFile('a.png'));
  await allFinished();
  expect(screen.getByRole('alert').textContent).toBe('');
});

test('returns to the upload area, with the focus on it', async () => {
  serve();
  render(<CompressRoute />);
  choose(pngFile('chart.png'));
  await allFinished();
  expect(document.activeElement?.textContent).toBe('Your results');
  fireEvent.click(screen.getByRole('button', { name: 'Compress Another File' }));
  expect(document.activeElement).toBe(screen.getByLabelText('Choose files to compress'));
});

test('leaves the focus to a person who has gone on', async () => {
  serve();
  render(
    <>
      <button type="button">Menu</button>
      <CompressRoute />
    </>,
  );
  const menu = screen.getByText('Menu');
  menu.focus();
  choose(pngFile('chart.png'));
  await allFinished();
  expect(document.activeElement).toBe(menu);
});

test('sends the chosen preset', async () => {
  const requests = serve();
  render(<CompressRoute />);
  fireEvent.click(screen.getByRole('radio', { name: 'Lossless' }));
  expect(screen.getByText(/No quality loss/)).toBeTruthy();
  choose(pngFile('chart.png'));
  await allFinished();
  expect((requests[0]!.body as FormData).get('preset')).toBe('lossless');
});

test('shows names without marks that turn text around', async () => {
  serve();
  render(<CompressRoute />);
  choose(pngFile('x\u202Egnp.exe.png'));
  await allFinished();
  expect(screen.getByRole('heading', { name: 'xgnp.exe.png' }).querySelector('bdi')).not.toBeNull();
  expect(document.body.innerHTML).not.toContain('\u202E');
});

test('says what works without a connection', () => {
  render(<CompressRoute />);
  expect(screen.queryByText('You are offline')).toBeNull();
  act(() => setOnline(false));
  expect(screen.getByText('You are offline')).toBeTruthy();
  act(() => setOnline(true));
  expect(screen.queryByText('You are offline')).toBeNull();
});

test('greets visitors who signed in for a download', async () => {
  sessionStorage.setItem('pendingDownload', '{}');
  signIn('token');
  render(<CompressRoute />);
  await waitFor(() => expect(toasts).toEqual(['Login Successful']));
  expect(sessionStorage.length).toBe(0);
});

test('says so when shared files did not arrive', async () => {
  window.history.replaceState(null, '', '/compress?shared');
  render(<CompressRoute />);
  await waitFor(() =>
    expect(screen.getByRole('alert').textContent).toContain('The shared files did not arrive.'),
  );
  expect(window.location.search).toBe('');
});

test('takes files that the system opens with the app, and says so when they cannot be read', async () => {
  const consumers: ((launch: object) => void)[] = [];
  Object.assign(window, {
    launchQueue: { setConsumer: (each: (launch: object) => void) => consumers.push(each) },
  });
  serve();
  render(<CompressRoute />);
  const open = consumers.at(-1);
  act(() => open?.({ files: [] }));
  await act(async () => open?.({ files: [{ getFile: () => Promise.reject(new Error('Gone.')) }] }));
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('did not arrive'));
  await act(async () => open?.({ files: [{ getFile: () => Promise.resolve(pngFile('opened.png')) }] }));
  expect(await screen.findByRole('heading', { name: 'opened.png' })).toBeTruthy();
  await allFinished();
  Reflect.deleteProperty(window, 'launchQueue');
});
