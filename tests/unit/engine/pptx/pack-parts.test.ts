import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readZipDirectory } from '#engine/zip/zip-directory.ts';
import { DEFLATED, STORED } from '#engine/zip/zip-entry.ts';
import { photoJpeg } from '#tests/fixtures/deck-pictures.ts';
import { buildDeck, deckParts, zipParts, type DeckSpec } from '#tests/fixtures/pptx-deck.ts';
import { readDeck } from '#tests/fixtures/read-deck.ts';
import { run } from '#tests/support/engine-run.ts';
import { noise, pictureDeck } from '#tests/support/shrink-deck.ts';

/** Half of it zeros: deflate would take half. */
const halfEmpty = (length: number): Uint8Array => {
  const bytes = noise(length);
  bytes.fill(0, length / 2);
  return bytes;
};

function deckWith(media: Readonly<Record<string, Uint8Array>>): DeckSpec {
  const names = Object.keys(media);
  const kind = (name: string): string => (name.endsWith('wav') ? 'audio' : 'video');
  return {
    slides: [
      {
        shapes: '',
        relationships: names.map((name, index) => ({
          id: `rId${index + 2}`,
          type: kind(name),
          target: `../media/${name}`,
        })),
      },
    ],
    parts: Object.fromEntries(names.map((name) => [`ppt/media/${name}`, media[name]!])),
  };
}

async function pack(source: Uint8Array): Promise<Record<string, number>> {
  const { bytes } = await run(source);
  expect(bytes.length).toBeLessThan(source.length);
  return Object.fromEntries(readZipDirectory(bytes).map(({ name, method }) => [name, method]));
}

describe('packing', () => {
  it('stores films, even those that deflate would make smaller', async () => {
    const methods = await pack(buildDeck(deckWith({ 'a.mp4': halfEmpty(20_000) })));
    expect(methods['ppt/media/a.mp4']).toBe(STORED);
  });

  it('stores films that another program had deflated', async () => {
    const film = noise(20_000);
    const spec = pictureDeck(
      { 'b.jpg': await photoJpeg(300, 200) },
      { presentationRelationships: [{ id: 'rId80', type: 'video', target: 'media/a.mp4' }] },
    );
    const parts = deckParts({ ...spec, parts: { ...spec.parts, 'ppt/media/a.mp4': film } });
    const source = zipParts(Object.entries(parts), true);
    const { bytes } = await run(source);
    const entry = readZipDirectory(bytes).find(({ name }) => name.endsWith('mp4'));
    expect(entry?.method).toBe(STORED);
    expect((await readDeck(bytes)).parts['ppt/media/a.mp4']).toEqual(film);
  });

  it('deflates plain samples of sound without changing one', async () => {
    const sound = halfEmpty(200_000);
    const source = buildDeck(deckWith({ 'a.wav': sound }));
    expect((await pack(source))['ppt/media/a.wav']).toBe(DEFLATED);
    expect((await readDeck((await run(source)).bytes)).parts['ppt/media/a.wav']).toEqual(sound);
  });

  it('packs XML harder than zlib at its best', async () => {
    const source = buildDeck({ slides: [{ shapes: '' }] });
    const { bytes } = await run(source);
    for (const { name, packed, size } of readZipDirectory(bytes)) {
      const content = (await readDeck(bytes)).parts[name];
      if (content && size > 500)
        expect(packed.length).toBeLessThanOrEqual(deflateRawSync(content, { level: 9 }).length);
    }
  });
});
