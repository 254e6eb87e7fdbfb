// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import '#tests/support/browser-parts.ts';
import { finishedItem, reportWith } from '#tests/support/compressed-files.ts';
import DetailsPanel from '~/components/compress/details/details-panel.tsx';
import type { FinishedItem } from '~/compressor/queue/queue-state.ts';
import type { Compressor } from '~/compressor/queue/use-compressor.ts';

afterEach(cleanup);

function show(item: FinishedItem, signedIn = false) {
  const again = vi.fn();
  const remove = vi.fn();
  const compressor = { again, remove } as unknown as Compressor;
  render(<DetailsPanel {...{ item, compressor, signedIn }} />);
  return { again, remove };
}

const report = {
  ...reportWith([{ code: 'picture-kept', detail: 'Images were left as they are.', count: 3 }]),
  score: 84.6,
  changes: [
    {
      code: 'pictures-recompressed',
      detail: 'Images were compressed more tightly.',
      count: 2,
      savedBytes: 2_048,
    },
  ],
  kept: [{ feature: 'links', detail: 'Links', count: 12 }],
  hints: [{ code: 'photo-as-webp', detail: 'It looks like a photo.', bytes: 1_024 }],
} as const;

test('tells what was changed, kept and left alone, and explains the score', () => {
  show(finishedItem('a.pdf', { report, kind: 'pdf' }));
  const text = document.body.textContent;
  for (const expected of [
    'Images were compressed more tightly. 2\u00d7 · 2.00 KB saved',
    'Links 12',
    'Images were left as they are. 3\u00d7',
    '84 of 100',
    'Looks identical side by side at full size.',
    'It looks like a photo. About 1.00 KB.',
  ])
    expect(text).toContain(expected);
});

test('says so where the server sent no report', () => {
  show(finishedItem('a.png'));
  expect(screen.getByText('No report is available for this file.')).toBeTruthy();
});

test('gives no score to a file that is as it was', () => {
  show(finishedItem('a.png', { size: 1_000, report: reportWith([]) }));
  expect(screen.getByText('Nothing. The file is unchanged.')).toBeTruthy();
  expect(screen.queryByText('Visual quality')).toBeNull();
});

test('offers no other try where no setting helps', () => {
  const skips = [{ code: 'signed', detail: 'It is signed.', count: 1 }] as const;
  show(finishedItem('a.pdf', { size: 1_000, report: { ...reportWith([...skips])!, kind: 'pdf' } }));
  expect(screen.getByText('No other setting can make this file smaller.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Smaller file/ })).toBeNull();
});

test('tries again a step smaller, a step better, and under a limit of one\u2019s own', () => {
  const { again } = show(finishedItem('a.png', {}, 7));
  fireEvent.click(screen.getByRole('button', { name: 'Smaller file, a.png' }));
  expect(again).toHaveBeenLastCalledWith(7, { preset: 'small' }, { onlySmaller: true });
  fireEvent.click(screen.getByRole('button', { name: 'Higher quality, a.png' }));
  expect(again).toHaveBeenLastCalledWith(7, { preset: 'high' }, { onlySmaller: false });
  fireEvent.click(screen.getByRole('button', { name: 'Other settings, a.png' }));
  const limit = screen.getByLabelText('Another limit, such as 350 KB');
  fireEvent.change(limit, { target: { value: 'much' } });
  expect(screen.getByText('Enter a size up to 200 MB')).toBeTruthy();
  fireEvent.change(limit, { target: { value: '500 B' } });
  fireEvent.click(screen.getByRole('radio', { name: 'High quality' }));
  fireEvent.click(screen.getByRole('button', { name: 'Compress again, a.png' }));
  expect(again).toHaveBeenLastCalledWith(7, { preset: 'high', targetBytes: 500 }, { onlySmaller: false });
});

const NOT_SMALLER = reportWith([{ code: 'not-smaller', detail: 'Nothing helped.', count: 1 }]);

test.each([
  [{ size: 400, options: { preset: 'small' } }, 'Smallest'],
  [{ size: 400, options: { preset: 'small', targetBytes: 400 } }, 'Smallest, under 400 Bytes'],
  [{ options: { preset: 'small', keep: ['location', 'camera'] } }, 'Smallest, keeps location, camera'],
  [{ options: { preset: 'small', keep: ['date', 'all'] } }, 'Smallest, keeps everything'],
  [{ options: { preset: 'small', keep: [] } }, 'Smallest, keeps no metadata'],
  [{ kind: 'pdf', options: { preset: 'small', keep: [] } }, 'Smallest'],
  [{ size: 401, options: { preset: 'small', targetBytes: 400 } }, 'as small as possible'],
  [{ size: 401, options: { preset: 'lossless', targetBytes: 400 } }, 'as small as possible without loss'],
  [{ size: 1_000, options: { preset: 'small', targetBytes: 400 } }, 'unchanged'],
  [
    { size: 1_000, options: { preset: 'small', targetBytes: 400 }, report: NOT_SMALLER },
    'unchanged: nothing made it smaller',
  ],
  [{ size: 1_000, options: { preset: 'small' }, report: NOT_SMALLER }, 'Smallest'],
] as const)('says what the result %j was made with, whatever was asked for since', (facts, words) => {
  show({ ...finishedItem('a.png', facts), options: { preset: 'high' } });
  expect(screen.getByText(/^Made with/).textContent).toBe(`Made with: ${words}`);
});

test('offers to take a result out only to those who are signed in', () => {
  const clipboard = { write: vi.fn(async () => undefined) };
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: clipboard });
  vi.stubGlobal('ClipboardItem', class {});
  show(finishedItem('a.png'));
  expect(screen.queryByRole('button', { name: 'Copy image, a.png' })).toBeNull();
  expect(screen.queryByText('Drag to desktop')).toBeNull();
  cleanup();
  const { remove } = show(finishedItem('a.png', {}, 3), true);
  fireEvent.click(screen.getByRole('button', { name: 'Copy image, a.png' }));
  expect(clipboard.write).toHaveBeenCalledOnce();
  const carried = new Map<string, string>();
  const added: File[] = [];
  const dataTransfer = {
    setData: (type: string, data: string) => carried.set(type, data),
    items: { add: (file: File) => added.push(file) },
  };
  fireEvent.dragStart(screen.getByText('Drag to desktop'), { dataTransfer });
  expect(carried.get('DownloadURL')).toMatch(/^image\/png:featherpress_a\.png:blob:/);
  expect(added.map(({ name }) => name)).toEqual(['featherpress_a.png']);
  fireEvent.click(screen.getByRole('button', { name: 'Remove, a.png' }));
  expect(remove).toHaveBeenCalledWith(3);
  vi.unstubAllGlobals();
});

test('tells what other formats take where that is known', () => {
  show(finishedItem('a.png', { report }));
  fireEvent.click(screen.getByRole('button', { name: /^Change format or size/ }));
  expect(screen.getByRole('radio', { name: 'WebP, about 1.00 KB' })).toBeTruthy();
  expect(screen.getByRole('radio', { name: 'Same format, 400 Bytes' })).toBeTruthy();
  expect(screen.getByRole('radio', { name: 'AVIF' })).toBeTruthy();
});

test('asks for a set, and offers no smaller one', () => {
  const files = [
    { name: 'a-480.webp', kind: 'webp', width: 480, height: 320, bytes: 2_048, score: 80 },
  ] as const;
  const { again } = show(
    finishedItem('a.png', {
      type: 'application/zip',
      report: { ...report, hints: [], output: { kind: 'zip', width: 480, height: 320, files } },
    }),
  );
  expect(document.body.textContent).toContain('a-480.webp 480 × 320 · 2.00 KB');
  expect(screen.queryByRole('button', { name: /^Smaller file|^Higher quality/ })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: /^Change format or size/ }));
  fireEvent.click(screen.getByRole('radio', { name: 'A set for a website' }));
  fireEvent.click(screen.getByRole('checkbox', { name: 'JPEG' }));
  fireEvent.change(screen.getByRole('textbox', { name: /^Widths, px/ }), { target: { value: '900, 300' } });
  fireEvent.click(screen.getByRole('button', { name: /^Compress again/ }));
  const asked = { preset: 'balanced', widths: [300, 900], formats: ['jpeg'], background: '#ffffff' };
  expect(again).toHaveBeenCalledWith(0, asked, { onlySmaller: false });
});
