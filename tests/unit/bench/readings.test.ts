import { expect, it } from 'vitest';
import { compareReadings, inBoth, inEither } from '../../../bench/scans/readings.ts';
import { countWords } from '../../../bench/scans/texts.ts';

it('a word that one of two readings misses counts before as unsure, and after as read', () => {
  const sure = inBoth(countWords('sum 12.50 till'), countWords('sum 12.50 tall'));
  expect([...sure].filter(([, count]) => count > 0)).toEqual([
    ['sum', 1],
    ['12.50', 1],
  ]);
  const after = inEither(countWords('sum 12.80'), countWords('sun 12.50'));
  expect(compareReadings(sure, sure, after)).toEqual({ words: 2, read: 2, lost: [], won: [] });
  expect(compareReadings(sure, sure, countWords('sum 12.80')).lost).toEqual(['12.50']);
});
