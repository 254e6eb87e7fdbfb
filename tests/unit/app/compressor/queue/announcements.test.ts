// @vitest-environment jsdom
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { announce, announceRemoval, announceReturn } from '~/compressor/queue/announcements.ts';
import {
  announceDownloadFailure,
  announceLinkCopied,
  announceLoginRequired,
  announceOffline,
  announceShared,
  announceShareFailure,
} from '~/compressor/results/result-announcements.ts';
import type { CompressionEvent } from '~/compressor/queue/compression-event.ts';
import { connectToaster, type Notice } from '~/components/ui/notify.ts';
import { markOfNextPage, showNoticeOfLastPage } from '~/session/next-page-notice.ts';
import { compressedFile, finishedItem, pngFile, reportWith } from '#tests/support/compressed-files.ts';

const file = pngFile('chart.png', 1_000);
let shown: Notice[] = [];
let disconnect = () => {};
beforeEach(() => {
  shown = [];
  disconnect = connectToaster((notice) => shown.push(notice));
});
afterEach(() => disconnect());

test('tells the reduction of a compressed file', () => {
  announce([{ type: 'done', file, result: compressedFile({ size: 400 }) }]);
  expect(shown).toEqual([
    {
      title: 'Compression Complete! (chart.png)',
      description: 'File compressed successfully. Size reduced by 60%',
      tone: 'success',
    },
  ]);
});

test('tells the reason instead of a success when a file came back as it was', () => {
  const detail = 'The document is digitally signed.';
  const report = reportWith([{ code: 'signed', detail, count: 1 }]);
  announce([{ type: 'done', file, result: compressedFile({ size: 1_000, report }) }]);
  expect(shown).toEqual([{ title: 'Compression Notice (chart.png)', description: detail, tone: 'notice' }]);
});

test('tells a missed limit as a notice and never as a success', () => {
  announce([{ type: 'done', file, result: compressedFile({ size: 400, limitBytes: 300 }) }]);
  const description = 'Couldn’t reach 300 Bytes at acceptable quality. Smallest result: 400 Bytes.';
  expect(shown).toEqual([{ title: 'Compression Notice (chart.png)', description, tone: 'notice' }]);
});

test('tells refusals, failures and the last step', () => {
  announce([{ type: 'almost-done', file }]);
  announce([{ type: 'refused', file, message: 'Damaged.' }]);
  announce([{ type: 'failed', file }]);
  expect(shown.map(({ title, tone }) => [title, tone])).toEqual([
    ['Almost Done', 'default'],
    ['Compression Notice (chart.png)', 'notice'],
    ['Compression Failed (chart.png)', 'destructive'],
  ]);
});

test.each([
  ['Your files are ready', ['done', 'done']],
  ['Some of your files are ready', ['done', 'failed']],
  ['Your files could not be compressed', ['failed', 'refused']],
  [undefined, ['almost-done']],
] as const)('tells a page in the background: %s', (title, types) => {
  const shownBySystem = vi.fn();
  vi.stubGlobal('Notification', Object.assign(shownBySystem, { permission: 'granted' }));
  onTestFinished(() => void vi.unstubAllGlobals());
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  onTestFinished(() => hidden.mockRestore());
  const result = compressedFile({ size: 400 });
  announce(types.map((type) => ({ type, file, result, message: 'Damaged.' }) as CompressionEvent));
  expect(shownBySystem.mock.calls.map(([said]) => said as string)).toEqual(title ? [title] : []);
});

test('puts files that ended alike into one toast', () => {
  const other = pngFile('photo.png', 3_000);
  announce([
    { type: 'done', file, result: compressedFile({ size: 400 }) },
    { type: 'refused', file, message: 'Damaged.' },
    { type: 'done', file: other, result: compressedFile({ size: 600 }) },
    { type: 'no-smaller', file: other },
    { type: 'failed', file },
    { type: 'failed', file: other },
  ]);
  expect(shown.map(({ title, description }) => `${title} - ${description}`)).toEqual([
    'Compression Complete! (2 files) - Files compressed successfully. Size reduced by 75%',
    'Compression Notice (2 files) - Each file in the list shows its reason.',
    'Compression Failed (2 files) - Something went wrong. Please try again.',
  ]);
});

test('offers to put back what was removed', () => {
  const undo = vi.fn();
  const item = finishedItem('a.png', {}, 0);
  announceRemoval([item], undo);
  announceRemoval([item, item], undo);
  expect(shown.map(({ title, description }) => `${title} - ${description}`)).toEqual([
    'File Removed - a.png is no longer in the list.',
    'List Cleared - 2 files are no longer in the list.',
  ]);
  shown[0]?.action?.run();
  expect(undo).toHaveBeenCalledOnce();
});

test('says why a file waits', () => {
  for (const cause of ['line', 'engine', 'busy', 'limit'] as const)
    announce([{ type: 'stalled', file, cause }]);
  localStorage.setItem('jwt', 'a token');
  onTestFinished(() => localStorage.clear());
  announce([{ type: 'stalled', file, cause: 'limit' }]);
  expect(shown.map(({ description }) => description)).toEqual([
    'Connection lost. It resumes automatically when you are back online.',
    'This file needs a download first. It resumes when you are back online.',
    'The server is busy. Retrying shortly.',
    'You have reached your limit for now. Retrying shortly. It is higher when you are signed in.',
    'You have reached your limit for now. Retrying shortly.',
  ]);
});

test('isolates names that run from right to left', () => {
  announce([{ type: 'failed', file: pngFile('דוח.png') }]);
  expect(shown[0]?.title).toBe('Compression Failed (\u2068דוח.png\u2069)');
});

test('keeps the words of the specification', () => {
  announceDownloadFailure();
  announceShareFailure();
  announceShared();
  announceLinkCopied();
  announceOffline();
  announceReturn('share', false);
  expect(shown.map(({ title, description }) => `${title} - ${description}`)).toEqual([
    'Download Failed - An error occurred while downloading the file.',
    'Share Failed - Failed to share the file. Please try downloading and sharing manually.',
    'Share Successful - Your compressed file was shared.',
    'Link Copied - File URL copied to clipboard for sharing!',
    'You are offline - Signing in needs a connection. Your results stay here for an hour.',
    'Login Successful - Please re-compress your files to share them.',
  ]);
});

test.each([
  ['download', 'download your compressed file'],
  ['download-all', 'download your compressed files'],
] as const)('leaves the notice of a login to %s for the page that is opened next', (wanted, words) => {
  announceLoginRequired(wanted);
  expect(shown).toEqual([]);
  window.history.replaceState(null, '', `/login#/compress${markOfNextPage()}`);
  showNoticeOfLastPage();
  showNoticeOfLastPage();
  expect(shown).toEqual([
    {
      title: 'Login Required',
      description: `Please login to ${words}.`,
      tone: 'notice',
    },
  ]);
});
