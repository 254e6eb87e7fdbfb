import { expect, it } from 'vitest';
import { PICTURE_KINDS } from '#engine/api/kinds.ts';
import { parseAccepted } from '#platform/contracts/accepted-formats.ts';

it.each([
  ['webp, jpeg', ['jpeg', 'webp']],
  ['image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8', ['jpeg', 'png', 'webp']],
  ['image/png,image/svg+xml,image/*;q=0.8,*/*;q=0.5', ['jpeg', 'png']],
  ['image/avif,image/webp,image/*,*/*;q=0.8', ['jpeg', 'png', 'webp', 'avif']],
  ['image/webp;q=0, image/jpeg', ['jpeg']],
  ['*/*', PICTURE_KINDS],
  ['text/html', null],
  ['', null],
])('reads %j as formats', (text, kinds) => {
  expect(parseAccepted(text)).toEqual(kinds);
});
