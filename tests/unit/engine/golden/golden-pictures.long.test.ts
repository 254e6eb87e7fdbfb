import { it } from 'vitest';
import {
  asGrey,
  gradients,
  inInks,
  photoLike,
  scannedText,
  userInterface,
  withSoftAlpha,
} from '#tests/fixtures/pictures/generated-pictures.ts';
import { animatedPng, sixteenBitPng } from '#tests/fixtures/pictures/png-files.ts';
import { animatedWebp } from '#tests/fixtures/pictures/webp-files.ts';
import { codecs, run } from '#tests/support/engine-run.ts';
import { expectGolden, type Golden } from '#tests/support/golden.ts';

const { image } = codecs;
const jpeg = { quality: 95, chroma: '4:4:4' } as const;
const lossless = { quality: 50, lossless: true, effort: 1 } as const;

/** Every class of picture that codecs treat differently. Same bytes on every run. */
const PICTURES: Readonly<Record<string, () => Promise<Uint8Array>>> = {
  'photo.jpg': () => image.encodeJpeg(photoLike(320, 240), jpeg),
  'screen.jpg': () => image.encodeJpeg(userInterface(320, 240), jpeg),
  'scan.jpg': () => image.encodeJpeg(scannedText(320, 240), jpeg),
  'gradient.jpg': () => image.encodeJpeg(gradients(240, 240), jpeg),
  'grey.jpg': () => image.encodeJpeg(asGrey(photoLike(240, 240)), jpeg),
  'inks.jpg': () => image.encodeJpeg(inInks(photoLike(240, 200)), jpeg),
  'photo.png': () => image.encodePng(photoLike(240, 200)),
  'screen.png': () => image.encodePng(userInterface(320, 240)),
  'scan.png': () => image.encodePng(scannedText(240, 200)),
  'gradient.png': () => image.encodePng(gradients(240, 200)),
  'alpha.png': () => image.encodePng(withSoftAlpha(photoLike(200, 180))),
  'sixteen-bit.png': sixteenBitPng,
  'animation.png': animatedPng,
  'photo.webp': () => image.encodeWebp(photoLike(240, 200), lossless),
  'screen.webp': () => image.encodeWebp(userInterface(320, 240), lossless),
  'alpha.webp': () => image.encodeWebp(withSoftAlpha(photoLike(200, 180)), lossless),
  'animation.webp': animatedWebp,
};

/**
 * Fails when a picture grows by 2 % or loses a point, with a table of what moved.
 * After a wanted change: GOLDEN=record npx vitest run tests/unit/engine/golden
 */
it('keeps sizes and scores of the golden pictures', async () => {
  const now: Record<string, Golden> = {};
  for (const [name, make] of Object.entries(PICTURES)) {
    const { report } = await run(await make());
    now[name] = { bytes: report.outputBytes, score: report.score };
  }
  await expectGolden('pictures', now, () => 1);
});
