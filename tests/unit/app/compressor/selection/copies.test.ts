import { expect, test } from 'vitest';
import { withoutCopies } from '~/compressor/selection/copies.ts';
import { folderOf, rememberPath } from '~/compressor/selection/folder-of.ts';
import { mayHoldCopies } from '~/compressor/selection/selection.ts';

const file = (name: string, text: string) => new File([text], name);
const LONG = 'x'.repeat(1_500_000);

test('knows copies by their content, whatever their names', async () => {
  const [one, other, same] = [file('a.png', 'one'), file('b.png', 'two'), file('c.png', 'one')];
  expect(await withoutCopies([one, other, same], [])).toEqual({ fresh: [one, other], copies: [same] });
  expect(await withoutCopies([same], [one])).toEqual({ fresh: [], copies: [same] });
  expect(mayHoldCopies([one, other], [])).toBe(true);
  expect(mayHoldCopies([one, file('d.png', 'four')], [])).toBe(false);
});

test('reads long files to their end', async () => {
  const [one, other] = [file('a.png', `${LONG}1`), file('b.png', `${LONG}2`)];
  expect((await withoutCopies([one, other], [])).copies).toEqual([]);
  expect((await withoutCopies([one, file('c.png', `${LONG}1`)], [])).copies).toHaveLength(1);
});

test('takes what cannot be read for no copy', async () => {
  const gone = file('a.png', 'one');
  gone.slice = () => {
    throw new DOMException('It has gone.', 'NotFoundError');
  };
  expect((await withoutCopies([file('b.png', 'two'), gone], [])).fresh).toHaveLength(2);
});

test('tells the folders that a file came in', () => {
  const alone = file('a.png', 'one');
  expect(folderOf(alone)).toBe('');
  rememberPath(alone, '/trip/day 1/a.png');
  expect(folderOf(alone)).toBe('trip/day 1/');
});
