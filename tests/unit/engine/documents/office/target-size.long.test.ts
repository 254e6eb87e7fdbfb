import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { photoJpeg, photoPng, photoSamples } from '#tests/fixtures/deck-pictures.ts';
import { buildDeck } from '#tests/fixtures/pptx-deck.ts';
import { readDeck } from '#tests/fixtures/read-deck.ts';
import { withChecksum } from '#tests/fixtures/same-checksum.ts';
import { pictureDeck, shrink } from '#tests/support/shrink-deck.ts';

let jpeg: Uint8Array;
let png: Uint8Array;
beforeAll(async () => {
  [jpeg, png] = await Promise.all([photoJpeg(400, 300), photoPng(240, 180)]);
});

describe('target size', () => {
  it('lands within 90 to 100 % of a target that can be met', async () => {
    const spec = pictureDeck({ 'a.jpg': jpeg, 'b.png': png });
    const [usual, least] = [await shrink(spec), await shrink(spec, { targetBytes: 1 })];
    const target = Math.round((usual.bytes.length + least.bytes.length) / 2);
    const deck = await shrink(spec, { targetBytes: target });
    expect(deck.report.target).toMatchObject({ bytes: target, met: true });
    expect(deck.bytes.length).toBeLessThanOrEqual(target);
    expect(deck.bytes.length).toBeGreaterThan(target * 0.9);
  });

  it('says the smallest acceptable size when a target cannot be met', async () => {
    const deck = await shrink(pictureDeck({ 'a.jpg': jpeg }), { targetBytes: 2000 });
    expect(deck.report.target).toEqual({ bytes: 2000, met: false, smallestBytes: deck.bytes.length });
  });

  it('tells pictures of one checksum apart, and those of one name in an embedded deck', async () => {
    const pictures = await Promise.all([tintedPng([1, 0.5, 0.5]), tintedPng([0.5, 1, 0.5])]);
    const length = Math.max(...pictures.map((bytes) => bytes.length));
    const [red, green] = pictures.map((bytes) => {
      const long = new Uint8Array(length);
      long.set(bytes);
      return withChecksum(long, 1);
    });
    const embedded = buildDeck(pictureDeck({ 'a.png': green! }));
    const deck = await shrink(
      {
        ...pictureDeck(
          { 'a.png': red!, 'b.png': green! },
          { parts: { 'ppt/embeddings/deck.pptx': embedded } },
        ),
        presentationRelationships: [{ id: 'rId80', type: 'package', target: 'embeddings/deck.pptx' }],
      },
      { targetBytes: 8_000 },
    );
    const inner = await readDeck(deck.parts['ppt/embeddings/deck.pptx']!);
    const shown = [
      pictureNamed('a', deck.parts),
      pictureNamed('b', deck.parts),
      pictureNamed('a', inner.parts),
    ];
    const colours = await Promise.all(shown.map((picture) => dominantColour(picture!)));
    expect(colours).toEqual(['red', 'green', 'green']);
  });
});

/** A photograph in tints of one colour, at most 256 of them. */
async function tintedPng(colour: number[]): Promise<Uint8Array> {
  const [width, height] = [80, 60];
  const photo = sharp(photoSamples(width, height), { raw: { width, height, channels: 3 } });
  return new Uint8Array(await photo.linear(colour, [0, 0, 0]).png({ palette: true }).toBuffer());
}

/** A picture by its name, whatever format it has become. */
function pictureNamed(name: string, parts: Readonly<Record<string, Uint8Array>>): Uint8Array | undefined {
  return Object.entries(parts).find(([path]) => path.startsWith(`ppt/media/${name}.`))?.[1];
}

/** Which of its first three channels is brightest in the mean. */
async function dominantColour(picture: Uint8Array): Promise<string> {
  const { channels } = await sharp(picture).stats();
  const means = channels.slice(0, 3).map(({ mean }) => mean);
  return ['red', 'green', 'blue'][means.indexOf(Math.max(...means))]!;
}
