import { expect, test } from 'vitest';
import type { CompressionEvent } from '~/compressor/queue/compression-event.ts';
import { createNews } from '~/compressor/queue/news.ts';
import { pngFile } from '#tests/support/compressed-files.ts';

const file = pngFile('a.png', 10);
const failed: CompressionEvent = { type: 'failed', file };
const refused: CompressionEvent = { type: 'refused', file, message: 'Damaged.' };

function setUp(files: number) {
  const said: string[][] = [];
  const news = createNews((events) => said.push(events.map(({ type }) => type)));
  news.follow({ files, open: files });
  return { said, news };
}

test('holds what became of files until the list has ended, and says it once', () => {
  const { said, news } = setUp(2);
  news.tell(failed);
  news.follow({ files: 2, open: 1 });
  expect(said).toEqual([]);
  news.tell(refused);
  news.follow({ files: 2, open: 0 });
  news.follow({ files: 2, open: 0 });
  expect(said).toEqual([['failed', 'refused']]);
});

test('says of the last file alone that it is almost done', () => {
  const { said, news } = setUp(2);
  news.tell({ type: 'almost-done', file });
  news.follow({ files: 2, open: 1 });
  news.tell({ type: 'almost-done', file });
  expect(said).toEqual([['almost-done']]);
});

test('says once for each cause why files wait, and again with the next list', () => {
  const { said, news } = setUp(2);
  for (const cause of ['line', 'line', 'busy'] as const) news.tell({ type: 'stalled', file, cause });
  expect(said).toHaveLength(2);
  news.follow({ files: 2, open: 0 });
  news.follow({ files: 3, open: 1 });
  news.tell({ type: 'stalled', file, cause: 'line' });
  expect(said).toHaveLength(3);
});

test('says nothing of a list that was cleared', () => {
  const { said, news } = setUp(1);
  news.tell(failed);
  news.follow({ files: 0, open: 0 });
  expect(said).toEqual([]);
});
