import { expect, test } from 'vitest';
import { freeName } from '#platform/contracts/free-name.ts';

test('gives equal names a number, whatever their case', () => {
  const taken = new Set<string>();
  expect(
    ['a.jpg', 'A.jpg', 'a.jpg', 'plain', 'plain', '.hidden'].map((name) => freeName(name, taken)),
  ).toEqual(['a.jpg', 'A (2).jpg', 'a (3).jpg', 'plain', 'plain (2)', '.hidden']);
});
