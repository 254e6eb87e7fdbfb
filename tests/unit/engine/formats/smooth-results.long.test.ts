import { expect, it } from 'vitest';
import type { Raster } from '#engine/base/raster.ts';
import { flateOf, picturePdf } from '#tests/fixtures/pdf/pdf-documents.ts';
import { smoothPicture, smoothPng16, type SmoothScene } from '#tests/fixtures/pictures/smooth-pictures.ts';
import { codecs, run } from '#tests/support/engine-run.ts';
import { flatSteps } from '#tests/support/flat-steps.ts';
import { inThisForm } from '#tests/support/long-form.ts';
import { pictureDeck, shrink } from '#tests/support/shrink-deck.ts';

const { image } = codecs;
const SIZE = { width: 560, height: 400 };

/** Levels between two blocks: sources of 8 bits have steps of one level themselves. */
const SEEN = 1;

const SOURCES: Readonly<
  Record<string, [SmoothScene, (picture: Raster) => Promise<Uint8Array>, noise: number]>
> = {
  'sky.png': ['sky', (picture) => image.encodePng(picture), 0],
  'vignette.png': ['vignette', (picture) => image.encodePng(picture), 1],
  'dark-page.png': ['darkPage', (picture) => image.encodePng(picture), 0],
  'fog.png': ['fog', (picture) => image.encodePng(picture), 2.5],
  'dusk-16-bit.png': ['dusk', () => smoothPng16('dusk', SIZE), 0],
  'fog-16-bit.png': ['fog', () => smoothPng16('fog', SIZE), 0],
  'dusk.jpg': ['dusk', (picture) => image.encodeJpeg(picture, { quality: 95, chroma: '4:4:4' }), 0],
  'vignette.jpg': ['vignette', (picture) => image.encodeJpeg(picture, { quality: 95, chroma: '4:4:4' }), 2.5],
  'sky.webp': ['sky', losslessWebp, 1],
  'dark-page.webp': ['darkPage', losslessWebp, 2.5],
};

function losslessWebp(picture: Raster): Promise<Uint8Array> {
  return image.encodeWebp(picture, { quality: 50, lossless: true, effort: 1 });
}

/** Scenes that other pictures of the format, or other formats, show too. */
const REPEATED = ['vignette.png', 'dark-page.png', 'fog-16-bit.png', 'vignette.jpg', 'sky.webp'];

it.each(inThisForm(SOURCES, REPEATED))('keeps %s free of bands', async (_, [scene, make, noise]) => {
  const source = await make(smoothPicture(scene, SIZE, noise));
  const { bytes, report } = await run(source, { budgetMs: 600_000 });
  expect(bytes.length).toBeLessThan(source.length);
  expect(report.score ?? 100).toBeGreaterThanOrEqual(70.5);
  const steps = flatSteps(await image.decode(source), await image.decode(bytes));
  expect(steps).toBeLessThan(SEEN);
});

it('keeps a smooth picture in a PDF free of bands', async () => {
  const picture = smoothPicture('sky', { width: 400, height: 400 }, 1);
  const source = picturePdf(flateOf(picture), 288);
  const { bytes } = await run(source, { budgetMs: 600_000 });
  expect(bytes.length).toBeLessThan(source.length / 2);
  const [before, after] = await Promise.all([source, bytes].map(drawnPage));
  // A drawn page is held to more points than the preset asks for.
  expect(flatSteps(before!, after!)).toBeLessThan(0.7 * SEEN);
});

async function drawnPage(pdf: Uint8Array): Promise<Raster> {
  const document = await codecs.pages.open(pdf);
  const { raster } = await document.render(0, { dpi: 100, maxPixels: 1_000_000 });
  document.close();
  return raster;
}

it('keeps a smooth picture in a deck free of bands', async () => {
  const picture = smoothPicture('dusk', SIZE, 1);
  const { bytes, source, parts } = await shrink(
    pictureDeck({ 'image1.png': await image.encodePng(picture) }),
  );
  expect(bytes.length).toBeLessThan(source.length / 2);
  const media = Object.entries(parts).filter(([name]) => name.startsWith('ppt/media/'));
  expect(media).toHaveLength(1);
  expect(flatSteps(picture, await image.decode(media[0]![1]))).toBeLessThan(SEEN);
});
