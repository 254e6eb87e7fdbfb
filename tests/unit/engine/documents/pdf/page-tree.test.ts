import { describe, expect, it } from 'vitest';
import { readPageTree } from '#engine/documents/pdf/model/pages.ts';
import { readDocument } from '#engine/documents/pdf/reading/read-document.ts';
import { documentOf } from '#tests/fixtures/pdf/hostile-structure.ts';
import { popplerText } from '#tests/fixtures/pdf/readers.ts';
import { codecs, codesOf, run } from '#tests/support/engine-run.ts';

const FONT = '/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>';

/** Objects 1 to 5: the catalog, the root of the tree, two pages and a branch of it. More follow from number 6 on. */
function withTree(root: string, branch = 'null', more: readonly string[] = [], type = '/Type/Page') {
  const page = (text: string) =>
    `<<${type}/Parent 2 0 R/MediaBox[0 0 300 200]${FONT}/Contents ${text === 'ONE' ? 6 : 7} 0 R>>`;
  const content = (text: string) => {
    const operators = `BT /F 24 Tf 50 150 Td (${text}) Tj ET ${'% a comment\n'.repeat(60)}`;
    return `<</Length ${operators.length}>>\nstream\n${operators}\nendstream`;
  };
  const catalog = '<</Type/Catalog/Pages 2 0 R>>';
  return documentOf([
    catalog,
    root,
    page('ONE'),
    page('TWO'),
    branch,
    content('ONE'),
    content('TWO'),
    ...more,
  ]);
}

/** So many branches in each other, with the first page in the last one. */
const deepTree = (depth: number) =>
  withTree(
    '<</Type/Pages/Count 1/Kids[8 0 R]>>',
    'null',
    Array.from(
      { length: depth },
      (_, i) => `<</Type/Pages/Count 1/Kids[${i + 1 === depth ? 3 : i + 9} 0 R]>>`,
    ),
  );

describe('page trees that every reader reads alike', () => {
  it.each([
    ['a hundred branches in each other', 1, deepTree(100)],
    ['two thousand of them', 1, deepTree(2000)],
    ['a page that stands in it twice', 3, withTree('<</Type/Pages/Count 3/Kids[3 0 R 4 0 R 3 0 R]>>')],
    ['a wrong count', 2, withTree('<</Type/Pages/Count 5/Kids[3 0 R 4 0 R]>>')],
    ['an empty branch', 2, withTree('<</Count 2/Kids[5 0 R 3 0 R 4 0 R]>>', '<</Kids[]/Count 0>>')],
    [
      'one that stands in it twice',
      2,
      withTree('<</Count 2/Kids[5 0 R 3 0 R 5 0 R 4 0 R]>>', '<</Kids[]/Count 0>>'),
    ],
    ['nodes without type', 2, withTree('<</Count 2/Kids[5 0 R 4 0 R]>>', '<</Kids[3 0 R]/Count 1>>', [], '')],
    ['a root that calls itself a page', 2, withTree('<</Type/Page/Count 2/Kids[3 0 R 4 0 R]>>')],
  ])('show the same pages in the result: %s', async (_name, count, source) => {
    const { document } = await readDocument(source, codecs.deflate);
    expect(readPageTree(document)).toMatchObject({ pages: { length: count }, isDisputed: false });
    const { bytes } = await run(source);
    expect(bytes.length).toBeLessThan(source.length);
    expect(await popplerText(bytes)).toBe(await popplerText(source));
  });
});

it.each([
  ['a root that holds itself and no page', '<</Type/Pages/Count 1/Kids[2 0 R]>>', 'null'],
  [
    'a branch that holds itself and no page',
    '<</Type/Pages/Count 1/Kids[5 0 R]>>',
    '<</Count 1/Kids[5 0 R]>>',
  ],
  ['the root among its kids', '<</Type/Pages/Count 3/Kids[3 0 R 2 0 R 4 0 R]>>', 'null'],
  ['a branch below itself', '<</Type/Pages/Count 3/Kids[5 0 R 4 0 R]>>', '<</Count 2/Kids[3 0 R 2 0 R]>>'],
  ['a branch that stands in it twice', '<</Count 3/Kids[5 0 R 4 0 R 5 0 R]>>', '<</Count 1/Kids[3 0 R]>>'],
  ['kids that are no nodes', '<</Type/Pages/Count 2/Kids[null 3 0 R 5 (x) 99 0 R 4 0 R]>>', 'null'],
  ['kids that are no array', '<</Type/Pages/Count 1/Kids 3 0 R>>', 'null'],
  ['nothing but kids that are missing', '<</Type/Pages/Count 2/Kids[98 0 R 99 0 R]>>', 'null'],
  ['a page with kids', '<</Count 2/Kids[5 0 R 4 0 R]>>', '<</Type/Page/Count 1/Kids[3 0 R]>>'],
])('leaves a document alone whose pages readers disagree about: %s', async (_name, root, branch) => {
  const source = withTree(root, branch);
  const result = await run(source);
  expect(result.bytes).toEqual(source);
  expect(codesOf(result)).toEqual(['not-checkable']);
});
