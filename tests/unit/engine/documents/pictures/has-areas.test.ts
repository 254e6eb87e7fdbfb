import { expect, it } from 'vitest';
import { hasAreas } from '#engine/documents/pictures/has-areas.ts';
import { asGrey, photoLike, userInterface } from '#tests/fixtures/pictures/generated-pictures.ts';
import { screenWithPhoto } from '#tests/fixtures/pictures/screen-with-photo.ts';

it.each([
  ['a screen', userInterface(600, 400), true],
  ['a grey screen', asGrey(userInterface(600, 400)), true],
  ['a screen with a photograph on it', screenWithPhoto(600, 400), true],
  ['a photograph', photoLike(600, 400), false],
  ['a grey photograph', asGrey(photoLike(600, 400)), false],
])('tells areas from textures: %s', (_, picture, expected) => {
  expect(hasAreas(picture)).toBe(expected);
});

it('finds areas in pictures of a few rows', () => {
  const dot = { width: 1, height: 1, channels: 3, space: 'rgb', data: new Uint8Array(3) } as const;
  expect(hasAreas(dot)).toBe(true);
});
