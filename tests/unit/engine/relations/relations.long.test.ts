import { describe, expect, it } from 'vitest';
import { Random } from '../../../../bench/random.ts';
import { again } from '../../../../bench/relations/again.ts';
import { growthFaults } from '../../../../bench/relations/growth.ts';
import { parts } from '../../../../bench/relations/parts.ts';
import { place } from '../../../../bench/relations/place.ts';
import { presets } from '../../../../bench/relations/presets.ts';
import type { Relation } from '../../../../bench/relations/relation.ts';
import { turning } from '../../../../bench/relations/turning.ts';
import { twinFaults } from '../../../../bench/relations/twins.ts';
import { writing } from '../../../../bench/relations/writing.ts';
import type { Raster } from '#engine/base/raster.ts';
import { linesOfText } from '../../../../bench/legibility/drawings.ts';
import { textLine } from '../../../../bench/legibility/coverage.ts';
import { flatPage } from '#tests/fixtures/pictures/flat-page.ts';
import { photoJpeg } from '#tests/fixtures/deck-pictures.ts';
import { asGrey, gradients, photoLike, userInterface } from '#tests/fixtures/pictures/generated-pictures.ts';
import { flateOf, picturePdf, textPdf } from '#tests/fixtures/pdf/pdf-documents.ts';
import { buildDeck, imageRelationship, pictureShape } from '#tests/fixtures/pptx-deck.ts';
import { codecs, run } from '#tests/support/engine-run.ts';
import { inLongForm } from '#tests/support/long-form.ts';

/** Random choices of a run; another seed makes others. */
const SEED = Number(process.env['RELATIONS_SEED'] ?? 1);

async function photoDeck(): Promise<Uint8Array> {
  const shapes = pictureShape({ rId: 'rId2', width: 2, height: 1.5 });
  const relationships = [imageRelationship('rId2', 'photo.jpg')];
  return buildDeck({
    slides: [{ shapes, relationships }],
    parts: { 'ppt/media/photo.jpg': await photoJpeg(480, 360) },
  });
}

/** Lines of faint and of full contrast: which qualities keep them leaps from one to the next. */
const LETTERING = linesOfText('lettering', textLine('CHAPTER TOMATO HAMMER', 20)).raster;

/** Small letters on rough paper: brought down, they take more bytes than with all of their pixels. */
function roughLetters(): Raster {
  const raster = linesOfText('letters', textLine('CHAPTER TOMATO HAMMER', 14)).raster;
  const random = new Random(7);
  const data = raster.data.map((value) =>
    Math.min(255, Math.max(0, value + Math.floor(random.next() * 9) - 4)),
  );
  return { ...raster, data };
}

const FILES: Readonly<Record<string, () => Uint8Array | Promise<Uint8Array>>> = {
  'a photograph as a JPEG': () =>
    codecs.image.encodeJpeg(photoLike(352, 272), { quality: 92, chroma: '4:2:0' }),
  'a photograph as a WebP': () => codecs.image.encodeWebp(photoLike(352, 272), { quality: 92 }),
  'a screen as a PNG': () => codecs.image.encodePng(userInterface(300, 240)),
  'a flat page as a PNG': () => codecs.image.encodePng(flatPage([250, 250, 245])),
  'a gradient as a PNG': () => codecs.image.encodePng(asGrey(gradients(320, 240))),
  'lettering as a PNG': () => codecs.image.encodePng(LETTERING),
  'lettering as a WebP': () => codecs.image.encodeWebp(LETTERING, { quality: 92 }),
  'a PDF of a photograph': () => picturePdf(flateOf(photoLike(300, 220)), 72),
  'a PDF of letters at 150 dpi': () => {
    const letters = roughLetters();
    return picturePdf(flateOf(letters), (letters.height * 72) / 150);
  },
  'a PDF of text': () => textPdf(),
  'a deck of a photograph': photoDeck,
};

type Case = readonly [relation: Relation, file: string];

const CASES: readonly Case[] = [
  [turning, 'a photograph as a JPEG'],
  [turning, 'a screen as a PNG'],
  [writing, 'a photograph as a JPEG'],
  [writing, 'a screen as a PNG'],
  [writing, 'a PDF of text'],
  [writing, 'a deck of a photograph'],
  [place, 'a photograph as a JPEG'],
  [again, 'a photograph as a JPEG'],
  [again, 'a screen as a PNG'],
  [again, 'a PDF of a photograph'],
  [again, 'a deck of a photograph'],
  [presets, 'a photograph as a JPEG'],
  [presets, 'a screen as a PNG'],
  [presets, 'a gradient as a PNG'],
  [presets, 'lettering as a PNG'],
  [presets, 'a PDF of letters at 150 dpi'],
  [presets, 'a deck of a photograph'],
  [parts, 'a deck of a photograph'],
  // Others of their relation and kind stand for these.
  ...inLongForm<Case>(
    [writing, 'a PDF of a photograph'],
    [place, 'a screen as a PNG'],
    [again, 'a photograph as a WebP'],
    [presets, 'a flat page as a PNG'],
    [presets, 'lettering as a WebP'],
    [presets, 'a PDF of a photograph'],
  ),
];

describe(`relations (RELATIONS_SEED=${SEED})`, () => {
  it.each(CASES.map(([relation, file]) => [relation.title, file, relation] as const))(
    '%s: %s',
    async (_, file, relation) => {
      const context = { compress: run, image: codecs.image, random: new Random(SEED) };
      expect(await relation.check(await FILES[file]!(), context)).toEqual([]);
    },
    120_000,
  );
});

describe('twinFaults', () => {
  const slack = { share: 0.01, spareBytes: 700, points: 2 };

  it('lets the least stand and names what takes too much more', () => {
    const results = {
      plain: { bytes: 10_000, score: 71 },
      raw: { bytes: 10_800, score: 72 },
      deep: { bytes: 10_801, score: 71 },
    };
    expect(twinFaults(results, slack)).toEqual(['deep 10801 (71), plain 10000 (71)']);
  });

  it('names what scores otherwise at equal bytes', () => {
    const results = { plain: { bytes: 10_000, score: 71 }, turned: { bytes: 10_000, score: null } };
    expect(twinFaults(results, slack)).toEqual(['turned 10000 (exact), plain 10000 (71)']);
  });
});

describe('growthFaults', () => {
  const at = (pixels: number, share: number, cpuS: number) => ({ pixels, share, cpuS });

  it('finds nothing where share and work grow with the pixels', () => {
    expect(growthFaults([at(1e6, 0.2, 2), at(2e6, 0.24, 4.5), at(4e6, 0.28, 10)])).toEqual([]);
  });

  it('names a share and work that leap', () => {
    expect(growthFaults([at(1e6, 0.2, 2), at(2e6, 0.4, 6)])).toEqual([
      'share 0.200 to 0.400 from 1.0 to 2.0 MP',
      'CPU 2.0 to 6.0 s from 1.0 to 2.0 MP',
    ]);
  });
});
