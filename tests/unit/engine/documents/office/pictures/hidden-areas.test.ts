import { beforeAll, describe, expect, it } from 'vitest';
import { photoBmp, photoJpeg, photoPng } from '#tests/fixtures/deck-pictures.ts';
import { imageRelationship, pictureShape, type DeckSpec } from '#tests/fixtures/pptx-deck.ts';
import { packageFaults } from '#tests/fixtures/read-deck.ts';
import { codecs, codesOf } from '#tests/support/engine-run.ts';
import { shrink } from '#tests/support/shrink-deck.ts';

let jpeg: Uint8Array;
beforeAll(async () => {
  jpeg = await photoJpeg(400, 300);
});

/** One slide a crop, each showing the same picture. */
function cropped(name: string, picture: Uint8Array, crops: readonly string[]): DeckSpec {
  return {
    slides: crops.map((sourceRect) => ({
      shapes: pictureShape({ rId: 'rId2', width: 6, height: 4, sourceRect }),
      relationships: [imageRelationship('rId2', name)],
    })),
    parts: { [`ppt/media/${name}`]: picture },
  };
}

const slideText = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

describe('areas that are cropped away', () => {
  it('go in the smallest preset, with every crop adapted and a line in the report', async () => {
    const deck = await shrink(cropped('a.jpg', jpeg, ['l="50000"', 'l="60000" b="50000"']), {
      preset: 'small',
    });
    const info = await codecs.image.probe(deck.parts['ppt/media/a.jpg']!);
    expect([info.width, info.height]).toEqual([204, 300]);
    // Four pixels of margin are left of what the first slide shows.
    expect(slideText(deck.parts['ppt/slides/slide1.xml']!)).toContain('<a:srcRect l="1961"/>');
    expect(slideText(deck.parts['ppt/slides/slide2.xml']!)).toContain('<a:srcRect l="21569" b="50000"/>');
    expect(codesOf(deck)).toContain('cropped-areas-removed');
    expect(packageFaults(deck)).toEqual([]);
  });

  it.each(['balanced', 'high', 'lossless'] as const)('stay in the preset %s', async (preset) => {
    const deck = await shrink(cropped('a.jpg', jpeg, ['l="50000"']), { preset });
    expect((await codecs.image.probe(deck.parts['ppt/media/a.jpg']!)).width).toBe(400);
    expect(slideText(deck.parts['ppt/slides/slide1.xml']!)).toContain('l="50000"');
  });

  it('stay where another slide shows all of the picture', async () => {
    const deck = await shrink(cropped('a.jpg', jpeg, ['l="50000"', '']), { preset: 'small' });
    expect((await codecs.image.probe(deck.parts['ppt/media/a.jpg']!)).width).toBe(400);
  });

  it('go from PNG and BMP too', async () => {
    const pictures = { 'a.png': await photoPng(320, 240), 'a.bmp': photoBmp(320, 240) };
    for (const [name, picture] of Object.entries(pictures)) {
      const deck = await shrink(cropped(name, picture, ['t="50000"']), { preset: 'small' });
      const part = deck.opc.parts.find((part) => part.name.includes('media'))!;
      expect((await codecs.image.probe(deck.parts[part.name]!)).height).toBe(124);
      expect(packageFaults(deck)).toEqual([]);
    }
  });
});
