// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { compressedFile, pngFile } from '#tests/support/compressed-files.ts';
import { mayHaveHistory, onHistory, REMEMBERED_FOR_MS } from '~/compressor/history/has-history.ts';
import {
  clearHistory,
  historyTotals,
  MOST_ENTRIES,
  readHistory,
  recordResult,
} from '~/compressor/history/history.ts';

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

const record = (name: string) =>
  recordResult({ file: pngFile(name, 1_000), result: compressedFile({ size: 400 }) });

test('remembers what came back, the latest first, with totals, until it is cleared', () => {
  const heard = vi.fn();
  const quiet = onHistory(heard);
  expect(mayHaveHistory()).toBe(false);
  record('a.png');
  record('b.png');
  expect(readHistory().map(({ name }) => name)).toEqual(['b.png', 'a.png']);
  expect(historyTotals(readHistory())).toEqual({ files: 2, sourceBytes: 2_000, outputBytes: 800 });
  clearHistory();
  expect([mayHaveHistory(), readHistory()]).toEqual([false, []]);
  expect(heard).toHaveBeenCalledTimes(3);
  quiet();
});

test('remembers that a limit was missed', () => {
  const file = pngFile('a.png', 1_000);
  recordResult({ file, result: compressedFile({ size: 400, limitBytes: 300 }) });
  recordResult({ file, result: compressedFile({ size: 400, limitBytes: 400 }) });
  expect(readHistory().map(({ missedBytes }) => missedBytes)).toEqual([undefined, 300]);
});

test('forgets after some hours and beyond some hundred files', () => {
  for (let count = 0; count <= MOST_ENTRIES; count++) record(`${count}.png`);
  expect(readHistory()).toHaveLength(MOST_ENTRIES);
  expect(readHistory(Date.now() + REMEMBERED_FOR_MS + 1)).toEqual([]);
});

test.each(['not JSON', '{"a":1}', '[null,{"name":4},{"name":"x","kind":"exe","at":1}]'])(
  'takes nothing from a storage that holds %s',
  (text) => {
    localStorage.setItem('compressionHistory', text);
    expect(readHistory()).toEqual([]);
  },
);

test('disturbs nobody where the storage is closed', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('Full.', 'QuotaExceededError');
  });
  expect(() => record('a.png')).not.toThrow();
});
