import { expect, it } from 'vitest';
import { place } from '../../../../../bench/relations/place.ts';
import { Random } from '../../../../../bench/random.ts';
import type { Raster } from '#engine/base/raster.ts';
import { asGrey, userInterface } from '#tests/fixtures/pictures/generated-pictures.ts';
import { screenWithPhoto } from '#tests/fixtures/pictures/screen-with-photo.ts';
import { codecs, run } from '#tests/support/engine-run.ts';
import { inLongForm } from '#tests/support/long-form.ts';

it.each([
  ['a large drawing of few bytes', userInterface(1300, 800)],
  ['a screen with a photograph on it', screenWithPhoto(500, 400)],
  ...inLongForm<readonly [string, Raster]>(['a grey screen', asGrey(userInterface(900, 600))]),
] as const)('costs on a page and on a slide what it costs alone: %s', async (_, picture) => {
  const file = await codecs.image.encodePng(picture);
  const context = { compress: run, image: codecs.image, random: new Random(1) };
  expect(await place.check(file, context)).toEqual([]);
});
