import { describe, expect, it } from 'vitest';
import { Random } from '../../../../bench/random.ts';
import { room, roomFaults } from '../../../../bench/relations/room.ts';
import { photoJpeg, photoPng } from '#tests/fixtures/deck-pictures.ts';
import { flateOf, picturePdf } from '#tests/fixtures/pdf/pdf-documents.ts';
import { photoLike, scannedText } from '#tests/fixtures/pictures/generated-pictures.ts';
import { buildDeck, imageRelationship, pictureShape } from '#tests/fixtures/pptx-deck.ts';
import { codecs, run } from '#tests/support/engine-run.ts';

/** Targets of a run; another seed makes others. */
const SEED = Number(process.env['RELATIONS_SEED'] ?? 1);

/** A page of text of many more pixels than its place on the slide shows. */
async function denseDeck(): Promise<Uint8Array> {
  const page = await codecs.image.encodeJpeg(scannedText(420, 540), { quality: 88, chroma: '4:2:0' });
  return buildDeck({
    slides: [
      {
        shapes: pictureShape({ rId: 'rId2', width: 0.84, height: 1.08 }),
        relationships: [imageRelationship('rId2', 'page.jpg')],
      },
    ],
    parts: { 'ppt/media/page.jpg': page },
  });
}

const FILES: Readonly<Record<string, () => Uint8Array | Promise<Uint8Array>>> = {
  'a JPEG': () => photoJpeg(320, 240),
  'a photograph as a PNG': () => photoPng(96, 72),
  'a lossless WebP': () => codecs.image.encodeWebp(photoLike(200, 150), { quality: 100, lossless: true }),
  'a PDF of a photograph': () => picturePdf(flateOf(photoLike(300, 220)), 72),
  'a deck with a dense page of text': denseDeck,
};

describe(`more room (RELATIONS_SEED=${SEED})`, () => {
  it.each(Object.entries(FILES))(
    'never gives less: %s',
    async (_, make) => {
      expect(
        await room.check(await make(), { compress: run, image: codecs.image, random: new Random(SEED) }),
      ).toEqual([]);
    },
    120_000,
  );
});

describe('roomFaults', () => {
  const presets = { small: { bytes: 500, score: 62 }, balanced: { bytes: 1000, score: 71 } };
  const at = (targetBytes: number, bytes: number, score: number | null) => ({
    targetBytes,
    bytes,
    score,
    isMet: bytes <= targetBytes,
  });

  it('finds nothing where results rise with their targets', () => {
    expect(roomFaults(presets, [at(400, 480, 55), at(600, 590, 64), at(1000, 1000, 71)])).toEqual([]);
  });

  it.each([
    ['score 60 at 600, 62 with small', [at(600, 590, 60)]],
    ['score 64 at 700, 66 with 600', [at(600, 590, 66), at(700, 690, 64)]],
    ['50 % of 800 used', [at(800, 400, 65)]],
    ['600 missed, small fits', [at(600, 700, 66)]],
    ['700 of 600 told as met', [{ ...at(600, 700, 66), isMet: true }]],
  ] as const)('says "%s"', (fault, results) => {
    expect(roomFaults(presets, results)).toContain(fault);
  });
});
