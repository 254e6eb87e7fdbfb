import { describe, expect, it } from 'vitest';
import { drawings } from '../../../../../bench/legibility/drawings.ts';
import { presets } from '../../../../../bench/relations/presets.ts';
import { Random } from '../../../../../bench/random.ts';
import type { Raster } from '#engine/base/raster.ts';
import { flateOf, picturePdf } from '#tests/fixtures/pdf/pdf-documents.ts';
import { buildDeck, imageRelationship, pictureShape } from '#tests/fixtures/pptx-deck.ts';
import { codecs, run } from '#tests/support/engine-run.ts';
import { inLongForm } from '#tests/support/long-form.ts';

const DRAWINGS = new Map(drawings().map(({ name, raster }) => [name, raster]));

async function deckOf(picture: Raster, ppi: number): Promise<Uint8Array> {
  const [width, height] = [picture.width / ppi, picture.height / ppi];
  const shapes = pictureShape({ rId: 'rId2', width, height });
  return buildDeck({
    slides: [{ shapes, relationships: [imageRelationship('rId2', 'image1.png')] }],
    parts: { 'ppt/media/image1.png': await codecs.image.encodePng(picture) },
  });
}

const pdfOf = (picture: Raster, ppi: number): Promise<Uint8Array> =>
  Promise.resolve(picturePdf(flateOf(picture), (picture.width * 72) / ppi));

/** Pixels that are drawn by lot from twelve colours: a palette holds them, and nothing else makes them short. */
function fewColours(width: number, height: number): Raster {
  const random = new Random(7);
  const colours = Array.from({ length: 12 }, () => [0, 0, 0].map(() => Math.floor(256 * random.next())));
  const pixels = Array.from({ length: width * height }, () => colours[Math.floor(12 * random.next())]!);
  return { width, height, channels: 3, space: 'rgb', data: Uint8Array.from(pixels.flat()) };
}

it('lose nothing where a palette without loss is shorter', async () => {
  const file = await pdfOf(fewColours(98, 43), 150);
  const context = { compress: run, image: codecs.image, random: new Random(1) };
  expect(await presets.check(file, context)).toEqual([]);
  const [balanced, exact] = [await run(file), await run(file, { preset: 'lossless' })];
  expect(exact.bytes.length).toBeLessThan(file.length * 0.7);
  expect(balanced.bytes.length).toBe(exact.bytes.length);
});

describe('documents with faint pictures', () => {
  it.each([
    ['text on dark', 'deck', 110],
    ['text on dark', 'PDF', 110],
    ['text on a gradient', 'deck', 260],
    ...inLongForm<readonly [string, string, number]>(
      ['text on blue', 'deck', 260],
      ['text on a gradient', 'deck', 110],
      ['lines on white', 'PDF', 260],
    ),
  ] as const)('take no more at a smaller preset: %s in a %s at %i dpi', async (name, kind, ppi) => {
    const file = await (kind === 'deck' ? deckOf : pdfOf)(DRAWINGS.get(name)!, ppi);
    const context = { compress: run, image: codecs.image, random: new Random(1) };
    expect(await presets.check(file, context)).toEqual([]);
  });
});
