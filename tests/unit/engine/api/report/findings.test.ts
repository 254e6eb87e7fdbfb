import { expect, it } from 'vitest';
import {
  change,
  joinFindings,
  kept,
  neverLarger,
  outcome,
  skip,
  unchanged,
} from '#engine/api/report/findings.ts';
import type { Skip } from '#engine/api/report/report.ts';

it('fills the values of a text in', () => {
  const reduced = change('colours-reduced', { savedBytes: 9, values: { colours: 32 } });
  expect(reduced).toEqual({
    code: 'colours-reduced',
    detail: 'The image was reduced to 32 colours.',
    savedBytes: 9,
  });
});

it('adds up equal codes and keeps the lowest score', () => {
  const joined = joinFindings(
    { score: 82, changes: [change('pictures-resized', { count: 2, savedBytes: 10 })] },
    null,
    { score: null, skips: [skip('signed')], kept: [kept('slides', { count: 3 })] },
    {
      score: 74,
      changes: [change('pictures-resized', { count: 1, savedBytes: 5 })],
      skips: [skip('signed')],
    },
  );
  expect(joined.score).toBe(74);
  expect(joined.changes).toEqual([expect.objectContaining({ count: 3, savedBytes: 15 })]);
  expect(joined.skips).toEqual([expect.objectContaining({ code: 'signed', count: 2 })]);
  expect(joined.kept).toEqual([{ feature: 'slides', detail: 'Slides', count: 3 }]);
});

it('counts entries without a count as one object each', () => {
  const one = { changes: [change('re-encoded')] };
  expect(joinFindings(one).changes[0]).not.toHaveProperty('count');
  expect(joinFindings(one, one).changes[0]).toMatchObject({ count: 2 });
});

it('forgets changes and score when the original is returned', () => {
  const source = new Uint8Array(3);
  const result = unchanged(source, { score: 71, changes: [change('packed')], skips: [skip('not-smaller')] });
  expect(result).toMatchObject({ bytes: source, score: null, changes: [], skips: [{ code: 'not-smaller' }] });
});

it('says why the original comes back, once', () => {
  const source = new Uint8Array(3);
  const codes = (bytes: Uint8Array, skips: Skip[] = []) =>
    neverLarger(source, outcome(bytes, { skips })).skips.map(({ code }) => code);
  expect(codes(source)).toEqual(['not-smaller']);
  expect(codes(source, [skip('signed')])).toEqual(['signed']);
  expect(codes(new Uint8Array(4), [skip('generation-loss')])).toEqual(['generation-loss', 'not-smaller']);
  expect(codes(new Uint8Array(2))).toEqual([]);
});
